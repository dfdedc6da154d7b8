import { Lru } from '../cache/lru.ts';
import { memoizeByObject } from '../cache/memoize-by-object.ts';
import type { SearchRecord } from '../store/searches.ts';
import type { FoundTrip, TransferSupplier, TripRequest } from './transfer-supplier.ts';
import type { Transfers } from './transfers.ts';

/** A search of transfers: new, or for the change of a reservation. */
export interface TransferSearch extends SearchRecord {
  kind: 'transfers' | 'change';
  origin: TransferOrigin;
}

/** What a search keeps to make its offers again. */
export interface TransferOrigin {
  trip: TripRequest;
  /** The reservation to be changed; null for a new one. */
  reservationId: string | null;
  /** What a scenario asked of the supplier when the search was made. */
  effect: 'down' | 'empty' | null;
}

/**
 * The offers of a search, the same each time. Pricing and booking mostly follow within seconds, so the last
 * few are at hand; any other is made again.
 */
export async function findTrip({ supplier }: Transfers, search: TransferSearch): Promise<FoundTrip> {
  const trips = recentTrips(supplier);
  const known = trips.get(search.searchId);
  if (known) return known;
  const { seed, createdAt, origin } = search;
  const found = await supplier.search(origin.trip, {
    seed,
    now: createdAt,
    effect: origin.effect ? { search: origin.effect } : undefined,
  });
  trips.set(search.searchId, found);
  return found;
}

/** For when search ids may mean other searches than before. */
export function forgetTrips({ supplier }: Transfers): void {
  recentTrips(supplier).clear();
}

/** Each sandbox has a supplier of its own, and search ids are unique within it. */
const recentTrips = memoizeByObject((_supplier: TransferSupplier) => new Lru<FoundTrip>(TRIPS_KEPT));
const TRIPS_KEPT = 100;
