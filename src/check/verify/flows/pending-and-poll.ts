import type { PricedTransfer } from '../fixtures/transfers.ts';
import { bookTransfer, pricedTransfer, readReservation } from '../fixtures/transfers.ts';
import type { Exchange } from '../http/exchange.ts';
import { bookingStatus } from '../responses/outcome.ts';
import type { Trial } from '../run/trial.ts';

export interface PolledBooking extends PricedTransfer {
  booking: Exchange;
  /** The reads that followed; the last one has the outcome, if there is one. */
  reads: [Exchange, ...Exchange[]];
}

/**
 * A booking that goes pending and is read until it has an outcome (§3); it is never sent again. Throws
 * PreconditionNotMet unless it goes pending.
 */
export async function pendingAndPoll(trial: Trial, scenario: string): Promise<PolledBooking> {
  const priced = await pricedTransfer(trial);
  const booking = await bookTransfer(trial, priced, {}, { scenario });
  trial.requireSetup(booking, 'needs a pending booking', bookingStatus(booking) === 'pending');
  return { ...priced, booking, reads: await poll(trial, { searchId: priced.searchId }) };
}

/** Reads a booking until its status is no longer pending, at most MAX_READS times. */
export async function poll(trial: Trial, key: Readonly<Record<string, string>>): Promise<PolledBooking['reads']> {
  const first = await readReservation(trial, key);
  const reads: PolledBooking['reads'] = [first];
  for (let last = first; bookingStatus(last) === 'pending' && reads.length < MAX_READS;) {
    last = await readReservation(trial, key);
    reads.push(last);
  }
  return reads;
}

/** More than the scenarios need. There is no pause between the reads: real time makes no difference. */
const MAX_READS = 12;
