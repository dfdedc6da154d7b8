import { toIso } from '../base/clock.ts';
import { isForgotten } from '../base/lifetime.ts';
import { droppedNote, Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import { findTrip } from './find-trip.ts';
import { offerEnd } from './offer-end.ts';
import type { TransferSearch } from './transfer-search.ts';
import { bookingTokenOf, isTransferSearch } from './transfer-search.ts';
import type { FoundTrip, Quote } from './transfer-supplier.ts';
import type { Transfers } from './transfers.ts';

export interface SelectedOffer {
  search: TransferSearch;
  trip: FoundTrip;
  quote: Quote;
}

/**
 * Returns the calling profile's transfer search. Refuses with `search_not_found`, also for another profile's search.
 */
export async function findSearch(
  { searches }: Transfers,
  call: RequestContext,
  searchId: string,
): Promise<TransferSearch> {
  const record = await searches.find(call.profile.code, searchId);
  const isKnown = record && isTransferSearch(record) && !isForgotten(record, call.now);
  if (isKnown && call.effects.expiry !== 'forgotten') return record;
  if (isKnown) await call.act('expiry');
  const note = record ? '' : droppedNote(searches.dropped(call.profile.code));
  const message = `No transfer search ${searchId} is known for this profile. Search again with this profile.${note}`;
  throw new Refusal('search_not_found', [{ path: '/searchId', message }]);
}

/** Returns a search's offer. Refuses with `result_not_found`. */
export async function selectOffer(
  transfers: Transfers,
  search: TransferSearch,
  resultId: string,
): Promise<SelectedOffer> {
  const trip = await findTrip(transfers, search);
  const quote = trip.quotes.find((candidate) => candidate.resultId === resultId);
  if (!quote) {
    throw new Refusal('result_not_found', [
      {
        path: '/resultId',
        message: `Search ${search.searchId} has no result ${resultId}. Use a resultId of that search.`,
      },
    ]);
  }
  return { search, trip, quote };
}

/** Refuses with `booking_token_invalid` any token but the offer's own. */
export function checkBookingToken({ search, quote }: SelectedOffer, bookingToken: string): void {
  if (bookingToken === bookingTokenOf(search, quote.resultId)) return;
  throw new Refusal('booking_token_invalid', [
    {
      path: '/bookingToken',
      message:
        `This is not the bookingToken of result ${quote.resultId}. ` + 'Pass the one of the selected offer unchanged.',
    },
  ]);
}

/**
 * Refuses with `token_expired` from the millisecond of the offer's expiresAt on (§2.7), or from an earlier end on
 * (transfer.early-expiry).
 */
export async function checkNotExpired(
  { search, trip, quote }: SelectedOffer,
  call: RequestContext,
  endsAt: number = offerEnd(search, trip, quote),
): Promise<void> {
  if (call.effects.expiry !== 'reached' && call.now < endsAt) return;
  if (call.now < endsAt) await call.act('expiry');
  throw new Refusal('token_expired', [
    { path: '', message: `The offer expired at ${toIso(endsAt)}, and its tokens with it. Search and price again.` },
  ]);
}
