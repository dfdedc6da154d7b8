import { bookTransfer, pricedTransfer, readReservation } from '../fixtures/transfers.ts';
import type { PricedTransfer } from '../fixtures/transfers.ts';
import type { Exchange } from '../http/exchange.ts';
import { bookingStatus } from '../responses/outcome.ts';
import type { Trial } from '../run/trial.ts';

export interface PolledBooking extends PricedTransfer {
  booking: Exchange;
  /** The reads that followed; the last one has the outcome, or none came. */
  reads: readonly Exchange[];
}

/** A booking that goes pending and is read until it has an outcome (§3): never sent again. Throws Unmet unless it goes pending. */
export async function pendingAndPoll(trial: Trial, scenario: string): Promise<PolledBooking> {
  const priced = await pricedTransfer(trial);
  const booking = await bookTransfer(trial, priced, {}, { scenario });
  trial.requireSetup(booking, 'needs a pending booking', bookingStatus(booking) === 'pending');
  return { ...priced, booking, reads: await poll(trial, { searchId: priced.searchId }) };
}

/** Reads a booking until its status is no longer pending, a few times at the most. */
export async function poll(trial: Trial, key: Readonly<Record<string, string>>): Promise<readonly Exchange[]> {
  const reads: Exchange[] = [];
  do reads.push(await readReservation(trial, key));
  while (bookingStatus(reads.at(-1)!) === 'pending' && reads.length < MAX_READS);
  return reads;
}

/** More than a sandbox is told to need; nobody waits in between, as real time says nothing about it. */
const MAX_READS = 12;
