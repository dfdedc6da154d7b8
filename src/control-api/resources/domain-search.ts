import type { FlightSearch } from '../../flights/flight-search.ts';
import { isFlightSearch } from '../../flights/flight-search.ts';
import type { SearchRecord } from '../../store/searches.ts';
import type { TransferSearch } from '../../transfers/transfer-search.ts';
import { isTransferSearch } from '../../transfers/transfer-search.ts';

/** A stored search as its domain has written it: the kind tells which domain. */
export function toDomainSearch(search: SearchRecord): FlightSearch | TransferSearch {
  if (isFlightSearch(search) || isTransferSearch(search)) return search;
  throw new Error(`the search ${search.searchId} is of the unknown kind ${search.kind}`);
}
