import type { Exchange } from '../../exchange/exchange.ts';
import { assumptionFor, describeDoubt, isInDoubt } from '../judge/doubt.ts';
import {
  isBooking,
  isDefinite,
  isSentAgain,
  later,
  nameOf,
  readFor,
  showsOutcome,
  statusOf,
} from '../judge/expectations/bookings.ts';
import { isAfter, mayFollow } from '../judge/expectations/lost.ts';
import type { Finding } from '../judge/finding.ts';
import { toFinding } from '../judge/finding.ts';
import type { JudgedExchange } from '../judge/judged-exchange.ts';
import { toServiceCall } from '../judge/recording/service-finder.ts';

/**
 * Required reads for a booking in doubt (docs/exam.md): `reads`, or until a read `afterMs` later. No situation hides a
 * booking for longer, so a client may say not booked or unknown after as many reads without success.
 */
export const ENOUGH = { reads: 5, afterMs: 30_000 } as const;

/** Returns a journal's calls in the judge's form. */
export function callsIn(journal: readonly Exchange[]): JudgedExchange[] {
  return journal.map((exchange) => {
    const operation = exchange.operationId as JudgedExchange['operation'];
    return toServiceCall(exchange, '', { operation, parameters: {} }, 'x-service-id').exchange;
  });
}

/** Counts the bookings in doubt with enough reads (`ENOUGH`) but without a read that showed them. */
export function countUnlearned(calls: readonly JudgedExchange[]): number {
  return calls.filter((call) => isLost(call) && isUnlearned(call, calls)).length;
}

/** True for a booking in doubt. */
export function isLost(call: JudgedExchange): boolean {
  return isBooking(call) && isInDoubt(call);
}

/**
 * Finds bookings after one in doubt, or a pending one, without a read of its outcome between them. The judge compares
 * the travellers; in the exam each further booking is for the same trip, also with another e-mail address.
 */
export function findRebookings(calls: readonly JudgedExchange[]): Finding[] {
  return calls.flatMap((open) => {
    const isPending = isBooking(open) && statusOf(open) === 'pending';
    if (!isPending && !isLost(open)) return [];
    const next = calls
      .filter((call) => mayFollow(open, call) && (isBooking(call) || readFor(call, open) !== null))
      .toSorted((a, b) => a.began - b.began)
      .find((call) => isBooking(call) || (isPending ? showsOutcome(call, open) : isDefinite(call)));
    // The judge itself finds a booking that is sent again.
    if (next?.operation !== open.operation || !isAfter(open, next) || isSentAgain(open, next)) return [];
    const rule = isPending ? 'transfer.booking.pending.read-outcome' : 'transfer.502.read-before-rebooking';
    const check = {
      title: 'the outcome is read before another booking for the trip',
      rules: [rule],
      right: 'Read the outcome of the first booking until it is final; book again only if it has failed.',
    };
    const reason = isPending ? 'is pending' : describeDoubt(open);
    const found = {
      expected: `a read of the outcome after the ${nameOf(open)} that ${reason}`,
      actual: `another ${nameOf(next)} for the only trip of the task, ${later(open, next)}`,
      ...{ before: [open], ...(isPending ? {} : assumptionFor(open)) },
    };
    return [toFinding(check, found, next)];
  });
}

function isUnlearned(booking: JudgedExchange, calls: readonly JudgedExchange[]): boolean {
  const reads = calls.filter((call) => !isBooking(call) && mayFollow(booking, call) && readFor(call, booking) !== null);
  if (reads.some((read) => showsOutcome(read, booking))) return false;
  return reads.length >= ENOUGH.reads || reads.some(({ at }) => at - booking.at >= ENOUGH.afterMs);
}
