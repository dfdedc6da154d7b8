import { endOf, forgottenAt } from '../base/lifetime.ts';
import type { PricingRecord } from '../store/bookings.ts';
import type { SearchRecord } from '../store/searches.ts';
import type { TimelineEvent } from './timeline-event.ts';
import { sortByTime } from './timeline-event.ts';

/** The events of a search: its pricings, the expiry of its offers and tokens, and when it is forgotten. */
export function searchEvents(search: SearchRecord, pricings: readonly PricingRecord[]): TimelineEvent[] {
  const of = (at: number, what: TimelineEvent['what'], byClock: boolean): TimelineEvent => ({
    at,
    what,
    kind: 'search',
    resourceId: search.searchId,
    byClock,
  });
  const own = pricings.filter(({ searchId }) => searchId === search.searchId);
  return sortByTime([
    of(search.createdAt, 'search_made', false),
    ...own.flatMap(pricingEvents),
    of(endOf(search), 'offers_expired', true),
    of(forgottenAt(search), 'search_forgotten', true),
  ]);
}

export function pricingEvents({ searchId, pricingToken, createdAt, endsAt }: PricingRecord): TimelineEvent[] {
  const of = { kind: 'search', resourceId: searchId, details: { pricingToken } } as const;
  return [
    { at: createdAt, what: 'pricing_made', byClock: false, ...of },
    { at: endsAt, what: 'pricing_expired', byClock: true, ...of },
  ];
}
