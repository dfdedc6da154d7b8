import { Alphabet, Random } from '../base/ids.ts';
import type { TransferSearch } from './transfer-search.ts';

/**
 * The bookingToken of a result. It follows from the seed of the search alone and contains no data; the only way to
 * check a token is to compare.
 */
export function bookingTokenOf({ seed }: TransferSearch, resultId: string): string {
  return `bt_${drawToken(new Random(`${seed}/booking-token/${resultId}`))}`;
}

/** A new pricingToken. */
export function drawPricingToken(random: Random): string {
  return `pt_${drawToken(random)}`;
}

/**
 * 32 letters of both cases and digits, with every other character that tokens of real services have: a client that
 * changes the case, encodes a token again or trims it sends another one.
 */
function drawToken(random: Random): string {
  const letters = random.text(32, TOKEN_LETTERS);
  return `${letters.slice(0, 8)}+${letters.slice(8, 16)}/${letters.slice(16, 24)}-${letters.slice(24)}=`;
}

const TOKEN_LETTERS = new Alphabet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789');
