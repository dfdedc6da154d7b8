import { forgottenAt } from '../clock.ts';
import type { PricingRecord } from '../store/bookings.ts';
import type { SearchRecord } from '../store/searches.ts';
import { inOrder } from './moment.ts';
import type { Moment } from './moment.ts';

/** The life of a search: its pricings, the end of its offers and of their tokens, and when it is known no longer. */
export function searchMoments(search: SearchRecord, pricings: readonly PricingRecord[]): Moment[] {
  const of = (at: number, what: Moment['what'], byClock: boolean): Moment => ({
    at,
    what,
    kind: 'search',
    resourceId: search.searchId,
    byClock,
  });
  const own = pricings.filter(({ searchId }) => searchId === search.searchId);
  return inOrder([
    of(search.createdAt, 'search_made', false),
    ...own.flatMap(pricingMoments),
    of(search.expiresAt, 'offers_expired', true),
    of(forgottenAt(search), 'search_forgotten', true),
  ]);
}

export function pricingMoments({ searchId, pricingToken, createdAt, endsAt }: PricingRecord): Moment[] {
  const of = { kind: 'search', resourceId: searchId, details: { pricingToken } } as const;
  return [
    { at: createdAt, what: 'pricing_made', byClock: false, ...of },
    { at: endsAt, what: 'pricing_expired', byClock: true, ...of },
  ];
}
