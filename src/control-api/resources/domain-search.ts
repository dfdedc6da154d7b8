import type { FlightSearch } from '../../flights/flight-search.ts';
import type { SearchRecord } from '../../store/searches.ts';
import type { TransferSearch } from '../../transfers/transfer-search.ts';

/** A stored search as its domain has written it: the kind tells which domain. */
export function toDomainSearch(search: SearchRecord): FlightSearch | TransferSearch {
  return search as FlightSearch | TransferSearch;
}
