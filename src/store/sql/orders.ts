import type { Kysely, Selectable } from 'kysely';
import type { OrderRecord, OrderStore } from '../orders.ts';
import type { Tables } from './tables.ts';

export function createOrderStore(db: Kysely<Tables>): OrderStore {
  return {
    async add(order) {
      const row = await db.insertInto('orders')
        .values({
          order_id: order.orderId,
          profile_code: order.profileCode,
          gdsprovider: order.gdsprovider,
          offer_id: order.offerId,
          status: order.status,
          created_at: order.createdAt,
          request: JSON.stringify(order.request),
          answer: JSON.stringify(order.answer),
          provider_record: JSON.stringify(order.providerRecord),
        })
        .onConflict((conflict) => conflict.column('offer_id').doNothing())
        .returning('order_id').executeTakeFirst();
      return row ? 'added' : 'offer-taken';
    },

    async find(profileCode, orderId) {
      return toOrder(await db.selectFrom('orders').selectAll()
        .where('order_id', '=', orderId).where('profile_code', '=', profileCode).executeTakeFirst());
    },

    async findByOffer(profileCode, offerId) {
      return toOrder(await db.selectFrom('orders').selectAll()
        .where('offer_id', '=', offerId).where('profile_code', '=', profileCode).executeTakeFirst());
    },
  };
}

function toOrder(row: Selectable<Tables['orders']> | undefined): OrderRecord | undefined {
  return row && {
    orderId: row.order_id,
    profileCode: row.profile_code,
    gdsprovider: row.gdsprovider as 0 | 1,
    offerId: row.offer_id,
    status: row.status,
    createdAt: row.created_at,
    request: JSON.parse(row.request),
    answer: JSON.parse(row.answer),
    providerRecord: JSON.parse(row.provider_record),
  };
}
