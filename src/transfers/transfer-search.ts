import { Alphabet, Random } from '../base/ids.ts';
import type { SupplierTerms } from '../scenarios/effects.ts';
import type { SearchRecord } from '../store/searches.ts';
import type { FoundTrip, TripRequest } from './transfer-supplier.ts';

/** The record of a transfer search: for a new reservation, or for changing one. */
export interface TransferSearch extends SearchRecord {
  kind: 'transfers' | 'change';
  origin: TransferOrigin;
}

/** A search's stored input, for creating its offers again. */
export interface TransferOrigin {
  trip: TripRequest;
  /** The reservation to be changed; null for a new one. */
  reservationId: string | null;
  /** Key of the searched world. */
  world: string;
  /** A standard car's lead time when the search was made. */
  leadMinutes: number;
  /** Optional amenities in the reservation to be changed, selected in every offer; absent for a new one. */
  amenities?: string[];
  /**
   * The outbound ride's pickup, if a change concerns only the return of a round trip: `trip` is then the return ride
   * alone. Absent otherwise.
   */
  outboundPickupDateTime?: string;
  /** The scenario effect on the supplier when the search was made. */
  effect: 'down' | 'empty' | null;
  /** Terms of its offers under a scenario; absent without one. */
  terms?: SupplierTerms;
  /** Characters in its tokens under a scenario; absent without one. */
  tokenLength?: number;
}

/** True for the record of a transfer search, false for a flight search. */
export function isTransferSearch(record: SearchRecord): record is TransferSearch {
  return record.kind === 'transfers' || record.kind === 'change';
}

/** Returns a search's found trip as its client knows it: a return under the names of its round trip. */
export function tripOf({ origin: { trip, outboundPickupDateTime } }: TransferSearch, found: FoundTrip) {
  const { mode, passengers } = trip;
  const { pickup, dropoff, pickupDateTime, returnPickupDateTime } = found;
  if (outboundPickupDateTime === undefined)
    return { mode, pickup, dropoff, pickupDateTime, returnPickupDateTime, passengers };
  return {
    mode: 'round_trip' as const,
    pickup: dropoff,
    dropoff: pickup,
    pickupDateTime: outboundPickupDateTime,
    returnPickupDateTime: pickupDateTime,
    passengers,
  };
}

/**
 * Returns a result's bookingToken. It follows from the search's seed alone and contains no data; the only way to check
 * a token is to compare.
 */
export function bookingTokenOf({ seed, origin }: TransferSearch, resultId: string): string {
  return `bt_${drawToken(new Random(`${seed}/booking-token/${resultId}`), origin)}`;
}

/** Returns a new pricingToken for an offer from a search. */
export function drawPricingToken(random: Random, { origin }: TransferSearch): string {
  return `pt_${drawToken(random, origin)}`;
}

/**
 * Returns letters in both cases and digits, and also every other character found in the tokens of real services: a
 * client that changes the case, encodes a token again or trims it sends a different token.
 */
function drawToken(random: Random, { tokenLength = TOKEN_LENGTH }: TransferOrigin): string {
  const letters = random.text(tokenLength - MARKS, TOKEN_LETTERS);
  return `${letters.slice(0, 8)}+${letters.slice(8, 16)}/${letters.slice(16, 24)}-${letters.slice(24)}=`;
}

/** Characters in a token, and the number of other characters than letters and digits: the prefix and four more. */
const TOKEN_LENGTH = 39;
const MARKS = 7;
const TOKEN_LETTERS = new Alphabet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789');
