import { select } from '../src/base/values/select.ts';
import { show } from '../src/base/values/show.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { warnUnlessRefusedWith } from '../src/check/verify/expectations/assumed-refusal.ts';
import { expectAlwaysRefused, expectEvery, fail } from '../src/check/verify/expectations/expect.ts';
import { requireAcceptedWithoutFlaw } from '../src/check/verify/fixtures/flawed-requests.ts';
import type { Flaws } from '../src/check/verify/fixtures/positions.ts';
import { expectRefusedAt } from '../src/check/verify/fixtures/positions.ts';
import {
  bookingPositions,
  confirmationPositions,
  pricingPositions,
} from '../src/check/verify/fixtures/transfer-positions.ts';
import type { FoundTransfer } from '../src/check/verify/fixtures/transfer-requests.ts';
import { amendable, usableOffers } from '../src/check/verify/fixtures/transfer-requests.ts';
import type { BookedTransfer } from '../src/check/verify/fixtures/transfers.ts';
import {
  bookedTransfer,
  completedBooking,
  findsNothing,
  findStranger,
  findTransfer,
  priceTransfer,
  readReservation,
  searchChanges,
  searchTransfers,
} from '../src/check/verify/fixtures/transfers.ts';
import { invented } from '../src/check/verify/fixtures/wrong-values.ts';
import { change } from '../src/check/verify/flows.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { bookingStatus, describeOutcome, isAccepted } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';

const area: Area = {
  name: 'transfer identifiers',
  contracts: [
    ...comesFromSearches('transfer.identifiers.search-id', 'searchId', '/searchId'),
    {
      title: 'pricing accepts only the searchId of its search',
      rules: ['transfer.identifiers.search-id'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        await expectPricingRefuses(trial, 'searchId', ({ searchId }) => invented(searchId), 'search_not_found');
      },
    },
    {
      title: 'booking accepts only the searchId of its search',
      rules: ['transfer.identifiers.search-id'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        await expectBookingRefuses(trial, 'searchId', ({ searchId }) => invented(searchId));
      },
    },
    {
      title: 'a reservation is found only by the searchId of its booking',
      rules: ['transfer.identifiers.search-id'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer', 'getReservation'],
      async check(trial) {
        const booked = await bookedTransfer(trial);
        const {
          searchId,
          reservation: { reservationId },
        } = booked;
        await expectFoundBy(trial, booked, { searchId }, { reservationId });
        const read = await expectAlwaysRefused(
          `a read by the invented searchId ${invented(searchId)}`,
          () => readReservation(trial, { searchId: invented(searchId) }),
          expectNothing,
        );
        warnUnlessRefusedWith(trial, 'transfer.reservation-not-found', read, 400, 'reservation_not_found');
      },
    },
    {
      title: 'a changed reservation is found by the searchId of its change search',
      rules: ['transfer.identifiers.search-id'],
      calls: [
        'searchTransfers',
        'priceTransfer',
        'bookTransfer',
        'getReservation',
        'searchReservationChanges',
        'confirmReservationChange',
      ],
      async check(trial) {
        const { reservationId } = (await bookedTransfer(trial, amendable)).reservation;
        const { searchId, confirmation } = await change(trial, reservationId);
        trial.requireSetup(confirmation, 'needs a completed change', bookingStatus(confirmation) === 'completed');
        const read = await readReservation(trial, { searchId });
        if (isAccepted(read) && reservationIds(read).length > 0) return;
        const other = await readReservation(trial, { reservationId });
        const found = isAccepted(other) && reservationIds(other).length > 0;
        trial.requireSetup(other, 'needs a reservation that can be read', found);
        fail(
          read,
          'a read by the searchId of the change search to find the changed reservation',
          describeOutcome(read),
        );
      },
    },
    ...comesFromSearches('transfer.identifiers.result-id', 'resultId', '/offers/*/resultId'),
    {
      title: 'pricing accepts only a resultId of its own search',
      rules: ['transfer.identifiers.result-id'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        await expectPricingRefuses(trial, 'resultId', (found) => foreignResultId(trial, found), 'result_not_found');
      },
    },
    {
      title: 'booking accepts only a resultId of its own search',
      rules: ['transfer.identifiers.result-id'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        await expectBookingRefuses(trial, 'resultId', (found) => foreignResultId(trial, found));
      },
    },
    ...comesFromSearches('transfer.identifiers.booking-token', 'bookingToken', '/offers/*/bookingToken'),
    {
      title: 'pricing accepts only the bookingToken of the selected offer',
      rules: ['transfer.identifiers.booking-token'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        const wrong = ({ offer }: FoundTransfer) => invented(offer.bookingToken);
        await expectPricingRefuses(trial, 'bookingToken', wrong, 'booking_token_invalid');
      },
    },
    {
      title: 'booking accepts only the bookingToken of the selected offer',
      rules: ['transfer.identifiers.booking-token'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        await expectBookingRefuses(trial, 'bookingToken', ({ offer }) => invented(offer.bookingToken));
      },
    },
    {
      title: 'pricing returns a pricingToken',
      rules: ['transfer.identifiers.pricing-token'],
      calls: ['searchTransfers', 'priceTransfer'],
      async check(trial) {
        const pricing = trial.requireSetup(
          await priceTransfer(trial, await findTransfer(trial)),
          'needs a priced transfer, and pricing was refused',
        );
        expectEvery(pricing, '/pricingToken', 'a pricingToken', isGiven);
      },
    },
    {
      title: 'booking accepts only the pricingToken of the pricing',
      rules: ['transfer.identifiers.pricing-token'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
      async check(trial) {
        const refusals = await expectRefusedAt(trial, 'a booking', bookingPositions(), inventedPricing);
        for (const refusal of refusals) warnUnlessRefusedWith(trial, 'transfer.booking-refusals', refusal, 200);
      },
    },
    {
      title: 'a change confirmation accepts only the pricingToken of the pricing',
      rules: ['transfer.identifiers.pricing-token'],
      calls: [
        'searchTransfers',
        'priceTransfer',
        'bookTransfer',
        'searchReservationChanges',
        'confirmReservationChange',
      ],
      async check(trial) {
        const positions = confirmationPositions();
        const refusals = await expectRefusedAt(trial, 'a change confirmation', positions, inventedPricing);
        for (const refusal of refusals) warnUnlessRefusedWith(trial, 'transfer.booking-refusals', refusal, 200);
      },
    },
    comesFromBooking('transfer.identifiers.reservation-id', 'reservationId'),
    {
      title: 'a reservation is found by its reservationId',
      rules: ['transfer.identifiers.reservation-id'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer', 'getReservation'],
      async check(trial) {
        const booked = await bookedTransfer(trial);
        await expectFoundBy(
          trial,
          booked,
          { reservationId: booked.reservation.reservationId },
          { searchId: booked.searchId },
        );
      },
    },
    comesFromBooking('transfer.identifiers.confirmation-number', 'confirmationNumber'),
    {
      title: 'a reservation is found by its confirmationNumber',
      rules: ['transfer.identifiers.confirmation-number'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer', 'getReservation'],
      async check(trial) {
        const booked = await bookedTransfer(trial);
        const { confirmationNumber, reservationId } = booked.reservation;
        if (!isGiven(confirmationNumber))
          throw new PreconditionNotMet('needs a confirmationNumber, and the reservation had none');
        await expectFoundBy(trial, booked, { confirmationNumber }, { reservationId });
      },
    },
    {
      title: 'a read without any identifier is refused',
      rules: ['transfer.identifiers.needed-later'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer', 'getReservation'],
      async check(trial) {
        const {
          reservation: { reservationId },
        } = await bookedTransfer(trial);
        const read = await expectAlwaysRefused(
          'a read without any identifier',
          () => readReservation(trial, {}),
          expectNothing,
        );
        warnUnlessRefusedWith(trial, 'transfer.reservation-keys', read, 400, 'reservation_key_required');
        requireAcceptedWithoutFlaw(trial, await readReservation(trial, { reservationId }), 'a read');
      },
    },
    {
      title: 'a change search without a reservationId is refused',
      rules: ['transfer.identifiers.needed-later'],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer', 'searchReservationChanges'],
      async check(trial) {
        const {
          reservation: { reservationId },
        } = await bookedTransfer(trial, amendable);
        const changes = { pickupDateTime: `${trial.target.departureDate}T13:30:00` };
        await expectAlwaysRefused('a change search without a reservationId', () =>
          searchChanges(trial, reservationId, { ...changes, reservationId: undefined }),
        );
        requireAcceptedWithoutFlaw(trial, await searchChanges(trial, reservationId, changes), 'a change search');
      },
    },
  ],
};

export default area;

/**
 * Checks a name returned by searches and change searches alike. No two offers in one response have the same resultId.
 */
function comesFromSearches(rule: string, name: string, pattern: string): Contract[] {
  const expectGiven = (search: CheckedExchange): void => {
    const values = select(search.value, pattern).map(({ value }) => value);
    const own = name === 'resultId' ? ' of its own' : '';
    expectEvery(
      search,
      pattern,
      `a ${name}${own}`,
      (value) => isGiven(value) && (own === '' || values.indexOf(value) === values.lastIndexOf(value)),
    );
  };
  return [
    {
      title: `a transfer search returns a ${name}`,
      rules: [rule],
      calls: ['searchTransfers'],
      async check(trial) {
        expectGiven(trial.requireSetup(await searchTransfers(trial), 'needs a transfer search, and it was refused'));
      },
    },
    {
      title: `a change search returns a ${name}`,
      rules: [rule],
      calls: ['searchTransfers', 'priceTransfer', 'bookTransfer', 'searchReservationChanges'],
      async check(trial) {
        const { reservation } = await bookedTransfer(trial, amendable);
        expectGiven(
          trial.requireSetup(
            await searchChanges(trial, reservation.reservationId),
            'needs a change search, and it was refused',
          ),
        );
      },
    },
  ];
}

function comesFromBooking(rule: string, name: string): Contract {
  return {
    title: `a completed booking returns a ${name}`,
    rules: [rule],
    calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
    async check(trial) {
      expectEvery((await completedBooking(trial)).booking, `/reservations/*/${name}`, `a ${name}`, isGiven);
    },
  };
}

async function expectPricingRefuses(
  trial: Trial,
  name: string,
  wrong: (found: FoundTransfer) => unknown,
  code: string,
): Promise<void> {
  const refusals = await expectRefusedAt(trial, 'pricing', pricingPositions(), {
    [`a ${name} that is not its own`]: async (body, found) => ({ ...body, [name]: await wrong(found) }),
  });
  for (const refusal of refusals) warnUnlessRefusedWith(trial, 'transfer.pricing-rejections', refusal, 400, code);
}

async function expectBookingRefuses(
  trial: Trial,
  name: string,
  wrong: (found: FoundTransfer) => unknown,
): Promise<void> {
  await expectRefusedAt(trial, 'a booking', bookingPositions(), {
    [`a ${name} that is not its own`]: async (body, priced) => ({ ...body, [name]: await wrong(priced) }),
  });
}

const inventedPricing: Flaws<{ pricingToken?: string }> = {
  'an invented pricingToken': (body) => ({ ...body, pricingToken: invented(String(body.pricingToken)) }),
};

/**
 * Expects this identifier to find a reservation. A successful read by another one shows that this identifier is at
 * fault. Throws PreconditionNotMet if neither finds it.
 */
async function expectFoundBy(
  trial: Trial,
  { reservation }: BookedTransfer,
  key: Readonly<Record<string, string>>,
  otherKey: Readonly<Record<string, string>>,
): Promise<void> {
  const finds = (read: CheckedExchange): boolean =>
    isAccepted(read) && reservationIds(read).includes(reservation.reservationId);
  const read = await readReservation(trial, key);
  if (finds(read)) return;
  const other = await readReservation(trial, otherKey);
  if (!finds(other))
    throw new PreconditionNotMet(
      `needs a reservation that can be read, and it is not found by its ${Object.keys(otherKey).join()} ` +
        `either: ${describeOutcome(other)}`,
    );
  fail(
    read,
    `a read by its ${Object.keys(key).join()} to find the reservation ${reservation.reservationId}`,
    isAccepted(read) ? `the reservations ${show(reservationIds(read))}` : describeOutcome(read),
  );
}

function expectNothing(read: CheckedExchange, call: string): void {
  if (!findsNothing(read))
    fail(
      read,
      `${call} to find nothing`,
      `${describeOutcome(read)}, with the reservations ${show(reservationIds(read))}`,
    );
}

function reservationIds(read: CheckedExchange): unknown[] {
  return select(read.value, '/reservations/*/reservationId').map(({ value }) => value);
}

/** Returns a resultId from outside the search. */
async function foreignResultId(trial: Trial, { search }: FoundTransfer): Promise<string> {
  const own = usableOffers(search).map(({ resultId }) => resultId);
  return (await findStranger(trial, ({ resultId }) => !own.includes(resultId))).offer.resultId;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
