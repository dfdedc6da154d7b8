import { Lru } from '../base/lru.ts';
import { memoizeByObject } from '../base/memoize-by-object.ts';
import { expiryOf } from './offer-end.ts';
import type { TransferSearch } from './transfer-search.ts';
import type { FoundTrip, Quote, TransferSupplier } from './transfer-supplier.ts';
import type { Transfers } from './transfers.ts';

/**
 * Returns a search's offers, the same each time. Pricing and booking usually follow within seconds, so the offers of
 * the latest searches are cached; all others are created again.
 */
export async function findTrip({ supplier }: Transfers, search: TransferSearch): Promise<FoundTrip> {
  const trips = recentTrips(supplier);
  const key = `${search.profileCode} ${search.searchId}`;
  const known = trips.get(key);
  if (known) return known;
  const { seed, createdAt, origin } = search;
  const found = await supplier.search(origin.trip, {
    seed,
    world: origin.world,
    now: createdAt,
    effect: { ...(origin.effect && { search: origin.effect }), ...origin.terms },
  });
  const quotes = found.quotes.filter((quote) => createdAt < expiryOf(search, found, quote));
  const offered = { ...found, quotes: quotes.map((quote) => withSelected(quote, origin.amenities ?? [])) };
  trips.set(key, offered);
  return offered;
}

/** Returns the offer with these amenities selected; the same object without any. */
function withSelected(quote: Quote, keys: readonly string[]): Quote {
  return keys.length === 0 ? quote : { ...quote, amenities: selectAmenities(quote, keys) };
}

/** Returns an offer's amenities, with these and the included ones selected. */
export function selectAmenities({ amenities }: Quote, keys: readonly string[]): Quote['amenities'] {
  return amenities.map((amenity) => ({ ...amenity, selected: amenity.included || keys.includes(amenity.key) }));
}

/** Drops the cached trips, because search ids may now belong to other searches. */
export function forgetTrips({ supplier }: Transfers): void {
  recentTrips(supplier).clear();
}

/** Each sandbox's latest trips: it has its own supplier, and search ids are unique within a profile. */
const recentTrips = memoizeByObject((_supplier: TransferSupplier) => new Lru<FoundTrip>(TRIPS_KEPT));
const TRIPS_KEPT = 100;
