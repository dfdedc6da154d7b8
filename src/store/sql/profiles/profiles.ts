import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { OwnedClock, Profile, ProfileStore } from '../../profiles.ts';
import type { Capabilities } from '../database.ts';
import type { Owners } from '../owners.ts';
import { newOwner } from '../owners.ts';
import { prepare } from '../prepare.ts';
import type { Tables } from '../tables.ts';
import { createCredentialStore, toClock, toCredentialRow, toProfile, toProfileRow } from './credentials.ts';

/**
 * `forget` empties the cache, to be called after another store has changed a profile. `onAdded` is called with the
 * number of each new profile.
 */
export function createProfileStore(
  db: Kysely<Tables>,
  capabilities: Capabilities,
  owners: Owners,
  onAdded: (owner: number) => void,
): ProfileStore & { forget(this: void): void } {
  const credentialStore = createCredentialStore(db, capabilities);
  let clocks: Promise<readonly OwnedClock[]> | undefined;
  const forget = () => {
    credentialStore.forget();
    clocks = undefined;
  };
  const selectClocks = prepare<object, Pick<Tables['profiles'], 'code' | 'owner' | 'clock'>>([], () =>
    db.selectFrom('profiles').select(['code', 'owner', 'clock']),
  );
  const readClocks = async () => {
    try {
      return (await selectClocks(db, {})).map(({ clock, ...rest }) => ({ ...rest, clock: toClock(clock) }));
    } catch (error) {
      // The next call reads them again.
      clocks = undefined;
      throw error;
    }
  };

  return {
    ...credentialStore,
    forget,

    async add(profile, credential, max = Infinity) {
      const added = await db.transaction().execute(async (trx) => {
        await capabilities.takeName(trx, 'profiles');
        if (max < Infinity && (await countProfiles(trx)) >= max) return false;
        const owner = await addRow(trx, profile);
        await trx
          .insertInto('credentials')
          .values(toCredentialRow(credential))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return { owner };
      });
      if (!added) return false;
      if (added.owner !== undefined) {
        owners.set(profile.code, added.owner);
        onAdded(added.owner);
        forget();
      }
      return true;
    },

    async find(code) {
      const row = await db.selectFrom('profiles').selectAll().where('code', '=', code).executeTakeFirst();
      return row && toProfile(row);
    },

    async list(after, limit, search) {
      const all = db.selectFrom('profiles').selectAll().where('code', '>', after);
      const text = sql`lower(name || ' ' || code)`;
      // Databases look for a text with functions of different names, and all replace one.
      const found = sql<boolean>`replace(${text}, lower(${search}), '') <> ${text}`;
      const profiles = search === '' ? all : all.where(found);
      return (await profiles.orderBy('code').limit(limit).execute()).map(toProfile);
    },

    count: () => countProfiles(db),

    clocks() {
      clocks ??= readClocks();
      return clocks;
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

/** Adds the row of a profile, and returns its number; undefined where the profile exists already. */
async function addRow(trx: Kysely<Tables>, profile: Profile): Promise<number | undefined> {
  const existing = await trx.selectFrom('profiles').select('code').where('code', '=', profile.code).executeTakeFirst();
  if (existing) return undefined;
  const owner = await newOwner(trx);
  await trx.insertInto('profiles').values(toProfileRow(profile, owner)).execute();
  return owner;
}

async function countProfiles(db: Kysely<Tables>): Promise<number> {
  const { profiles } = await db
    .selectFrom('profiles')
    .select((eb) => eb.fn.countAll().as('profiles'))
    .executeTakeFirstOrThrow();
  return Number(profiles);
}
