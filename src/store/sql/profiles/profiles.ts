import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { ProfileStore } from '../../profiles.ts';
import { prepare } from '../prepare.ts';
import type { Tables } from '../tables.ts';
import { createCredentialStore, toClock, toCredentialRow, toProfile, toProfileRow } from './credentials.ts';

/** `forget` empties the cache, to be called after another store has changed a profile. */
export function createProfileStore(db: Kysely<Tables>): ProfileStore & { forget(this: void): void } {
  const credentialStore = createCredentialStore(db);
  const { forget } = credentialStore;
  const selectClocks = prepare<object, Pick<Tables['profiles'], 'code' | 'clock'>>([], () =>
    db.selectFrom('profiles').select(['code', 'clock']),
  );

  return {
    ...credentialStore,

    add: (profile, credential, max = Infinity) =>
      db.transaction().execute(async (trx) => {
        if (max < Infinity && (await countProfiles(trx)) >= max) return false;
        await trx
          .insertInto('profiles')
          .values(toProfileRow(profile))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await trx
          .insertInto('credentials')
          .values(toCredentialRow(credential))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return true;
      }),

    async find(code) {
      const row = await db.selectFrom('profiles').selectAll().where('code', '=', code).executeTakeFirst();
      return row && toProfile(row);
    },

    async list(after, limit, search) {
      const all = db.selectFrom('profiles').selectAll().where('code', '>', after);
      const found = sql<boolean>`instr(lower(name || ' ' || code), lower(${search})) > 0`;
      const profiles = search === '' ? all : all.where(found);
      return (await profiles.orderBy('code').limit(limit).execute()).map(toProfile);
    },

    count: () => countProfiles(db),

    async clocks() {
      return (await selectClocks(db, {})).map(({ code, clock }) => ({ code, clock: toClock(clock) }));
    },

    async change(code, { name, marginPercent }) {
      const row = await db
        .updateTable('profiles')
        .set({
          ...(name !== undefined && { name }),
          ...(marginPercent !== undefined && { margin_percent: marginPercent }),
        })
        .where('code', '=', code)
        .returningAll()
        .executeTakeFirst();
      forget();
      return row && toProfile(row);
    },

    async setClock(code, expected, clock) {
      const { numUpdatedRows } = await db
        .updateTable('profiles')
        .set({ clock: clock && JSON.stringify(clock) })
        .where('code', '=', code)
        .where('clock', expected ? '=' : 'is', expected && JSON.stringify(expected))
        .executeTakeFirst();
      forget();
      return numUpdatedRows > 0;
    },

    async arm(code, armed) {
      await db
        .updateTable('profiles')
        .set({ armed: armed?.scenario ?? null, armed_calls: armed?.calls ?? null })
        .where('code', '=', code)
        .execute();
      forget();
    },

    async rearm(code, expected, armed) {
      const { numUpdatedRows } = await db
        .updateTable('profiles')
        .set({ armed: armed?.scenario ?? null, armed_calls: armed?.calls ?? null })
        .where('code', '=', code)
        .where('armed', '=', expected.scenario)
        .where('armed_calls', expected.calls === null ? 'is' : '=', expected.calls)
        .executeTakeFirst();
      forget();
      return numUpdatedRows > 0;
    },
  };
}

async function countProfiles(db: Kysely<Tables>): Promise<number> {
  const { profiles } = await db
    .selectFrom('profiles')
    .select((eb) => eb.fn.countAll().as('profiles'))
    .executeTakeFirstOrThrow();
  return Number(profiles);
}
