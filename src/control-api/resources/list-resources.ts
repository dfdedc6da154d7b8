import type { ControlSchema } from '../../interface/control-api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Service } from '../../service.ts';
import type { Profile } from '../../store/profiles.ts';
import type { BookingFilter, Page, PageQuery, Place } from '../../store/resources.ts';
import type { SearchRecord } from '../../store/searches.ts';
import { settleDue } from '../../transfers/settle.ts';
import { describeOffers, describeOrder, describeReservations, describeSearch } from './describe-resource.ts';
import { knownSearch } from './find-resource.ts';

interface ResourceQuery extends PageQuery {
  now: number;
  after: Cursor | null;
  /** Filter for reservations. */
  filter: BookingFilter;
}

export interface ResourcePage {
  resources: ControlSchema['Resource'][];
  /** The `after` for the next page; null on the last. */
  next: string | null;
}

type Listing = (service: Service, profile: Profile, query: ResourceQuery) => Promise<ResourcePage>;

/** A profile's resources by kind. */
export const listByKind: Record<'searches' | 'offers' | 'orders' | 'reservations', Listing> = {
  async searches({ store }, { code }, { now, ...query }) {
    const page = await store.resources.searches(code, now, query);
    const pricings = await store.resources.pricings(code, page.records);
    return pageOf(page, (search) => describeSearch(search, pricings, now));
  },

  async offers(service, { code }, query) {
    const { limit } = query;
    const found = await offersFrom(service, code, { ...query, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    return { resources: page.map(({ offer }) => offer), next: last ? writeCursor(last.cursor) : null };
  },

  async orders({ store }, { code }, { now, ...query }) {
    return pageOf(await store.resources.orders(code, query), (order) => describeOrder(order, now));
  },

  async reservations(service, { code }, { now, filter, ...query }) {
    await settleDue(service.transfers, code, now);
    const { records, next } = await service.store.resources.bookings(code, query, filter);
    return {
      resources: await describeReservations(service, code, records, now),
      next: next && writeCursor(next),
    };
  },
};

async function pageOf<R>(
  { records, next }: Page<R>,
  describe: (record: R) => ControlSchema['Resource'] | Promise<ControlSchema['Resource']>,
): Promise<ResourcePage> {
  const resources = await Promise.all(records.map(async (record) => describe(record)));
  return { resources, next: next && writeCursor(next) };
}

interface FoundOffer {
  offer: ControlSchema['OfferResource'];
  cursor: Cursor;
}

/** Generates offers search by search, until there are enough. */
async function offersFrom(
  service: Service,
  code: string,
  { now, after, limit: count, newestFirst }: ResourceQuery,
): Promise<FoundOffer[]> {
  const found = after ? await restOfSearch(service, code, now, after) : [];
  let place: Cursor | null = after;
  while (found.length < count) {
    const { records, next } = await service.store.resources.searches(code, now, {
      after: place,
      limit: PAGE,
      newestFirst,
    });
    for (const search of records) found.push(...(await offersOf(service, search, now)));
    if (next === null) break;
    place = next;
  }
  return found.slice(0, count);
}

/** Offers in the cursor's search after the cursor. */
async function restOfSearch(
  service: Service,
  code: string,
  now: number,
  { id, offer = -1 }: Cursor,
): Promise<FoundOffer[]> {
  const search = await knownSearch(service, code, id, now);
  return search ? (await offersOf(service, search, now)).slice(offer + 1) : [];
}

async function offersOf(service: Service, search: SearchRecord, now: number): Promise<FoundOffer[]> {
  const offers = await describeOffers(service, search, now);
  return offers.map((offer, i) => ({ offer, cursor: { number: search.createdAt, id: search.searchId, offer: i } }));
}

const PAGE = 10;

/** A page of resources begins after this record, or after this offer in the search. */
interface Cursor extends Place {
  /** An offer's index within its search. */
  offer?: number;
}

function writeCursor({ number, id, offer }: Cursor): string {
  return `${number}.${id}${offer === undefined ? '' : `.${offer}`}`;
}

/** Reads a validated cursor. Refuses a cursor for another resource kind with `page_of_another_list`. */
export function readCursor(text: string | undefined, kind: string): Cursor | null {
  if (text === undefined) return null;
  const [, number, id, offer] = /^(\d{1,15})\.(\w{1,64})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  if (id === undefined || (offer !== undefined) !== (kind === 'offers')) {
    throw new Refusal('page_of_another_list', [
      {
        path: 'query/after',
        message:
          `"${text.slice(0, 64)}" is not the next of a page of ${kind}; ` + 'omit after to begin with the oldest',
      },
    ]);
  }
  return { number: Number(number), id, ...(offer !== undefined && { offer: Number(offer) }) };
}
