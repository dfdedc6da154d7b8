import { beforeAll, describe, expect, it } from 'vitest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { KeyPair } from '../../src/index.ts';
import type { OperationId } from '../../src/interface/api.ts';
import { flightClient } from '../support/flight-client.ts';
import { useSandbox } from '../support/sandbox.ts';
import { bookRequest, changeRequest, pricingRequest, transferClient } from '../transfers/transfer-client.ts';
import { makeCall, prepareCall } from './calls.ts';
import { documentedOperations } from './spec.ts';

const sandbox = useSandbox();
let mine: KeyPair;
let other: KeyPair;

beforeAll(async () => {
  [mine, other] = [await sandbox.sandbox.addProfile(), await sandbox.sandbox.addProfile()];
});

/** Response of each operation to ids of another profile: as if they did not exist. */
const refusals: Partial<Record<OperationId, string>> = {
  getFlightOffer: 'offer_not_found',
  getRequiredFields: 'offer_not_found',
  createFlightOrder: 'offer_not_found',
  priceTransfer: 'search_not_found',
  bookTransfer: 'search_not_found',
  getReservation: 'reservation_not_found',
  searchReservationChanges: 'reservation_not_found',
  confirmReservationChange: 'reservation_not_found',
  cancelReservation: 'reservation_not_found',
  getDriverAndVehicle: 'reservation_not_found',
  getTracking: 'reservation_not_found',
};

describe('the ids of another profile', () => {
  it('are used by every operation except the two searches', () => {
    const without = documentedOperations
      .map(({ operationId }) => operationId)
      .filter((operationId) => !(operationId in refusals));
    expect(without).toEqual(['searchFlights', 'searchTransfers']);
  });

  it.each(Object.entries(refusals) as [OperationId, string][])(
    '%s: %s, and the owner is not affected',
    async (operationId, code) => {
      const call = await prepareCall(sandbox, operationId, mine);
      const { status, body } = await makeCall(sandbox, call, { keys: other });
      expect(body.status === 'failed' ? [200, body.error.code] : [status, body.code]).toEqual([
        body.status === 'failed' ? 200 : 400,
        code,
      ]);
      expect(JSON.stringify(body)).not.toContain(mine.profileCode);
      const own = await makeCall(sandbox, call, { keys: mine });
      expect([own.status, own.body.status]).not.toContain('failed');
      expect(own.status).toBe(200);
    },
  );

  it.each(['reservationId', 'searchId', 'confirmationNumber', 'partnerTrackingId'] as const)(
    'read nothing: %s',
    async (key) => {
      const partnerTrackingId = `isolation-${key}`;
      const reservation = await transferClient(sandbox, { keys: mine }).reserve(undefined, { partnerTrackingId });
      const query = { [key]: reservation[key] as string };
      expect((await sandbox.get('/reservations/details', { query, keys: other })).body.code).toBe(
        'reservation_not_found',
      );
      expect(
        (await sandbox.get('/reservations/details', { query, keys: mine })).body.reservations[0].reservationId,
      ).toBe(reservation.reservationId);
    },
  );

  it('book nothing, in any mixture of search, result and tokens', async () => {
    const [theirs, ours] = [
      await transferClient(sandbox, { keys: mine }).priced(),
      await transferClient(sandbox, { keys: other }).priced(),
    ];
    const own = bookRequest(ours);
    const foreign = bookRequest(theirs);
    const mixes = {
      searchId: 'search_not_found',
      resultId: 'result_not_found',
      bookingToken: 'booking_token_invalid',
      pricingToken: 'pricing_token_invalid',
    } as const;
    for (const [key, code] of Object.entries(mixes)) {
      const { body } = await sandbox.post(
        '/book',
        { ...own, [key]: foreign[key as keyof typeof mixes] },
        { keys: other },
      );
      expect([key, body.status, body.error?.code]).toEqual([key, 'failed', code]);
    }
    const { body } = await sandbox.post(
      '/pricing',
      { ...pricingRequest(ours.search, ours.offer), bookingToken: theirs.offer.bookingToken },
      { keys: other },
    );
    expect(body.code).toBe('booking_token_invalid');
    expect((await sandbox.post('/book', own, { keys: other })).body.status).toBe('completed');
    expect((await sandbox.post('/book', foreign, { keys: mine })).body.status).toBe('completed');
  });

  it('change nothing, in any mixture of identifiers', async () => {
    const [theirs, ours] = [transferClient(sandbox, { keys: mine }), transferClient(sandbox, { keys: other })];
    const [theirId, ourId] = [(await theirs.reserve()).reservationId, (await ours.reserve()).reservationId];
    const [theirChange, ourChange] = [await theirs.pricedChange(theirId), await ours.pricedChange(ourId)];
    const own = changeRequest(ourId, ourChange);
    const foreign = changeRequest(theirId, theirChange);
    const mixes = {
      reservationId: 'reservation_not_found',
      searchId: 'search_not_found',
      resultId: 'result_not_found',
      pricingToken: 'pricing_token_invalid',
    } as const;
    for (const [key, code] of Object.entries(mixes)) {
      const { body } = await sandbox.post(
        '/reservations/changes',
        { ...own, [key]: foreign[key as keyof typeof mixes] },
        { keys: other },
      );
      expect([key, body.status, body.error?.code]).toEqual([key, 'failed', code]);
    }
    expect((await theirs.readReservation(theirId)).state).toBe('confirmed');
    expect((await ours.readReservation(ourId)).state).toBe('confirmed');
  });

  it('do not block an offer: the owner can still order it', async () => {
    const offer = (await flightClient(sandbox, mine).search())[0];
    const refused = await flightClient(sandbox, other).order(offer, flightOrder(offer));
    expect([refused.status, refused.body.code]).toEqual([400, 'offer_not_found']);
    const order = await flightClient(sandbox, mine).orderWhole(offer);
    expect(order.status).toBe(200);
    expect((await flightClient(sandbox, other).readOrder(order.body.orderId)).status).toBe(404);
    expect((await flightClient(sandbox, mine).readOrder(order.body.orderId)).status).toBe(200);
  });
});

it('the same partnerTrackingId in two profiles identifies two bookings', async () => {
  const partnerTrackingId = 'trip-1';
  const [a, b] = await Promise.all(
    [mine, other].map((keys) => transferClient(sandbox, { keys }).reserve(undefined, { partnerTrackingId })),
  );
  for (const [keys, reservation] of [
    [mine, a],
    [other, b],
  ] as const) {
    const { body } = await sandbox.get('/reservations/details', { query: { partnerTrackingId }, keys });
    expect(body.reservations.map((each: { reservationId: string }) => each.reservationId)).toEqual([
      reservation.reservationId,
    ]);
  }
});
