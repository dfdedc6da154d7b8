import { toIso } from '../../clock.ts';
import type { FlightSearch } from '../../flights/flight-search.ts';
import type { PricingRecord } from '../../store/bookings.ts';
import type { SearchRecord } from '../../store/searches.ts';
import { searchEvents } from '../../timeline/search-events.ts';
import type { TransferSearch } from '../../transfers/transfer-search.ts';
import type { ControlSchema } from '../control-api.ts';
import { describeTimeline } from './timeline.ts';

/** A search with what it asked for. */
export function describeSearch(
  search: SearchRecord,
  pricings: readonly PricingRecord[],
  now: number,
): ControlSchema['SearchResource'] {
  const { searchId, kind, createdAt, expiresAt, armed } = search;
  return {
    kind: 'search',
    resourceId: searchId,
    of: kind,
    status: now < expiresAt ? 'open' : 'expired',
    createdAt: toIso(createdAt),
    expiresAt: toIso(expiresAt),
    request: {
      ...(kind === 'flights' ? (search as FlightSearch).origin.request : (search as TransferSearch).origin.trip),
    },
    reservationId: kind === 'flights' ? null : (search as TransferSearch).origin.reservationId,
    armed,
    timeline: describeTimeline(searchEvents(search, pricings), searchId, now),
  };
}
