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

/** Documented call orders, as functions with which contracts start. */

export interface NewReservation extends BookedTransfer {
  read: CheckedExchange;
}

/**
 * Makes a reservation in the documented order (§4.3): search, pricing, book, read. Throws PreconditionNotMet if it
 * fails.
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
  /** Later reads. The last one has the outcome, if there is one. */
  reads: [CheckedExchange, ...CheckedExchange[]];
}

/**
 * Makes a pending booking and reads it until it has an outcome (§3), without sending it again. Throws
 * PreconditionNotMet if the booking is not pending.
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

/** Maximum reads, more than any scenario needs. There are no pauses, because real time makes no difference. */
const MAX_READS = 12;

export interface Recovery extends PricedTransfer {
  /** The booking with status 502, and the next read. */
  lost: CheckedExchange;
  read: CheckedExchange;
  /** The second booking if the read found none, and a read after it; null if the target made the first one. */
  again: CheckedExchange | null;
  readAgain: CheckedExchange | null;
}

/**
 * Makes a booking with status 502 (§4.3) and reads it. Books again only if the read finds none. Throws
 * PreconditionNotMet unless the booking returns 502.
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
 * Changes a reservation in the documented order (§4.3): change search, pricing, change confirmation. `call` applies to
 * the confirmation; the check validates its response. Throws PreconditionNotMet if the change cannot be priced.
 */
export async function change(trial: Trial, reservationId: string, call: TrialCall = {}): Promise<Change> {
  const priced = await pricedTransfer(trial, await findChange(trial, reservationId));
  return { ...priced, confirmation: await confirmChange(trial, reservationId, priced, {}, call) };
}
