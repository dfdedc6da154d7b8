import type { Schema, TransferOffer } from '../../interface/api.ts';
import type { PricedTransfer } from './fixtures/transfer-requests.ts';
import type { BookedTransfer } from './fixtures/transfers.ts';
import {
  bookedTransfer,
  bookTransfer,
  confirmChange,
  findChange,
  findsNothing,
  pricedTransfer,
  readReservation,
} from './fixtures/transfers.ts';
import type { CheckedExchange } from './http/exchange.ts';
import { bookingStatus } from './responses/outcome.ts';
import type { Trial, TrialCall } from './run/trial.ts';

/** The documented call orders, as functions that contracts start from. */

export interface NewReservation extends BookedTransfer {
  read: CheckedExchange;
}

/**
 * A new reservation in the documented order (§4.3): search, pricing, book, read. Throws PreconditionNotMet when none is
 * made.
 */
export async function newReservation(
  trial: Trial,
  criterion?: (offer: TransferOffer) => boolean,
): Promise<NewReservation> {
  const booked = await bookedTransfer(trial, criterion);
  return { ...booked, read: await readOne(trial, booked.reservation) };
}

/** Reads a reservation by its id. */
export function readOne(
  trial: Trial,
  { reservationId }: Pick<Schema['Reservation'], 'reservationId'>,
): Promise<CheckedExchange> {
  return readReservation(trial, { reservationId });
}

export interface PolledBooking extends PricedTransfer {
  booking: CheckedExchange;
  /** The reads that followed; the last one has the outcome, if there is one. */
  reads: [CheckedExchange, ...CheckedExchange[]];
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

export interface Recovery extends PricedTransfer {
  /** The booking that returned 502, and the read after it. */
  lost: CheckedExchange;
  read: CheckedExchange;
  /** The second booking where the read found none, and a read of that; null where the first one was made. */
  again: CheckedExchange | null;
  readAgain: CheckedExchange | null;
}

/**
 * A booking that returns 502 (§4.3): it is read before another one is made, and made again only when the read finds
 * none. Throws PreconditionNotMet unless the booking returns 502.
 */
export async function recoverAfter502(trial: Trial, scenario: string): Promise<Recovery> {
  const priced = await pricedTransfer(trial);
  const key = { searchId: priced.searchId };
  const lost = await bookTransfer(trial, priced, {}, { scenario });
  trial.requireSetup(lost, 'needs a booking that returns 502', lost.status === 502);
  const read = await readReservation(trial, key);
  if (!findsNothing(read)) return { ...priced, lost, read, again: null, readAgain: null };
  const again = await bookTransfer(trial, priced);
  return { ...priced, lost, read, again, readAgain: await readReservation(trial, key) };
}

export interface Change extends PricedTransfer {
  confirmation: CheckedExchange;
}

/**
 * A change of a reservation in the documented order (§4.3): change search, pricing, change confirmation. `call` applies
 * to the confirmation, whose response the check validates. Throws PreconditionNotMet when the change cannot be priced.
 */
export async function change(trial: Trial, reservationId: string, call: TrialCall = {}): Promise<Change> {
  const priced = await pricedTransfer(trial, await findChange(trial, reservationId));
  return { ...priced, confirmation: await confirmChange(trial, reservationId, priced, {}, call) };
}
