import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import { DAY } from '../../../base/clock.ts';
import type { DueRecords } from '../../resources.ts';
import { AFTER_PICKUP_MS } from '../booking-queries.ts';
import { toState } from '../booking-rows.ts';
import { toOrder } from '../orders.ts';
import type { Owners } from '../owners.ts';
import { toRecord as toPricing } from '../pricings.ts';
import { toRecord as toSearch } from '../searches.ts';
import type { Tables } from '../tables.ts';

/** Yields, in slices, the records with something possibly due after `from` and until `to`. */
export async function* dueRecords(
  db: Kysely<Tables>,
  owners: Owners,
  profileCode: string,
  from: number,
  to: number,
): AsyncGenerator<DueRecords> {
  const due = dueQueries(db, owners.of(profileCode), from, to);
  for await (const rows of pages(due.searches))
    yield { ...NOTHING_DUE, searches: rows.map((row) => toSearch(row, profileCode)) };
  for await (const rows of pages(due.pricings))
    yield { ...NOTHING_DUE, pricings: rows.map((row) => toPricing(row, profileCode)) };
  for await (const rows of pages(due.orders))
    yield { ...NOTHING_DUE, orders: rows.map((row) => toOrder(row, profileCode)) };
  for await (const rows of pages(due.bookings))
    yield { ...NOTHING_DUE, bookings: rows.map((row) => toState(row, profileCode)) };
}

/** Returns the page queries. Each reads the page after a given row, in index order. */
function dueQueries(db: Kysely<Tables>, owner: number, from: number, to: number) {
  return {
    searches: (last = { expires_at: BEFORE_ALL, search_id: '' }) =>
      db
        .selectFrom('searches')
        .selectAll()
        .where('owner', '=', owner)
        .where('expires_at', '<=', to)
        .where((eb) => eb(forgottenAt(eb), '>', from))
        .where((eb) => eb(eb.refTuple('expires_at', 'search_id'), '>', eb.tuple(last.expires_at, last.search_id)))
        .orderBy('expires_at')
        .orderBy('search_id')
        .limit(PAGE)
        .execute(),

    pricings: (last = { expires_at: BEFORE_ALL, pricing_token: '' }) =>
      db
        .selectFrom('pricings')
        .selectAll()
        .where('owner', '=', owner)
        .where('expires_at', '>', from)
        .where('expires_at', '<=', to)
        .where((eb) =>
          eb(eb.refTuple('expires_at', 'pricing_token'), '>', eb.tuple(last.expires_at, last.pricing_token)),
        )
        .orderBy('expires_at')
        .orderBy('pricing_token')
        .limit(PAGE)
        .execute(),

    orders: (last = { created_at: BEFORE_ALL, order_id: '' }) =>
      db
        .selectFrom('orders')
        .selectAll()
        .where('owner', '=', owner)
        .where('hold_expires_at', '>', from)
        .where((eb) => eb(eb.refTuple('created_at', 'order_id'), '>', eb.tuple(last.created_at, last.order_id)))
        .orderBy('created_at')
        .orderBy('order_id')
        .limit(PAGE)
        .execute(),

    bookings: (last?: Selectable<Tables['bookings']>) =>
      db
        .selectFrom('bookings')
        .selectAll()
        .where('owner', '=', owner)
        .where('seq', '>', last?.seq ?? 0)
        .where((eb) =>
          eb.or([
            eb.and([eb('settled_at', '>', from), eb('settled_at', '<=', to)]),
            eb.and([eb('status', 'in', ['pending', 'hidden']), eb('due_at', '>', from), eb('due_at', '<=', to)]),
            eb.and([eb('cancel_shown_at', '>', from), eb('cancel_shown_at', '<=', to)]),
            // A ride that was moved ahead of its schedule.
            eb.and([eb('status', '=', 'completed'), eb('ride_ahead_ms', '>', 0)]),
            eb.and([
              eb('status', '=', 'completed'),
              eb('last_pickup_at', '>', from - AFTER_PICKUP_MS),
              eb('pickup_at', '<=', to + BEFORE_PICKUP_MS),
            ]),
          ]),
        )
        .orderBy('seq')
        .limit(PAGE)
        .execute(),
  };
}

async function* pages<Row>(read: (last?: Row) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const rows: Row[] = await read(last);
    if (rows.length > 0) yield rows;
    last = rows[PAGE - 1];
  } while (last !== undefined);
}

/** Instant at which a search becomes unknown, by the rule for lifetimes. */
export function forgottenAt(eb: ExpressionBuilder<Tables, 'searches'>) {
  return eb('expires_at', '+', eb('expires_at', '-', eb.ref('created_at')));
}

/** A reservation has no timeline event earlier than this before its pickup. */
const BEFORE_PICKUP_MS = 30 * DAY;
/** Earlier than any instant. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;
const NOTHING_DUE: DueRecords = { searches: [], pricings: [], orders: [], bookings: [] };
/** Rows have some 3 kB each, with several JSON columns. */
const PAGE = 50;
