import { isNumber, isRecord, isText } from '../src/base/values/kinds.ts';
import { propertyOf } from '../src/base/values/property.ts';
import { show } from '../src/base/values/show.ts';
import type { Area, Contract } from '../src/check/verify/contract.ts';
import { expectOfEach, fail } from '../src/check/verify/expectations/expect.ts';
import { findsNothing, readReservation } from '../src/check/verify/fixtures/transfers.ts';
import type { CheckedExchange } from '../src/check/verify/http/exchange.ts';
import { bookingStatus, describeOutcome, isSuccess, saysNothing } from '../src/check/verify/responses/outcome.ts';
import type { Trial } from '../src/check/verify/run/trial.ts';
import { PreconditionNotMet } from '../src/check/verify/verdict.ts';
import type { ShownReservation } from '../src/check/verify/whole-run/bookings.ts';
import { reservationsOf } from '../src/check/verify/whole-run/bookings.ts';
import type { SeenOutcome } from '../src/check/verify/whole-run/outcomes.ts';
import { refusedSearches, seenOutcomes, showsMade } from '../src/check/verify/whole-run/outcomes.ts';
import type { BookingKind, ReadBack, ReservationKey } from '../src/check/verify/whole-run/read-back.ts';
import { readBack, readingBack, readingBackScenarios } from '../src/check/verify/whole-run/read-back.ts';
import { sentBody } from '../src/check/verify/whole-run/sent-body.ts';

const area: Area = {
  name: 'bookings of the whole run',
  contracts: [
    // ── Reads of bookings ──────────────────────────────────────────────────────────────────────────
    readable('transfer.endpoints.details', 'every booking and change of the run', ['instant', 'change']),
    readable('transfer.booking.pending.read-outcome', 'every pending booking of the run', ['pending']),
    readable('transfer.502.proves-nothing', 'every booking of the run made under a 502', ['lost']),
    foundBy('transfer.identifiers.reservation-id', 'reservationId'),
    foundBy('transfer.identifiers.confirmation-number', 'confirmationNumber'),
    foundBy('transfer.identifiers.search-id', 'searchId'),
    ofReadBack(
      'transfer.endpoints.details',
      'a read of every booking of the run agrees with its first response',
      async (trial) => {
        const again = (await readBack(trial)).filter(({ kind }) => !['changed', 'cancelled'].includes(kind));
        // A change in place gives one reservation two states under the same identifiers.
        const stable = again.filter(({ booking, reservation }) => booking.changes !== reservation['reservationId']);
        expectOfBookings(stable, (one) => {
          for (const { read, found } of one.reads) {
            const shown = shownAgain(one, read);
            if (!found || !shown) continue;
            const name = Object.keys(SAME).find((field) => !SAME[field]?.(one.reservation[field], shown[field]));
            if (name !== undefined)
              fail(
                read,
                `the ${name} ${show(one.reservation[name])}, as in ${one.first.exchangeId}`,
                show(shown[name]),
                `/reservations/0/${name}`,
              );
          }
        });
        warnOfTrackingIds(trial, again);
      },
    ),
    ofReadBack(
      'transfer.booking.completed',
      'every completed booking and change of the run lists its reservations',
      async (trial) => {
        await readBack(trial).catch(() => []);
        const completed = trial.recording
          .of('bookTransfer', 'confirmReservationChange')
          .map(({ exchange }) => exchange)
          .filter((exchange) => isSuccess(exchange) && bookingStatus(exchange) === 'completed');
        if (completed.length === 0) throw new PreconditionNotMet('needs a completed booking');
        expectOfEach(completed, (exchange) => {
          const listed = propertyOf(exchange.value, 'reservations');
          if (!Array.isArray(listed) || listed.length === 0 || !listed.every(isRecord))
            fail(exchange, 'a non-empty list of reservations, each an object', show(listed), '/reservations');
        });
      },
    ),
    ofReadBack('transfer.booking.completed', 'every booking of the run exists once', async (trial) => {
      const instant = (await readBack(trial)).filter(({ kind }) => ['instant', 'tried'].includes(kind));
      expectOfBookings(instant, ({ first, reads }) => {
        const made = reservationsOf(first).length;
        for (const { key, read, found } of reads) {
          const ids = new Set(reservationsOf(read).map(({ reservationId }) => reservationId));
          if (key === 'searchId' && found && ids.size > made)
            fail(read, `the ${made} reservations that ${first.exchangeId} made`, show([...ids]), '/reservations');
        }
      });
    }),

    ofReadBack(
      'transfer.change.original-stays-active',
      'the original of every unconfirmed change of the run has its first state at the end',
      async (trial) => {
        const { tried = [], instant = [] } = Object.groupBy(await readBack(trial), ({ kind }) => kind);
        if (tried.length === 0) throw new PreconditionNotMet('needs a reservation with an unconfirmed change');
        // A lost original accuses its change only where the reservations without a change search are found.
        const areFound = instant.length > 0 && !instant.some(isLost);
        const originals = areFound ? tried : tried.filter((one) => !isLost(one));
        const stateIn = (one: ReadBack, read: CheckedExchange) => shownAgain(one, read)?.['state'];
        // The state may change by itself until the ride. Reservations without a change search reveal such changes.
        const moves = instant.flatMap((one) =>
          one.reads.map(({ read }) => show([one.reservation['state'], stateIn(one, read)])),
        );
        expectOfBookings(originals, (one) => {
          const before = one.reservation['state'];
          const [first] = one.reads;
          if (first && isLost(one))
            fail(first.read, `the original ${show(one.reservation['reservationId'])}`, describeOutcome(first.read));
          for (const { read } of one.reads) {
            const now = stateIn(one, read);
            if (isText(before) && isText(now) && before !== now && !moves.includes(show([before, now])))
              fail(read, `the state ${before}, as in ${one.first.exchangeId}`, now, '/reservations/0/state');
          }
        });
        if (originals.length < tried.length)
          throw new PreconditionNotMet(
            'needs reservations without a change search that are found, as an original is lost',
          );
      },
    ),

    // ── Outcomes ───────────────────────────────────────────────────────────────────────────────────
    stays(
      'transfer.booking.pending',
      'no booking of the run is pending again after its outcome',
      (_, status) => status === 'pending',
    ),
    stays(
      'transfer.booking.pending.read-outcome',
      'the outcome of every pending booking of the run stays',
      ({ wasPending }, status) => wasPending && status !== 'pending',
    ),
    stays(
      'transfer.booking.completed',
      'no immediately completed booking of the run is read as failed',
      ({ wasPending, first }, status) => !wasPending && bookingStatus(first) === 'completed' && status === 'failed',
    ),
    ofReadBack('transfer.booking.failed', 'every refused booking has a reason and no reservation', async (trial) => {
      const results = trial.recording.of('bookTransfer', 'confirmReservationChange').map(({ exchange }) => exchange);
      const refused = results.filter((exchange) => isSuccess(exchange) && bookingStatus(exchange) === 'failed');
      expectOfEach(refused, (exchange) => {
        const error = propertyOf(exchange.value, 'error');
        if (saysNothing(error)) fail(exchange, 'the reason in error if the status is failed', show(error), '/error');
      });
      const failed = seenOutcomes(trial.recording).filter(
        (one) => !one.wasPending && bookingStatus(one.first) === 'failed',
      );
      const reads = failed.flatMap(({ later }) => later);
      for (const { exchange, keys } of refusedSearches(trial.recording, MAX_REFUSED))
        reads.push(await readReservation(trial.as(keys), { searchId: String(sentBody(exchange)['searchId']) }));
      if (reads.length === 0) throw new PreconditionNotMet('needs a booking that is refused');
      expectOfEach(reads, (read) => {
        if (showsMade(read)) fail(read, 'a refused booking to have no reservation', describeOutcome(read), '/status');
      });
    }),
  ],
};

export default area;

function ofReadBack(rule: string, title: string, check: Contract['check']): Contract {
  return { title, rules: [rule], calls: readingBack, scenarios: readingBackScenarios, atEnd: true, check };
}

function shownAgain({ reservation }: ReadBack, read: CheckedExchange): ShownReservation | undefined {
  return reservationsOf(read).find((own) => own['reservationId'] === reservation['reservationId']);
}

/** Checks reads of bookings. A booking not found by any key is lost. */
function readable(rule: string, what: string, kinds: readonly BookingKind[]): Contract {
  return ofReadBack(rule, `${what} can be read at its end`, async (trial) => {
    const again = (await readBack(trial)).filter(({ kind }) => kinds.includes(kind));
    if (again.length === 0) throw new PreconditionNotMet(`needs a booking that was made so (${kinds.join()})`);
    expectOfBookings(again, (one) => {
      const [read] = one.reads;
      if (read && isLost(one))
        fail(
          read.read,
          `the reservation ${show(one.reservation['reservationId'])} of ${one.first.exchangeId}`,
          describeOutcome(read.read),
        );
    });
  });
}

/** True if no key finds the booking. Outcome rules cover another status, and form rules cover missing content. */
function isLost({ reads }: ReadBack): boolean {
  return reads.every(({ read, found }) => !found && findsNothing(read) && bookingStatus(read) !== 'failed');
}

/** Checks reads by one key. The document does not say how to read an original after its change. */
function foundBy(rule: string, key: ReservationKey): Contract {
  return ofReadBack(rule, `every readable booking of the run is found by its ${key}`, async (trial) => {
    const again = (await readBack(trial)).filter(
      ({ kind, reads }) => kind !== 'changed' && reads.some(({ found }) => found),
    );
    const reads = again.flatMap((one) =>
      one.reads.filter((read) => read.key === key).map((read) => ({ ...read, one })),
    );
    if (reads.length === 0) throw new PreconditionNotMet(`needs a booking with a ${key} that can be read`);
    const missed = new Map(reads.filter(({ found }) => !found).map((read) => [read.read, read.one]));
    expectOfEach(
      reads.map(({ read }) => read),
      (read) => {
        const one = missed.get(read);
        if (one)
          fail(
            read,
            `the reservation ${show(one.reservation['reservationId'])} of ${one.first.exchangeId}`,
            describeOutcome(read),
          );
      },
    );
  });
}

/** Checks each booking's first read. */
function expectOfBookings(bookings: readonly ReadBack[], expectation: (one: ReadBack) => void): void {
  const byRead = new Map(bookings.flatMap((one) => (one.reads[0] ? [[one.reads[0].read, one] as const] : [])));
  expectOfEach([...byRead.keys()], (read) => {
    const one = byRead.get(read);
    if (one) expectation(one);
  });
}

function stays(rule: string, title: string, isWrong: (seen: SeenOutcome, later: unknown) => boolean): Contract {
  return ofReadBack(rule, title, async (trial) => {
    await readBack(trial);
    const all = seenOutcomes(trial.recording);
    const outcomes = new Map(all.flatMap((seen) => seen.later.map((read) => [read, seen] as const)));
    if (outcomes.size === 0) throw new PreconditionNotMet('needs a booking that is read after its outcome');
    expectOfEach([...outcomes.keys()], (read) => {
      const seen = outcomes.get(read);
      const [before, after] = [seen && bookingStatus(seen.first), bookingStatus(read)];
      if (seen && before !== after && isWrong(seen, after))
        fail(read, `the status ${show(before)}, as in ${seen.first.exchangeId}`, show(after), '/status');
    });
  });
}

/** Warns if the caller's own identifier does not find a booking, as assumed. */
function warnOfTrackingIds(trial: Trial, again: readonly ReadBack[]): void {
  const missed = again
    .flatMap(({ reads }) => (reads.some(({ found }) => found) ? reads : []))
    .find(({ key, found }) => key === 'partnerTrackingId' && !found);
  if (missed)
    trial.warn('transfer.reservation-keys', {
      expected: 'a read by the partnerTrackingId of the booking to find it',
      actual: describeOutcome(missed.read),
      pointer: null,
      exchange: missed.read,
    });
}

/** Constant fields, compared if both responses have them. Other fields may change until the ride. */
const SAME: Readonly<Record<string, (one: unknown, other: unknown) => boolean>> = {
  partnerTrackingId: isSameText,
  pickupDateTime: (one, other) => isSameText(minuteOf(one), minuteOf(other)),
  passengers: isSameAmount,
  totalAmount: isSameAmount,
  currency: isSameText,
  traveller: (one, other) => isSameText(emailOf(one), emailOf(other)),
};

function isSameText(one: unknown, other: unknown): boolean {
  return !isText(one) || !isText(other) || one === other;
}

function isSameAmount(one: unknown, other: unknown): boolean {
  return !isNumber(one) || !isNumber(other) || one === other;
}

function minuteOf(time: unknown): unknown {
  return isText(time) ? time.slice(0, 'YYYY-MM-DDThh:mm'.length) : null;
}

function emailOf(traveller: unknown): unknown {
  return isRecord(traveller) ? traveller['email'] : null;
}

const MAX_REFUSED = 6;
