import { toIso } from '../../base/clock.ts';
import { endOf } from '../../base/lifetime.ts';
import type { TrackedOffer } from '../../flights/flight-provider.ts';
import { offersOfSearch } from '../../flights/offers.ts';
import type { Service } from '../../service.ts';
import type { SearchRecord } from '../../store/searches.ts';
import { findTrip } from '../../transfers/find-trip.ts';
import { bookingTokenOf } from '../../transfers/tokens.ts';
import type { TransferSearch } from '../../transfers/transfer-search.ts';
import type { Quote } from '../../transfers/transfer-supplier.ts';
import type { ControlSchema } from '../control-api.ts';
import { toDomainSearch } from './domain-search.ts';
import { transferOfferId } from './resource-id.ts';

/** The offers of a search, generated again from its seed record, in the order of the search response. */
export async function describeOffers(
  { flights, transfers }: Service,
  search: SearchRecord,
  now: number,
): Promise<ControlSchema['OfferResource'][]> {
  const typed = toDomainSearch(search);
  if (typed.kind === 'flights')
    return (await offersOfSearch(flights, typed)).map((tracked) => ofFlight(search, tracked, now));
  const { quotes } = await findTrip(transfers, typed);
  return quotes.map((quote) => ofTransfer(typed, quote, now));
}

function ofFlight(search: SearchRecord, { offer, source }: TrackedOffer, now: number): ControlSchema['OfferResource'] {
  const { offerId, gdsprovider, totalAmount, currency, holdOptions } = offer;
  return {
    ...shared(search, offerId, Math.min(source.expiresAt, endOf(search)), now),
    of: 'flights',
    offerId,
    gdsprovider,
    totalAmount,
    currency,
    holdAvailable: holdOptions.available,
  };
}

function ofTransfer(
  search: TransferSearch,
  { resultId, totalAmount, currency, supplier }: Quote,
  now: number,
): ControlSchema['OfferResource'] {
  const bookingToken = bookingTokenOf(search, resultId);
  return {
    ...shared(search, transferOfferId(search, resultId), endOf(search), now),
    of: search.kind,
    resultId,
    bookingToken,
    supplier: supplier.name,
    totalAmount,
    currency,
  };
}

function shared({ searchId, createdAt }: SearchRecord, resourceId: string, expiresAt: number, now: number) {
  return {
    kind: 'offer' as const,
    resourceId,
    searchId,
    status: now < expiresAt ? ('open' as const) : ('expired' as const),
    createdAt: toIso(createdAt),
    expiresAt: toIso(expiresAt),
    actions: now < expiresAt ? ['expire' as const] : [],
    timeline: [
      { at: toIso(createdAt), what: 'offer_made' as const },
      { at: toIso(expiresAt), what: 'offer_expired' as const, ...(expiresAt > now && { ahead: true as const }) },
    ],
  };
}
