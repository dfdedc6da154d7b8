import type { Kysely, Selectable } from 'kysely';
import type { Credential, Profile, ProfileStore } from '../profiles.ts';
import { prepare } from './prepare.ts';
import type { Tables } from './tables.ts';

/** `forget` drops what is kept in memory of a profile that was changed behind its back. */
export function createProfileStore(db: Kysely<Tables>): ProfileStore & { forget(code: string): void } {
  // Every request looks its credential up, and only this process writes them: found ones are kept until something changes.
  const found = new Map<string, FoundCredential>();
  let changes = 0;
  const changed = (code: string) => {
    changes += 1;
    for (const [publicKey, { profile }] of found) if (profile.code === code) found.delete(publicKey);
  };

  const clocks = prepare<object, Pick<Tables['profiles'], 'code' | 'clock'>>([], () =>
    db.selectFrom('profiles').select(['code', 'clock']),
  );

  return {
    forget: changed,

    add: (profile, credential, most = Infinity) =>
      db.transaction().execute(async (trx) => {
        if (most < Infinity && (await countProfiles(trx)) >= most) return false;
        await trx
          .insertInto('profiles')
          .values(toRow(profile))
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

    async list(after, limit) {
      return (
        await db.selectFrom('profiles').selectAll().where('code', '>', after).orderBy('code').limit(limit).execute()
      ).map(toProfile);
    },

    count: () => countProfiles(db),

    async clocks() {
      return (await clocks(db, {})).map(({ code, clock }) => ({
        code,
        clock: clock === null ? null : JSON.parse(clock),
      }));
    },

    async setClock(code, expected, clock) {
      const { numUpdatedRows } = await db
        .updateTable('profiles')
        .set({ clock: clock && JSON.stringify(clock) })
        .where('code', '=', code)
        .where('clock', expected ? '=' : 'is', expected && JSON.stringify(expected))
        .executeTakeFirst();
      changed(code);
      return numUpdatedRows > 0;
    },

    async arm(code, armed) {
      await db
        .updateTable('profiles')
        .set({ armed: armed?.scenario ?? null, armed_calls: armed?.calls ?? null })
        .where('code', '=', code)
        .execute();
      changed(code);
    },

    async meet(code, scenario) {
      const { numUpdatedRows } = await db
        .updateTable('profiles')
        .set((eb) => ({ armed_calls: eb('armed_calls', '-', 1) }))
        .where('code', '=', code)
        .where('armed', '=', scenario)
        .where((eb) => eb.or([eb('armed_calls', 'is', null), eb('armed_calls', '>', 0)]))
        .executeTakeFirst();
      changed(code);
      return numUpdatedRows > 0;
    },

    async credentials(code) {
      return (
        await db
          .selectFrom('credentials')
          .selectAll()
          .where('profile_code', '=', code)
          .orderBy('created_at')
          .orderBy('public_key')
          .execute()
      ).map(toCredential);
    },

    addCredential: (credential, most = Infinity) =>
      db.transaction().execute(async (trx) => {
        if ((await countCredentials(trx, credential.profileCode)) >= most) return false;
        await trx.insertInto('credentials').values(toCredentialRow(credential)).execute();
        return true;
      }),

    async revoke(code, publicKey, revokedAt) {
      const { numUpdatedRows } = await db
        .updateTable('credentials')
        .set({ revoked_at: revokedAt })
        .where('profile_code', '=', code)
        .where('public_key', '=', publicKey)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      changed(code);
      return numUpdatedRows > 0;
    },

    async findCredential(publicKey) {
      const known = found.get(publicKey);
      if (known) return known;
      const changesBefore = changes;
      const row = await db
        .selectFrom('credentials')
        .innerJoin('profiles', 'profiles.code', 'credentials.profile_code')
        .selectAll('profiles')
        .select([
          'public_key',
          'profile_code',
          'secret_hash',
          'secret_last4',
          'credentials.created_at as keyed_at',
          'revoked_at',
        ])
        .where('public_key', '=', publicKey)
        .executeTakeFirst();
      if (!row) return undefined;
      const entry: FoundCredential = {
        profile: toProfile(row),
        credential: toCredential({ ...row, created_at: row.keyed_at }),
      };
      if (found.size >= KEPT_CREDENTIALS) found.clear();
      // What changed while it was looked up may be missing in it.
      if (changes === changesBefore) found.set(publicKey, entry);
      return entry;
    },
  };
}

type FoundCredential = NonNullable<Awaited<ReturnType<ProfileStore['findCredential']>>>;

async function countProfiles(db: Kysely<Tables>): Promise<number> {
  const { profiles } = await db
    .selectFrom('profiles')
    .select((eb) => eb.fn.countAll().as('profiles'))
    .executeTakeFirstOrThrow();
  return Number(profiles);
}

/** Those that are not revoked. */
async function countCredentials(db: Kysely<Tables>, code: string): Promise<number> {
  const { credentials } = await db
    .selectFrom('credentials')
    .select((eb) => eb.fn.countAll().as('credentials'))
    .where('profile_code', '=', code)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(credentials);
}

function toRow({ code, name, marginPercent, createdAt, clock, armed }: Profile): Tables['profiles'] {
  return {
    code,
    name,
    margin_percent: marginPercent,
    created_at: createdAt,
    clock: clock && JSON.stringify(clock),
    armed: armed?.scenario ?? null,
    armed_calls: armed?.calls ?? null,
  };
}

function toProfile(row: Selectable<Tables['profiles']>): Profile {
  return {
    code: row.code,
    name: row.name,
    marginPercent: row.margin_percent,
    createdAt: row.created_at,
    clock: row.clock === null ? null : JSON.parse(row.clock),
    armed: row.armed === null || row.armed_calls === 0 ? null : { scenario: row.armed, calls: row.armed_calls },
  };
}

function toCredentialRow(credential: Credential): Tables['credentials'] {
  return {
    public_key: credential.publicKey,
    profile_code: credential.profileCode,
    secret_hash: credential.secretHash,
    secret_last4: credential.secretLast4,
    created_at: credential.createdAt,
    revoked_at: credential.revokedAt,
  };
}

function toCredential(row: Selectable<Tables['credentials']>): Credential {
  return {
    publicKey: row.public_key,
    profileCode: row.profile_code,
    secretHash: row.secret_hash,
    secretLast4: row.secret_last4,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  };
}

const KEPT_CREDENTIALS = 10_000;
