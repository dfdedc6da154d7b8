import type { View } from '../conduct.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { Knowledge } from '../knowledge.ts';
import { fieldOf, offersIn, sentField } from '../knowledge.ts';
import { noteRedacted } from '../redacted-values.ts';

/** The selection in a pricing, booking or change confirmation, as far as earlier responses show it. */
export interface Selection {
  searchId: string | undefined;
  resultId: string | undefined;
  bookingToken: string | undefined;
  pricingToken: string | undefined;
  /** The search with this searchId in its response. */
  search: JudgedExchange | undefined;
  /** The offer in this search with the resultId. */
  offer: Record<string, unknown> | undefined;
  /** The pricing with this pricingToken in its response. */
  pricing: JudgedExchange | undefined;
}

/** Returns the judged exchange's selection. Cached, because several checks ask for it in turn. */
export function selectionOf({ exchange, known }: View): Selection {
  if (latest?.exchange !== exchange || latest.known !== known)
    latest = { exchange, known, selection: select(exchange, known) };
  const { searchId, resultId, bookingToken, pricingToken } = latest.selection;
  noteRedacted(searchId, resultId, bookingToken, pricingToken);
  return latest.selection;
}

/** An offer's place: its search and its result. */
export interface Place {
  searchId: string | undefined;
  resultId: string | undefined;
}

/** Returns the offer behind a bookingToken; undefined if no response had the token. */
export function placeOfBookingToken({ search, offer, bookingToken }: Selection, known: Knowledge): Place | undefined {
  if (bookingToken === undefined) return undefined;
  if (search && offer?.['bookingToken'] === bookingToken) return placeIn(search, offer);
  const found = known.transferOffer('bookingToken', bookingToken);
  return found && placeIn(found.exchange, found.offer);
}

/** Returns the offer behind a pricingToken, from its pricing request. */
export function placeOfPricingToken({ pricing }: Selection): Place | undefined {
  return pricing && { searchId: sentField(pricing, 'searchId'), resultId: sentField(pricing, 'resultId') };
}

export function isSamePlace(one: Place, other: Place): boolean {
  return one.searchId === other.searchId && one.resultId === other.resultId;
}

function placeIn(search: JudgedExchange, { resultId }: Record<string, unknown>): Place {
  return { searchId: fieldOf(search, 'searchId'), resultId: typeof resultId === 'string' ? resultId : undefined };
}

function select(exchange: JudgedExchange, known: Knowledge): Selection {
  const searchId = sentField(exchange, 'searchId');
  const resultId = sentField(exchange, 'resultId');
  const pricingToken = sentField(exchange, 'pricingToken');
  const search = searchId === undefined ? undefined : known.transferSearch(searchId);
  return {
    searchId,
    resultId,
    bookingToken: sentField(exchange, 'bookingToken'),
    pricingToken,
    search,
    offer: search && offersIn(search).find((offer) => offer['resultId'] === resultId),
    pricing: pricingToken === undefined ? undefined : known.pricing(pricingToken),
  };
}

let latest: { exchange: JudgedExchange; known: Knowledge; selection: Selection } | undefined;
