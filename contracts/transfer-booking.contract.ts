import { isRecord } from '../src/base/values/kinds.ts';
import { select } from '../src/base/values/select.ts';
import { show } from '../src/base/values/show.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { expectStatus, fail } from '../src/check/verify/expectations/expect.ts';
import { amendable } from '../src/check/verify/fixtures/transfer-requests.ts';
import {
  bookedTransfer,
  bookTransfer,
  pricedTransfer,
  readReservation,
} from '../src/check/verify/fixtures/transfers.ts';
import type { PolledBooking } from '../src/check/verify/flows.ts';
import { change, pendingAndPoll, poll } from '../src/check/verify/flows.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import {
  bookingStatus,
  describeOutcome,
  isAccepted,
  isRefused,
  isSuccess,
  saysNothing,
} from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';

/** The two calls in the state table of §3. */
interface Confirming {
  name: string;
  calls: Contract['calls'];
  /** Makes the call after its preparatory calls. */
  make: (trial: Trial, scenario?: string) => Promise<{ searchId: string; exchange: CheckedExchange }>;
}

const booking: Confirming = {
  name: 'booking',
  calls: ['searchTransfers', 'priceTransfer', 'bookTransfer'],
  async make(trial, scenario) {
    const priced = await pricedTransfer(trial);
    return { searchId: priced.searchId, exchange: await bookTransfer(trial, priced, {}, { scenario }) };
  },
};

const changing: Confirming = {
  name: 'change confirmation',
  calls: [...booking.calls, 'searchReservationChanges', 'confirmReservationChange'],
  async make(trial, scenario) {
    const { reservation } = await bookedTransfer(trial, amendable);
    const { searchId, confirmation } = await change(trial, reservation.reservationId, { scenario });
    return { searchId, exchange: confirmation };
  },
};

const ofBoth = [booking, changing].flatMap(({ name, calls, make }): Contract[] => [
  {
    title: `a ${name} returns 200 with a status`,
    rules: ['transfer.booking.http-200-with-status'],
    calls,
    async check(trial) {
      const { exchange } = await make(trial);
      trial.requireSetup(exchange, `needs a ${name} that is not a bad request`, exchange.status < 400);
      expectResult(exchange);
    },
  },
  {
    title: `a pending ${name} returns 200 with a status`,
    rules: ['transfer.booking.http-200-with-status'],
    calls,
    scenarios: ['pending'],
    async check(trial) {
      expectResult((await make(trial, 'pending')).exchange);
    },
  },
  {
    title: `a ${name} that the supplier refuses returns 200 with a status`,
    rules: ['transfer.booking.http-200-with-status'],
    calls,
    scenarios: ['failed'],
    async check(trial) {
      expectResult((await make(trial, 'failed')).exchange);
    },
  },
  {
    title: `a completed ${name} has status completed and its reservations`,
    rules: ['transfer.booking.completed'],
    calls,
    async check(trial) {
      const { exchange } = await make(trial);
      trial.requireSetup(
        exchange,
        `needs a ${name} that completes`,
        isSuccess(exchange) && bookingStatus(exchange) === 'completed',
      );
      const { completed, reservations } = resultOf(exchange);
      if (completed !== true)
        fail(exchange, 'the flag completed to be true if the status is completed', show(completed), '/completed');
      if (!Array.isArray(reservations) || reservations.length === 0)
        fail(exchange, 'at least one reservation if the status is completed', show(reservations), '/reservations');
    },
  },
  {
    title: `a ${name} without an outcome is pending, also when read`,
    rules: ['transfer.booking.pending'],
    calls: [...calls, 'getReservation'],
    scenarios: ['pending-forever'],
    async check(trial) {
      const { searchId, exchange } = await makePending(trial, name, make);
      expectPending(trial, trial.requireSetup(exchange, `needs a ${name} without an outcome`));
      const read = await readReservation(trial, { searchId });
      if (isSuccess(read)) expectPending(trial, read);
    },
  },
  {
    title: `a ${name} that the supplier refuses is failed with a reason, and has no reservation`,
    rules: ['transfer.booking.failed'],
    calls: [...calls, 'getReservation'],
    scenarios: ['failed'],
    async check(trial) {
      const { searchId, exchange } = await make(trial, 'failed');
      expectFailed(trial.requireSetup(exchange, `needs a ${name} that the supplier refuses`));
      await expectNotMade(trial, searchId);
    },
  },
]);

const area: Area = {
  name: 'transfer booking',
  contracts: [
    ...ofBoth,
    {
      title: 'a booking refused for its request returns 200 with a status',
      rules: ['transfer.booking.http-200-with-status'],
      calls: booking.calls,
      async check(trial) {
        const { exchange } = await refusedBooking(trial);
        if (!isSuccess(exchange)) warnOfStatus(trial, exchange);
        else expectResult(exchange);
      },
    },
    {
      title: 'a booking refused for its request is failed with a reason, and has no reservation',
      rules: ['transfer.booking.failed'],
      calls: [...booking.calls, 'getReservation'],
      async check(trial) {
        const { searchId, exchange } = await refusedBooking(trial);
        // Only a booking result can be a refused booking, a bad request cannot.
        if (isSuccess(exchange)) expectFailed(exchange);
        else warnOfStatus(trial, exchange);
        await expectNotMade(trial, searchId);
      },
    },
    {
      title: 'a pending booking that completes is read completed',
      rules: ['transfer.booking.pending.read-outcome'],
      calls: [...booking.calls, 'getReservation'],
      scenarios: ['pending'],
      async check(trial) {
        expectOutcome((await pendingAndPoll(trial, 'pending')).reads, 'completed');
      },
    },
    {
      title: 'a pending booking that fails is read failed',
      rules: ['transfer.booking.pending.read-outcome'],
      calls: [...booking.calls, 'getReservation'],
      scenarios: ['pending-then-failed'],
      async check(trial) {
        expectOutcome((await pendingAndPoll(trial, 'pending-then-failed')).reads, 'failed');
      },
    },
    {
      title: 'a pending change confirmation that completes is read completed',
      rules: ['transfer.booking.pending.read-outcome'],
      calls: [...changing.calls, 'getReservation'],
      scenarios: ['pending'],
      async check(trial) {
        const { searchId, exchange } = await changing.make(trial, 'pending');
        trial.requireSetup(exchange, 'needs a pending change', bookingStatus(exchange) === 'pending');
        expectOutcome(await poll(trial, { searchId }), 'completed');
      },
    },
    {
      title: 'a pending change confirmation that fails is read failed',
      rules: ['transfer.booking.pending.read-outcome'],
      calls: [...changing.calls, 'getReservation'],
      scenarios: ['pending-then-failed'],
      async check(trial) {
        const { searchId, exchange } = await changing.make(trial, 'pending-then-failed');
        trial.requireSetup(exchange, 'needs a pending change', bookingStatus(exchange) === 'pending');
        expectOutcome(await poll(trial, { searchId }), 'failed');
      },
    },
  ],
};

export default area;

/**
 * Makes a pending booking under `pending-forever`. The supplier may refuse any booking, so only a second refusal
 * counts.
 */
async function makePending(trial: Trial, name: string, make: Confirming['make']): ReturnType<Confirming['make']> {
  const first = await make(trial, 'pending-forever');
  if (bookingStatus(first.exchange) !== 'failed') return first;
  const { exchange } = await make(trial);
  trial.requireSetup(exchange, `needs a ${name} that is not refused`, isAccepted(exchange));
  return make(trial, 'pending-forever');
}

function expectResult(exchange: CheckedExchange): void {
  expectStatus(exchange, 200);
  const status = bookingStatus(exchange);
  if (!STATUSES.includes(status)) fail(exchange, `a status that is ${STATUSES.join(', ')}`, show(status), '/status');
}

function expectPending(trial: Trial, exchange: CheckedExchange): void {
  const { status, completed, reservations } = resultOf(exchange);
  if (status !== 'pending') fail(exchange, 'the status pending while there is no outcome', show(status), '/status');
  if (completed === true)
    fail(exchange, 'no flag that the booking is completed while its status is pending', 'true', '/completed');
  if (Array.isArray(reservations) && reservations.length > 0) {
    trial.warn('transfer.booking-result', {
      expected: 'no reservations while the status is pending',
      actual: show(reservations),
      pointer: '/reservations',
      exchange,
    });
  }
}

function expectFailed(exchange: CheckedExchange): void {
  const { status, error } = resultOf(exchange);
  if (status !== 'failed') fail(exchange, 'the status failed for a booking that is refused', show(status), '/status');
  if (saysNothing(error)) fail(exchange, 'the reason in error if the status is failed', show(error), '/error');
}

/** Expects no reservation from a refused booking. */
async function expectNotMade(trial: Trial, searchId: string): Promise<void> {
  const read = await readReservation(trial, { searchId });
  const made =
    isSuccess(read) && (bookingStatus(read) === 'completed' || select(read.value, '/reservations/*').length > 0);
  if (made) fail(read, 'no reservation after a booking that was refused', describeOutcome(read), '/reservations');
}

function expectOutcome(reads: PolledBooking['reads'], outcome: string): void {
  for (const read of reads) expectStatus(read, 200);
  const last = reads.at(-1) ?? reads[0];
  if (bookingStatus(last) !== outcome)
    fail(last, `the outcome ${outcome}, after ${reads.length} reads`, show(bookingStatus(last)), '/status');
}

/** Books directly from the search result, without pricing. Every service refuses such a booking (§4.3). */
async function refusedBooking(trial: Trial): Promise<{ searchId: string; exchange: CheckedExchange }> {
  const priced = await pricedTransfer(trial);
  const exchange = await bookTransfer(trial, priced, { pricingToken: undefined });
  trial.requireSetup(
    exchange,
    'needs a booking that is refused, and one without a pricingToken was not',
    isRefused(exchange),
  );
  return { searchId: priced.searchId, exchange };
}

function warnOfStatus(trial: Trial, exchange: CheckedExchange): void {
  trial.warn('transfer.booking-refusals', {
    expected: 'a booking without a pricingToken to return 200 with status failed',
    actual: describeOutcome(exchange),
    pointer: null,
    exchange,
  });
}

function resultOf({ value: body }: CheckedExchange): Readonly<Record<string, unknown>> {
  return isRecord(body) ? body : {};
}

const STATUSES: readonly unknown[] = ['completed', 'pending', 'failed'];
