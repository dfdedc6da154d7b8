import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { ReplacedError } from '../../errors.ts';
import type { OwnedClock, Profile, ProfileClock, ProfileOrder, ProfileStore } from '../../profiles.ts';
import type { Capabilities } from '../database.ts';
import type { Owners } from '../owners.ts';
import { newOwner } from '../owners.ts';
import { prepare } from '../prepare.ts';
import type { Tables } from '../tables.ts';
import {
  createCredentialStore,
  toArmedColumns,
  toClock,
  toCredentialRow,
  toProfile,
  toProfileColumns,
} from './credentials.ts';

/**
 * The caller runs `forget`, which empties the cache, after another store has changed a profile. Calls `onAdded` with
 * each new profile's number.
 */
export function createProfileStore(
  db: Kysely<Tables>,
  capabilities: Capabilities,
  owners: Owners,
  onAdded: (owner: number) => void,
): ProfileStore & Pick<ReturnType<typeof createCredentialStore>, 'forget' | 'toFound'> {
  const credentialStore = createCredentialStore(db, capabilities, owners);
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
      // The next call reads the clocks again.
      clocks = undefined;
      throw error;
    }
  };

  /** Replaces columns that still have the expected values. Throws ReplacedError if the state is another one. */
  const replace = async (code: string, expected: ReplacedColumns, next: ReplacedColumns) => {
    let update = db.updateTable('profiles').set(next).where('code', '=', code).where('owner', '=', owners.of(code));
    for (const [column, value] of Object.entries(expected) as [keyof ReplacedColumns, string | number | null][])
      update = update.where(column, value === null ? 'is' : '=', value);
    const { numUpdatedRows } = await update.executeTakeFirst();
    forget();
    // A comparison with an earlier state fails as often as it is repeated.
    if (owners.isBehind(code)) throw new ReplacedError(`another process has replaced the state of ${code}`);
    return numUpdatedRows > 0;
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
      owners.see(code, row?.owner);
      return row && toProfile(row);
    },

    async list(after, limit, search, order) {
      const all = db.selectFrom('profiles').selectAll('profiles').select(CALLED_AT.as('called_at'));
      const text = sql`lower(name || ' ' || code)`;
      // The databases have different functions for finding a text, but all have `replace`. The columns ignore case
      // for ASCII letters only.
      const wanted = search.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
      const found = sql<boolean>`replace(${text}, ${wanted}, '') <> ${text}`;
      const profiles = search === '' ? all : all.where(found);
      const rest = after === '' ? profiles : profiles.where(isAfter(order, after));
      const ordered = order === 'code' ? rest.orderBy('code') : rest.orderBy(LATEST_FIRST);
      return (await ordered.limit(limit).execute()).map((row) => ({ ...toProfile(row), calledAt: row.called_at }));
    },

    count: () => countProfiles(db),

    clocks() {
      if (capabilities.isShared) return readClocks();
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

    setClock: (code, expected, clock) => replace(code, { clock: textOf(expected) }, { clock: textOf(clock) }),

    async arm(code, armed) {
      await db.updateTable('profiles').set(toArmedColumns(armed)).where('code', '=', code).execute();
      forget();
    },

    rearm: (code, expected, armed) => replace(code, toArmedColumns(expected), toArmedColumns(armed)),
  };
}

type ReplacedColumns = Partial<Pick<Tables['profiles'], 'clock' | 'armed' | 'armed_calls'>>;

function textOf(clock: ProfileClock | null): string | null {
  return clock && JSON.stringify(clock);
}

/** Adds a profile's row, and returns its number; undefined if the profile exists already. */
async function addRow(trx: Kysely<Tables>, profile: Profile): Promise<number | undefined> {
  const existing = await trx.selectFrom('profiles').select('code').where('code', '=', profile.code).executeTakeFirst();
  if (existing) return undefined;
  const owner = await newOwner(trx);
  const row = { code: profile.code, owner, created_at: profile.createdAt, ...toProfileColumns(profile) };
  await trx.insertInto('profiles').values(row).execute();
  return owner;
}

/** A profile's latest call; null for none, and for an imported one. */
const CALLED_AT = sql<number | null>`(select real_time from exchanges where exchanges.owner = profiles.owner
  order by sequence desc limit 1)`;
const LATEST_FIRST = sql`coalesce(${CALLED_AT}, 0) desc, owner desc`;

/** True for a profile after the one with a code. */
function isAfter(order: ProfileOrder, after: string) {
  if (order === 'code') return sql<boolean>`code > ${after}`;
  const place = sql`select coalesce(${CALLED_AT}, 0), owner from profiles where code = ${after}`;
  return sql<boolean>`(coalesce(${CALLED_AT}, 0), owner) < (${place})`;
}

async function countProfiles(db: Kysely<Tables>): Promise<number> {
  const { profiles } = await db
    .selectFrom('profiles')
    .select((eb) => eb.fn.countAll().as('profiles'))
    .executeTakeFirstOrThrow();
  return Number(profiles);
}
