import type { Schema, TransferOffer } from '../../../interface/api.ts';
import type { BookedTransfer } from '../fixtures/transfers.ts';
import { bookedTransfer, readReservation } from '../fixtures/transfers.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Trial } from '../run/trial.ts';

export interface NewReservation extends BookedTransfer {
  read: Exchange;
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
): Promise<Exchange> {
  return readReservation(trial, { reservationId });
}
