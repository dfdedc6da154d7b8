import type { Kysely, Selectable } from 'kysely';
import type { Credential, CredentialStore, FoundCredential, Profile, ProfileClock } from '../../profiles.ts';
import type { Capabilities } from '../database.ts';
import type { Owners } from '../owners.ts';
import { RecordCache } from '../record-cache.ts';
import type { Tables } from '../tables.ts';

/** The caller runs `forget`, which empties the cache, after every change of a profile or a credential. */
export function createCredentialStore(
  db: Kysely<Tables>,
  capabilities: Capabilities,
  owners: Owners,
): CredentialStore & { forget(this: void): void; toFound(this: void, row: CredentialRow): FoundCredential } {
  // Every request looks up its credential. Another process may revoke it at any time.
  const cache = new RecordCache<FoundCredential>(capabilities.isShared ? 0 : MAX_CACHED);

  return {
    forget: () => cache.forget(),

    toFound({ profile, credential }) {
      owners.see(profile.code, profile.owner);
      return { profile: toProfile(profile), credential: toCredential(credential) };
    },

    async credentials(code) {
      const rows = await db
        .selectFrom('credentials')
        .selectAll()
        .where('profile_code', '=', code)
        .where('origin', '=', 'client')
        .orderBy('created_at')
        .orderBy('public_key')
        .execute();
      return rows.map(toCredential);
    },

    addCredential: (credential, max = Infinity) =>
      db.transaction().execute(async (trx) => {
        if (max < Infinity) await capabilities.takeName(trx, `credentials of ${credential.profileCode}`);
        if ((await countActive(trx, credential.profileCode)) >= max) return false;
        await trx.insertInto('credentials').values(toCredentialRow(credential)).execute();
        return true;
      }),

    async addPageCredential(credential, max) {
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('credentials').values(toCredentialRow(credential)).execute();
        await removeOldPages(trx, credential, max);
      });
      cache.forget();
    },

    async revoke(code, publicKey, revokedAt) {
      const revoked = await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('credentials')
          .set({ revoked_at: revokedAt })
          .where('profile_code', '=', code)
          .where('public_key', '=', publicKey)
          .where('origin', '=', 'client')
          .where('revoked_at', 'is', null)
          .executeTakeFirst();
        const ofPages = trx.deleteFrom('credentials').where('profile_code', '=', code).where('origin', '<>', 'client');
        if (numUpdatedRows === 0n) return false;
        await ofPages.execute();
        await capabilities.processes.tell(trx, { event: 'revoked', profileCode: code });
        return true;
      });
      cache.forget();
      return revoked;
    },

    findCredential: async (publicKey) =>
      cache.get(publicKey) ?? cache.keep(publicKey, findWithProfile(db, owners, publicKey)),
  };
}

/** A credential and its profile, read by another statement. */
interface CredentialRow {
  profile: Selectable<Tables['profiles']>;
  credential: Selectable<Tables['credentials']>;
}

async function findWithProfile(
  db: Kysely<Tables>,
  owners: Owners,
  publicKey: string,
): Promise<FoundCredential | undefined> {
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
      'credentials.origin',
    ])
    .where('public_key', '=', publicKey)
    .executeTakeFirst();
  if (row) owners.see(row.code, row.owner);
  return row && { profile: toProfile(row), credential: toCredential({ ...row, created_at: row.keyed_at }) };
}

/** Removes a page's credentials except the newest ones. */
async function removeOldPages(trx: Kysely<Tables>, credential: Credential, max: number): Promise<void> {
  const { profileCode, origin, publicKey } = credential;
  const ofPage = trx
    .selectFrom('credentials')
    .select('public_key')
    .where('profile_code', '=', profileCode)
    .where('origin', '=', origin)
    .where('public_key', '<>', publicKey);
  const newest = ofPage.orderBy('created_at', 'desc').limit(max - 1);
  const others = await ofPage.where('public_key', 'not in', newest).execute();
  if (others.length === 0) return;
  const keys = others.map(({ public_key }) => public_key);
  await trx.deleteFrom('credentials').where('public_key', 'in', keys).execute();
}

/** Counts the clients' active credentials. */
async function countActive(db: Kysely<Tables>, code: string): Promise<number> {
  const { credentials } = await db
    .selectFrom('credentials')
    .select((eb) => eb.fn.countAll().as('credentials'))
    .where('profile_code', '=', code)
    .where('origin', '=', 'client')
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(credentials);
}

export function toCredentialRow(credential: Credential): Tables['credentials'] {
  return {
    public_key: credential.publicKey,
    profile_code: credential.profileCode,
    secret_hash: credential.secretHash,
    secret_last4: credential.secretLast4,
    created_at: credential.createdAt,
    revoked_at: credential.revokedAt,
    origin: credential.origin,
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
    origin: row.origin,
  };
}

/** Under 1 kB each. */
const MAX_CACHED = 10_000;

/** Returns the columns of a profile that an import replaces. */
export function toProfileColumns({
  name,
  marginPercent,
  clock,
  armed,
}: Pick<Profile, 'name' | 'marginPercent' | 'clock' | 'armed'>) {
  return { name, margin_percent: marginPercent, clock: clock && JSON.stringify(clock), ...toArmedColumns(armed) };
}

export function toArmedColumns(armed: Profile['armed']) {
  return { armed: armed?.scenario ?? null, armed_calls: armed?.calls ?? null };
}

export function toProfile(row: Selectable<Tables['profiles']>): Profile {
  return {
    code: row.code,
    name: row.name,
    marginPercent: row.margin_percent,
    createdAt: row.created_at,
    clock: toClock(row.clock),
    armed: row.armed === null || row.armed_calls === 0 ? null : { scenario: row.armed, calls: row.armed_calls },
  };
}

export function toClock(clock: string | null): ProfileClock | null {
  return clock === null ? null : (JSON.parse(clock) as ProfileClock);
}
