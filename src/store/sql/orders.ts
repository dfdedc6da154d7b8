import type { Kysely } from 'kysely';
import type { OrderRecord, OrderStore } from '../orders.ts';
import { againIfLost } from './again-if-lost.ts';
import type { Counts } from './bounds/counts.ts';
import { createClaim } from './bounds/enforce.ts';
import type { Capabilities } from './database.ts';
import { skipLocked } from './database.ts';
import { isOf } from './is-of.ts';
import type { Owners } from './owners.ts';
import { prepare, prepareInsert } from './prepare.ts';
import type { Tables } from './tables.ts';

export function createOrderStore(
  db: Kysely<Tables>,
  { locksRows }: Capabilities,
  owners: Owners,
  counts: Counts,
): OrderStore {
  const insert = prepareInsert(db, 'orders', { unlessTaken: 'offer_id' });
  const findBy = (column: 'order_id' | 'offer_id') =>
    prepare<{ owner: number; value: string }, Row>(['owner', 'value'], ({ owner, value }) =>
      db.selectFrom('orders').selectAll().where(column, '=', value).where(isOf(owner)),
    );
  const findById = findBy('order_id');
  const findByOffer = findBy('offer_id');
  const find = async (query: typeof findById, profileCode: string, value: string) =>
    (await query(db, { owner: owners.of(profileCode), value })).map((row) => toOrder(row, profileCode))[0];

  const removeOver = prepare<{ owner: number; now: number }, { order_id: string }>(['owner', 'now'], ({ owner, now }) =>
    db
      .deleteFrom('orders')
      .where('order_id', 'in', (eb) =>
        eb
          .selectFrom('orders')
          .select('order_id')
          .where('owner', '=', owner)
          .where('over_at', '<=', now)
          .orderBy('over_at')
          .limit(1)
          .$if(locksRows, skipLocked),
      )
      .where('owner', '=', owner)
      .returning('order_id'),
  );
  const claimPlace = createClaim(counts, async (owner, now) => (await removeOver(db, { owner, now })).length > 0);

  const keep = (order: OrderRecord, owner: number) => {
    const row = toRow(order, owner);
    return againIfLost(
      async () => (await insert(db, [row])) > 0,
      async (inserted) => {
        const [stored] = await findByOffer(db, { owner, value: row.offer_id });
        return inserted || (stored?.order_id === row.order_id && stored.request === row.request);
      },
    );
  };

  return {
    async add(order) {
      const owner = owners.ofExisting(order.profileCode);
      const added = await claimPlace(owner, order.createdAt, () => keep(order, owner));
      if (added) return 'added';
      return added === false || (await findByOffer(db, { owner, value: markedOffer(order) })).length > 0
        ? 'offer-taken'
        : 'full';
    },
    async expireHold(profileCode, orderId, at) {
      const { numUpdatedRows } = await db
        .updateTable('orders')
        .set({ hold_expires_at: at })
        .where('order_id', '=', orderId)
        .where('owner', '=', owners.of(profileCode))
        .where('hold_expires_at', '>', at)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },
    find: (profileCode, orderId) => find(findById, profileCode, orderId),
    findByOffer: (profileCode, offerId) => find(findByOffer, profileCode, offerId),
  };
}

type Row = Tables['orders'];

function toRow(order: OrderRecord, owner: number): Row {
  return {
    order_id: order.orderId,
    owner,
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

export function toOrder(row: Row, profileCode: string): OrderRecord {
  const [offerId = '', again = null] = row.offer_id.split('+');
  return {
    orderId: row.order_id,
    profileCode,
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
