import { Random } from '../ids.ts';
import type { TransferSearch } from './transfer-search.ts';

/**
 * The bookingToken of a result: letters and digits that only the search's own seed leads to. Nothing stands
 * in it; the one way to check a token is to compare.
 */
export function bookingTokenOf({ seed }: TransferSearch, resultId: string): string {
  return `bt_${new Random(`${seed}/booking-token/${resultId}`).text(TOKEN_LENGTH)}`;
}

/** A pricingToken that has not been given before. */
export function drawPricingToken(random: Random): string {
  return `pt_${random.text(TOKEN_LENGTH)}`;
}

const TOKEN_LENGTH = 32;
