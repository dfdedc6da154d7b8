import { isText } from '../src/base/values/kinds.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { expectAlwaysRefused, expectRefused, expectStatus, fail } from '../src/check/verify/expectations/expect.ts';
import { requireAcceptedWithoutFlaw } from '../src/check/verify/fixtures/flawed-requests.ts';
import type { RepeatableCall } from '../src/check/verify/fixtures/flight-calls.ts';
import { flightCalls } from '../src/check/verify/fixtures/flight-calls.ts';
import { amendable, mayAllow } from '../src/check/verify/fixtures/transfer-requests.ts';
import type { BookedTransfer } from '../src/check/verify/fixtures/transfers.ts';
import {
  bookedTransfer,
  bookTransfer,
  confirmChange,
  findChange,
  findsNothing,
  findTransfer,
  pricedTransfer,
  priceTransfer,
  readReservation,
  searchChanges,
  searchTransfers,
} from '../src/check/verify/fixtures/transfers.ts';
import { invented } from '../src/check/verify/fixtures/wrong-values.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { describeOutcome, isAccepted } from '../src/check/verify/responses/outcome.ts';
import type { Trial, TrialCall } from '../src/check/verify/run/trial.ts';
import { NotApplicable } from '../src/check/verify/verdict.ts';
import type { OperationId } from '../src/interface/api.ts';

const booking: readonly OperationId[] = ['searchTransfers', 'priceTransfer', 'bookTransfer'];

const area: Area = {
  name: 'profiles',
  contracts: [
    // ── Reservations of another profile ────────────────────────────────────────────────────────────
    {
      title: 'a reservation is hidden from another profile, by all of its identifiers',
      rules: ['service.developer-profile'],
      calls: [...booking, 'getReservation'],
      async check(trial) {
        const other = await trial.asOtherProfile();
        const { searchId, reservation } = await bookedTransfer(trial);
        const { reservationId, confirmationNumber } = reservation;
        const keys: Readonly<Record<string, string>>[] = [
          { reservationId },
          { searchId },
          ...(isText(confirmationNumber) ? [{ confirmationNumber }] : []),
        ];
        for (const key of keys)
          await expectAlwaysRefused(
            `a read by ${Object.keys(key).join()} to show another profile nothing`,
            () => readReservation(other, key),
            (read, expected) => {
              if (!findsNothing(read)) fail(read, expected, describeOutcome(read));
            },
          );
        requireAcceptedWithoutFlaw(trial, await readReservation(trial, { reservationId }), 'a read');
      },
    },
    {
      title: 'only the profile that booked can search a change of a reservation',
      rules: ['service.developer-profile'],
      calls: [...booking, 'searchReservationChanges'],
      async check(trial) {
        const other = await trial.asOtherProfile();
        const { reservationId } = (await bookedTransfer(trial, amendable)).reservation;
        await expectAlwaysRefused('a change search of another profile', () => searchChanges(other, reservationId));
        requireAcceptedWithoutFlaw(trial, await searchChanges(trial, reservationId), 'a change search');
      },
    },
    {
      title: 'only the profile that booked can confirm a change of a reservation',
      rules: ['service.developer-profile'],
      calls: [...booking, 'searchReservationChanges', 'confirmReservationChange'],
      async check(trial) {
        const other = await trial.asOtherProfile();
        const { reservationId } = (await bookedTransfer(trial, amendable)).reservation;
        const change = await pricedTransfer(trial, await findChange(trial, reservationId));
        await expectAlwaysRefused('a change confirmation of another profile', () =>
          confirmChange(other, reservationId, change),
        );
        requireAcceptedWithoutFlaw(trial, await confirmChange(trial, reservationId, change), 'a change confirmation');
      },
    },
    {
      title: 'an offer of one profile cannot be priced or booked by another',
      rules: ['service.developer-profile'],
      calls: booking,
      async check(trial) {
        const other = await trial.asOtherProfile();
        const found = await findTransfer(trial);
        const priced = await pricedTransfer(trial, found);
        for (const call of [await priceTransfer(other, found), await bookTransfer(other, priced)]) {
          if (isAccepted(call))
            // The document does not say whether a token is valid for other profiles.
            trial.warn('transfer.authentication', {
              expected: `an offer of ${trial.keys.profileCode} to be refused to ${other.keys.profileCode}`,
              actual: describeOutcome(call),
              pointer: null,
              exchange: call,
            });
        }
      },
    },
    ...(['cancelReservation', 'getDriverAndVehicle', 'getTracking'] as const).map((operationId): Contract => ({
      title: `${operationId} accepts only the profile that booked`,
      rules: ['service.developer-profile'],
      calls: [...booking, operationId],
      async check(trial) {
        const other = await trial.asOtherProfile();
        const booked = await bookedTransfer(trial, mayAllow(operationId));
        await expectAlwaysRefused(`${operationId} of another profile`, () => callOf(other, operationId, booked));
        const own = await callOf(trial, operationId, booked);
        if (!isAccepted(own)) throw new NotApplicable(`the target lacks this call: ${describeOutcome(own)}`);
      },
    })),

    {
      title: 'a reservation is cancelled only by its own reservationId',
      rules: ['transfer.identifiers.reservation-id', 'transfer.identifiers.needed-later'],
      calls: [...booking, 'cancelReservation'],
      async check(trial) {
        const { reservationId } = (await bookedTransfer(trial, mayAllow('cancelReservation'))).reservation;
        const cancel = (body: object) => trial.call('cancelReservation', { body });
        const own = await cancel({ reservationId });
        if (!isAccepted(own)) throw new NotApplicable(`the target lacks this call: ${describeOutcome(own)}`);
        for (const wrong of [{ reservationId: invented(reservationId) }, {}])
          await expectAlwaysRefused('a cancellation without the reservationId of a booking', () => cancel(wrong));
      },
    },
    ...(['getDriverAndVehicle', 'getTracking'] as const).map((operationId): Contract => ({
      title: `${operationId} accepts only the reservationId of a booking`,
      rules: ['transfer.identifiers.reservation-id'],
      calls: [...booking, operationId],
      async check(trial) {
        const { reservationId } = (await bookedTransfer(trial, mayAllow(operationId))).reservation;
        const own = await trial.call(operationId, { query: { reservationId } });
        if (!isAccepted(own)) throw new NotApplicable(`the target lacks this call: ${describeOutcome(own)}`);
        await expectAlwaysRefused(`${operationId} with an invented reservationId`, () =>
          trial.call(operationId, { query: { reservationId: invented(reservationId) } }),
        );
      },
    })),

    // ── Unknown keys and codes ────────────────────────────────────────────────────────────────────────
    ...flightCalls.map(({ name, calls, make }): Contract => ({
      title: `${name} with a secret key, a public key or a profile code that was never issued returns 401 or 403`,
      rules: ['auth.invalid-credentials.403'],
      calls,
      async check(trial) {
        const call = await make(trial);
        const refusals = [];
        for (const headers of inventedKeys(trial)) refusals.push(await call({ headers }));
        const valid = await call({});
        if (!calls.includes('createFlightOrder') && !isAccepted(valid))
          throw new NotApplicable(`the target lacks this call: ${describeOutcome(valid)}`);
        for (const refusal of refusals) expectStatus(refusal, 401, 403);
        trial.requireSetup(valid, `${name} with valid credentials is refused too`, isAccepted(valid));
      },
    })),
    ...transferCalls().map(({ name, calls, make }): Contract => ({
      title: `${name} with a secret key, a public key or a profile code that was never issued is refused`,
      rules: ['service.developer-profile'],
      calls,
      async check(trial) {
        const call = await make(trial);
        for (const headers of inventedKeys(trial)) expectRefused(await call({ headers }), `${name} with invented keys`);
        const valid = await call({});
        trial.requireSetup(valid, `${name} with valid credentials is refused too`, isAccepted(valid));
      },
    })),
  ],
};

export default area;

function transferCalls(): RepeatableCall[] {
  const reservationOf = async (trial: Trial) => (await bookedTransfer(trial, amendable)).reservation.reservationId;
  return [
    {
      name: 'a transfer search',
      calls: ['searchTransfers'],
      make: (trial) => Promise.resolve((call) => searchTransfers(trial, {}, call)),
    },
    {
      name: 'pricing',
      calls: ['searchTransfers', 'priceTransfer'],
      async make(trial) {
        const found = await findTransfer(trial);
        return (call) => priceTransfer(trial, found, {}, call);
      },
    },
    {
      name: 'a booking',
      calls: booking,
      async make(trial) {
        const priced = await pricedTransfer(trial);
        return (call) => bookTransfer(trial, priced, {}, call);
      },
    },
    {
      name: 'a read of a reservation',
      calls: [...booking, 'getReservation'],
      async make(trial) {
        const reservationId = await reservationOf(trial);
        return (call) => readReservation(trial, { reservationId }, call);
      },
    },
    {
      name: 'a change search',
      calls: [...booking, 'searchReservationChanges'],
      async make(trial) {
        const reservationId = await reservationOf(trial);
        return (call) => searchChanges(trial, reservationId, undefined, call);
      },
    },
    {
      name: 'a change confirmation',
      calls: [...booking, 'searchReservationChanges', 'confirmReservationChange'],
      async make(trial) {
        const reservationId = await reservationOf(trial);
        const priced = await pricedTransfer(trial, await findChange(trial, reservationId));
        return (call) => confirmChange(trial, reservationId, priced, {}, call);
      },
    },
  ];
}

function inventedKeys({ keys, target }: Trial): NonNullable<TrialCall['headers']>[] {
  return [
    { Authorization: `Bearer ${invented(keys.secretKey)}` },
    { [target.serviceIdHeader]: `${invented(keys.publicKey)}:${keys.profileCode}` },
    { [target.serviceIdHeader]: `${keys.publicKey}:${invented(keys.profileCode)}` },
  ];
}

function callOf(
  trial: Trial,
  operationId: 'cancelReservation' | 'getDriverAndVehicle' | 'getTracking',
  { reservation: { reservationId } }: BookedTransfer,
): Promise<CheckedExchange> {
  return trial.call(
    operationId,
    operationId === 'cancelReservation' ? { body: { reservationId } } : { query: { reservationId } },
  );
}
