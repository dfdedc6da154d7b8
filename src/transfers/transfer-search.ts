import type { SupplierTerms } from '../scenarios/effects.ts';
import type { SearchRecord } from '../store/searches.ts';
import type { TripRequest } from './transfer-supplier.ts';

/** The record of a transfer search: for a new reservation, or for the change of one. */
export interface TransferSearch extends SearchRecord {
  kind: 'transfers' | 'change';
  origin: TransferOrigin;
}

/** What a search stores to create its offers again. */
export interface TransferOrigin {
  trip: TripRequest;
  /** The reservation to be changed; null for a new one. */
  reservationId: string | null;
  /** The scenario effect on the supplier when the search was made. */
  effect: 'down' | 'empty' | null;
  /** The terms of its offers under a scenario; absent without one. */
  terms?: SupplierTerms;
}

/** Tells the record of a transfer search from that of a search of flights. */
export function isTransferSearch(record: SearchRecord): record is TransferSearch {
  return record.kind === 'transfers' || record.kind === 'change';
}
