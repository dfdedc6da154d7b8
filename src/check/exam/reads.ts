import type { Exchange } from '../../exchange/exchange.ts';
import { isInDoubt } from '../judge/doubt.ts';
import { isBooking, readFor, showsOutcome } from '../judge/expectations/bookings.ts';
import { mayFollow } from '../judge/expectations/lost.ts';
import { JudgedExchange, observe } from '../judge/judged-exchange.ts';

/**
 * Required reads for a booking in doubt (docs/exam.md): `reads`, or until a read `afterMs` later. No situation hides a
 * booking for longer, so a client may say not booked or unknown after as many reads without success.
 */
export const ENOUGH = { reads: 5, afterMs: 30_000 } as const;

/** Returns a journal's calls in the judge's form. */
export function callsIn(journal: readonly Exchange[]): JudgedExchange[] {
  return journal.map(
    (exchange) =>
      new JudgedExchange({
        ...observe(exchange),
        operation: exchange.operationId as JudgedExchange['operation'],
        target: exchange.path,
        parameters: {},
        requestHeaders: exchange.request.headers.flat(),
      }),
  );
}

/** Counts the bookings in doubt with enough reads (`ENOUGH`) but without a read that showed them. */
export function countUnlearned(calls: readonly JudgedExchange[]): number {
  return calls.filter((call) => isBooking(call) && isInDoubt(call) && isUnlearned(call, calls)).length;
}

function isUnlearned(booking: JudgedExchange, calls: readonly JudgedExchange[]): boolean {
  const reads = calls.filter((call) => !isBooking(call) && mayFollow(booking, call) && readFor(call, booking) !== null);
  if (reads.some((read) => showsOutcome(read, booking))) return false;
  return reads.length >= ENOUGH.reads || reads.some(({ at }) => at - booking.at >= ENOUGH.afterMs);
}
