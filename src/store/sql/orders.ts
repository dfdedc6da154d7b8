import type { Kysely } from 'kysely';
import type { OrderRecord, OrderStore } from '../orders.ts';
import type { Counts } from './bounds/counts.ts';
import { createClaim } from './bounds/enforce.ts';
import { prepare, prepareInsert } from './prepare.ts';
import type { Tables } from './tables.ts';

export function createOrderStore(db: Kysely<Tables>, counts: Counts): OrderStore {
  const insert = prepareInsert(db, 'orders', { unlessTaken: 'offer_id' });
  const findBy = (column: 'order_id' | 'offer_id') =>
    prepare<{ profileCode: string; value: string }, Row>(['profileCode', 'value'], ({ profileCode, value }) =>
      db.selectFrom('orders').selectAll().where(column, '=', value).where('profile_code', '=', profileCode),
    );
  const findById = findBy('order_id');
  const findByOffer = findBy('offer_id');

  const removeOver = prepare<{ profileCode: string; now: number }, { order_id: string }>(
    ['profileCode', 'now'],
    ({ profileCode, now }) =>
      db
        .deleteFrom('orders')
        .where('order_id', 'in', (eb) =>
          eb
            .selectFrom('orders')
            .select('order_id')
            .where('profile_code', '=', profileCode)
            .where('over_at', '<=', now)
            .orderBy('over_at')
            .limit(1),
        )
        .returning('order_id'),
  );
  const claimPlace = createClaim(
    counts,
    async (profileCode, now) => (await removeOver(db, { profileCode, now })).length > 0,
  );

  return {
    async add(order) {
      const { profileCode, createdAt } = order;
      const added = await claimPlace(profileCode, createdAt, async () => (await insert(db, [toRow(order)])) > 0);
      if (added) return 'added';
      return added === false || (await findByOffer(db, { profileCode, value: markedOffer(order) })).length > 0
        ? 'offer-taken'
        : 'full';
    },
    async expireHold(profileCode, orderId, at) {
      const { numUpdatedRows } = await db
        .updateTable('orders')
        .set({ hold_expires_at: at })
        .where('order_id', '=', orderId)
        .where('profile_code', '=', profileCode)
        .where('hold_expires_at', '>', at)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },
    find: async (profileCode, value) => (await findById(db, { profileCode, value })).map(toOrder)[0],
    findByOffer: async (profileCode, value) => (await findByOffer(db, { profileCode, value })).map(toOrder)[0],
  };
}

type Row = Tables['orders'];

function toRow(order: OrderRecord): Row {
  return {
    order_id: order.orderId,
    profile_code: order.profileCode,
    gdsprovider: order.gdsprovider,
    offer_id: markedOffer(order),
    status: order.status,
    hold_expires_at: order.hold?.expiresAt ?? null,
    price_guaranteed_until: order.hold?.priceGuaranteedUntil ?? null,
    created_at: order.createdAt,
    over_at: order.overAt,
    request: JSON.stringify(order.request),
    answer: JSON.stringify(order.answer),
    provider_record: JSON.stringify(order.providerRecord),
    resend: order.resend,
  };
}

function markedOffer({ offerId, again }: OrderRecord): string {
  return again === null ? offerId : `${offerId}+${again}`;
}

export function toOrder(row: Row): OrderRecord {
  const [offerId = '', again = null] = row.offer_id.split('+');
  return {
    orderId: row.order_id,
    profileCode: row.profile_code,
    gdsprovider: row.gdsprovider,
    offerId,
    again,
    resend: row.resend,
    status: row.status,
    hold:
      row.hold_expires_at === null
        ? null
        : { expiresAt: row.hold_expires_at, priceGuaranteedUntil: row.price_guaranteed_until },
    createdAt: row.created_at,
    overAt: row.over_at,
    request: JSON.parse(row.request) as object,
    answer: JSON.parse(row.answer) as OrderRecord['answer'],
    providerRecord: JSON.parse(row.provider_record) as OrderRecord['providerRecord'],
  };
}
