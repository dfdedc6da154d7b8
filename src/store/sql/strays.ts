import type { Kysely } from 'kysely';
import { Lru } from '../../base/lru.ts';
import type { SentStray, Stray, StrayStore } from '../strays.ts';
import type { Capabilities } from './database.ts';
import type { Tables } from './tables.ts';

export function createStrayStore(db: Kysely<Tables>, { takeName }: Pick<Capabilities, 'takeName'>): StrayStore {
  // A stored stray never changes.
  const parsed = new Lru<Stray, number>(MAX_PARSED);

  return {
    add: (strays, skipped, max) =>
      db.transaction().execute(async (trx) => {
        await takeName(trx, 'strays');
        const first = (await readCounts(trx)).last + skipped.count + 1;
        const rows = strays.map((stray, i) => ({ number: first + i, stray: JSON.stringify(stray) }));
        if (rows.length > 0) await trx.insertInto('strays').values(rows).execute();
        const dropped = await trx
          .deleteFrom('strays')
          .where('number', '<=', first + strays.length - 1 - max)
          .returningAll()
          .execute();
        for (const [code, number] of lastBySender(dropped)) await noteDropped(trx, number, [code]);
        await noteDropped(trx, first - 1, [...skipped.profileCodes]);
      }),

    async latest(limit) {
      const rows = await db.selectFrom('strays').selectAll().orderBy('number', 'desc').limit(limit).execute();
      return rows.map(({ number, stray }) => parsed.getOrCreate(number, () => JSON.parse(stray) as Stray));
    },

    async sentBy(profileCode, after) {
      const rows = await db
        .selectFrom('strays')
        .selectAll()
        .where('number', '>', after)
        .where('stray', 'like', `%"sender":{"profileCode":${JSON.stringify(profileCode)}%`)
        .orderBy('number')
        .execute();
      const strays = rows.map(({ number, stray }) => parsed.getOrCreate(number, () => JSON.parse(stray) as Stray));
      return strays.filter((stray): stray is SentStray => stray.sender?.profileCode === profileCode);
    },

    async dropped() {
      const { last, kept } = await readCounts(db);
      return last - kept;
    },
  };
}

/** Lets profiles know the number of the latest stray call of their clients that the sandbox no longer has. */
async function noteDropped(trx: Kysely<Tables>, number: number, profileCodes: readonly string[]): Promise<void> {
  if (profileCodes.length === 0) return;
  await trx.updateTable('profiles').set({ dropped_stray: number }).where('code', 'in', profileCodes).execute();
}

function lastBySender(rows: readonly Tables['strays'][]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { number, stray } of rows) {
    const code = (JSON.parse(stray) as Stray).sender?.profileCode ?? null;
    if (code !== null) numbers.set(code, Math.max(number, numbers.get(code) ?? 0));
  }
  return numbers;
}

/** Strays have consecutive numbers from 1 on, dropped ones included. */
async function readCounts(db: Kysely<Tables>): Promise<{ last: number; kept: number }> {
  const { last, kept } = await db
    .selectFrom('strays')
    .select((eb) => [eb.fn.max('number').as('last'), eb.fn.countAll().as('kept')])
    .executeTakeFirstOrThrow();
  return { last: Number(last ?? 0), kept: Number(kept) };
}

/** As many as a listing has. */
const MAX_PARSED = 200;
