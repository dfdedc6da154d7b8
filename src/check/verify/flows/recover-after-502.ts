import type { PricedTransfer } from '../fixtures/transfers.ts';
import { bookTransfer, findsNothing, pricedTransfer, readReservation } from '../fixtures/transfers.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Trial } from '../run/trial.ts';

export interface Recovery extends PricedTransfer {
  /** The booking that returned 502, and the read after it. */
  lost: Exchange;
  read: Exchange;
  /** The second booking where the read found none, and a read of that; null where the first one was made. */
  again: Exchange | null;
  readAgain: Exchange | null;
}

/**
 * A booking that returns 502 (§4.3): it is read before another one is made, and made again only when the read finds
 * none. Throws PreconditionNotMet unless the booking returns 502.
 */
export async function recoverAfter502(trial: Trial, scenario: string): Promise<Recovery> {
  const priced = await pricedTransfer(trial);
  const key = { searchId: priced.searchId };
  const lost = await bookTransfer(trial, priced, {}, { scenario });
  trial.requireSetup(lost, 'needs a booking that returns 502', lost.response.status === 502);
  const read = await readReservation(trial, key);
  if (!findsNothing(read)) return { ...priced, lost, read, again: null, readAgain: null };
  const again = await bookTransfer(trial, priced);
  return { ...priced, lost, read, again, readAgain: await readReservation(trial, key) };
}
