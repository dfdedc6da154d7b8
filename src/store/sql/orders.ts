import type { Kysely } from 'kysely';
import type { OrderRecord, OrderStore } from '../orders.ts';
import { prepare } from './prepare.ts';
import type { Tables } from './tables.ts';

export function createOrderStore(db: Kysely<Tables>): OrderStore {
  const insert = prepare<Row, { order_id: string }>(COLUMNS, (row) =>
    db.insertInto('orders').values(row).onConflict((conflict) => conflict.column('offer_id').doNothing()).returning('order_id'));
  const find = prepare<{ profileCode: string; orderId: string }, Row>(['profileCode', 'orderId'], ({ profileCode, orderId }) =>
    db.selectFrom('orders').selectAll().where('order_id', '=', orderId).where('profile_code', '=', profileCode));
  const findByOffer = prepare<{ profileCode: string; offerId: string }, Row>(['profileCode', 'offerId'], ({ profileCode, offerId }) =>
    db.selectFrom('orders').selectAll().where('offer_id', '=', offerId).where('profile_code', '=', profileCode));

  return {
    add: async (order) => ((await insert(db, toRow(order))).length > 0 ? 'added' : 'offer-taken'),
    find: async (profileCode, orderId) => (await find(db, { profileCode, orderId })).map(toOrder)[0],
    findByOffer: async (profileCode, offerId) => (await findByOffer(db, { profileCode, offerId })).map(toOrder)[0],
  };
}

type Row = Tables['orders'];

const COLUMNS = ['order_id', 'profile_code', 'gdsprovider', 'offer_id', 'status', 'hold_expires_at', 'price_guaranteed_until', 'created_at', 'request', 'answer', 'provider_record'] as const;

function toRow(order: OrderRecord): Row {
  return {
    order_id: order.orderId,
    profile_code: order.profileCode,
    gdsprovider: order.gdsprovider,
    offer_id: order.offerId,
    status: order.status,
    hold_expires_at: order.hold?.expiresAt ?? null,
    price_guaranteed_until: order.hold?.priceGuaranteedUntil ?? null,
    created_at: order.createdAt,
    request: JSON.stringify(order.request),
    answer: JSON.stringify(order.answer),
    provider_record: JSON.stringify(order.providerRecord),
  };
}

export function toOrder(row: Row): OrderRecord {
  return {
    orderId: row.order_id,
    profileCode: row.profile_code,
    gdsprovider: row.gdsprovider as 0 | 1,
    offerId: row.offer_id,
    status: row.status,
    hold: row.hold_expires_at === null ? null : { expiresAt: row.hold_expires_at, priceGuaranteedUntil: row.price_guaranteed_until },
    createdAt: row.created_at,
    request: JSON.parse(row.request),
    answer: JSON.parse(row.answer),
    providerRecord: JSON.parse(row.provider_record),
  };
}
