import { isForgotten } from '../../lifetime.ts';
import type { Service } from '../../service.ts';
import type { Profile } from '../../store/profiles.ts';
import type { Page } from '../../store/resources.ts';
import type { SearchRecord } from '../../store/searches.ts';
import { settleDue } from '../../transfers/settle.ts';
import type { ControlSchema } from '../control-api.ts';
import { writeCursor } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { describeOffers } from './offer-resource.ts';
import { describeOrder } from './order-resource.ts';
import { describeReservation } from './reservation-resource.ts';
import { describeSearch } from './search-resource.ts';

export interface ResourceQuery {
  now: number;
  after: Cursor | null;
  limit: number;
}

export interface ResourcePage {
  resources: ControlSchema['Resource'][];
  /** What to send as `after` for the next page; null on the last. */
  next: string | null;
}

type Listing = (service: Service, profile: Profile, query: ResourceQuery) => Promise<ResourcePage>;

/** The resources of a profile by kind, the oldest first. */
export const listResources: Record<'searches' | 'offers' | 'orders' | 'reservations', Listing> = {
  async searches({ store }, { code }, { now, after, limit }) {
    const page = await store.resources.searches(code, now, after, limit);
    const pricings = await store.resources.pricings(code, page.records);
    return pageOf(page, (search) => describeSearch(search, pricings, now));
  },

  async offers(service, { code }, { now, after, limit }) {
    const found = await offersFrom(service, code, now, after, limit + 1);
    const last = found.length > limit ? found[limit - 1]! : null;
    return { resources: found.slice(0, limit).map(({ offer }) => offer), next: last && writeCursor(last.cursor) };
  },

  async orders({ store }, { code }, { now, after, limit }) {
    return pageOf(await store.resources.orders(code, after, limit), (order) => describeOrder(order, now));
  },

  async reservations({ store, transfers }, { code }, { now, after, limit }) {
    await settleDue(transfers, code, now);
    return pageOf(await store.resources.bookings(code, after, limit), (state) =>
      describeReservation(transfers.supplier, state, now),
    );
  },
};

async function pageOf<R>(
  { records, next }: Page<R>,
  describe: (record: R) => ControlSchema['Resource'] | Promise<ControlSchema['Resource']>,
): Promise<ResourcePage> {
  return { resources: await Promise.all(records.map(describe)), next: next && writeCursor(next) };
}

interface FoundOffer {
  offer: ControlSchema['OfferResource'];
  cursor: Cursor;
}

/** Offers are made again search by search, until there are enough of them. */
async function offersFrom(
  service: Service,
  code: string,
  now: number,
  after: Cursor | null,
  enough: number,
): Promise<FoundOffer[]> {
  const begun = after && (await service.store.searches.find(code, after.id));
  const found = begun && !isForgotten(begun, now) ? (await offersOf(service, begun, now)).slice(after.offer! + 1) : [];
  let place: Cursor | null = after;
  while (found.length < enough) {
    const { records, next } = await service.store.resources.searches(code, now, place, SEARCHES_AT_ONCE);
    for (const search of records) found.push(...(await offersOf(service, search, now)));
    if (next === null) break;
    place = next;
  }
  return found.slice(0, enough);
}

async function offersOf(service: Service, search: SearchRecord, now: number): Promise<FoundOffer[]> {
  const offers = await describeOffers(service, search, now);
  return offers.map((offer, i) => ({ offer, cursor: { number: search.createdAt, id: search.searchId, offer: i } }));
}

const SEARCHES_AT_ONCE = 10;
