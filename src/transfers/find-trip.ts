import type { SearchRecord } from '../store/searches.ts';
import type { FoundTrip, TripRequest } from './transfer-supplier.ts';
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

/** The offers of a search, the same each time. */
export function findTrip({ supplier }: Transfers, { seed, createdAt, origin }: TransferSearch): Promise<FoundTrip> {
  return supplier.search(origin.trip, { seed, now: createdAt, effect: origin.effect ? { search: origin.effect } : undefined });
}
