import { Random } from '../ids.ts';
import type { TransferSearch } from './transfer-search.ts';

/**
 * The bookingToken of a result: letters and digits that follow from the seed of the search alone. It contains no data;
 * the only way to check a token is to compare.
 */
export function bookingTokenOf({ seed }: TransferSearch, resultId: string): string {
  return `bt_${new Random(`${seed}/booking-token/${resultId}`).text(TOKEN_LENGTH)}`;
}

/** A new pricingToken. */
export function drawPricingToken(random: Random): string {
  return `pt_${random.text(TOKEN_LENGTH)}`;
}

const TOKEN_LENGTH = 32;
