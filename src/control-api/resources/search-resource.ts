import { toIso } from '../../base/clock.ts';
import { endOf } from '../../base/lifetime.ts';
import type { PricingRecord } from '../../store/bookings.ts';
import type { SearchRecord } from '../../store/searches.ts';
import { searchEvents } from '../../timeline/search-events.ts';
import type { ControlSchema } from '../control-api.ts';
import { toDomainSearch } from './domain-search.ts';
import { describeTimeline } from './timeline.ts';

/** A search with its request. */
export function describeSearch(
  search: SearchRecord,
  pricings: readonly PricingRecord[],
  now: number,
): ControlSchema['SearchResource'] {
  const typed = toDomainSearch(search);
  const { searchId, kind, createdAt, armed } = search;
  const expiresAt = endOf(search);
  return {
    kind: 'search',
    resourceId: searchId,
    of: kind,
    status: now < expiresAt ? 'open' : 'expired',
    createdAt: toIso(createdAt),
    expiresAt: toIso(expiresAt),
    request: { ...(typed.kind === 'flights' ? typed.origin.request : typed.origin.trip) },
    reservationId: typed.kind === 'flights' ? null : typed.origin.reservationId,
    armed,
    actions: now < expiresAt ? ['expire'] : [],
    timeline: describeTimeline(searchEvents(search, pricings), searchId, now),
  };
}
