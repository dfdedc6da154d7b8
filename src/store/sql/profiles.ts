import type { Kysely } from 'kysely';
import type { ProfileStore } from '../profiles.ts';
import type { Tables } from './tables.ts';

export function createProfileStore(db: Kysely<Tables>): ProfileStore {
  // Every request looks its credential up, and only this process writes them: found ones are kept.
  const found = new Map<string, FoundCredential>();
  return {
    add: (profile, credential) => db.transaction().execute(async (trx) => {
      await trx.insertInto('profiles')
        .values({ code: profile.code, name: profile.name, margin_percent: profile.marginPercent })
        .onConflict((conflict) => conflict.doNothing()).execute();
      await trx.insertInto('credentials')
        .values({
          public_key: credential.publicKey,
          profile_code: credential.profileCode,
          secret_hash: credential.secretHash,
          secret_last4: credential.secretLast4,
          created_at: credential.createdAt,
          revoked_at: credential.revokedAt,
        })
        .onConflict((conflict) => conflict.doNothing()).execute();
    }),

    async findCredential(publicKey) {
      const known = found.get(publicKey);
      if (known) return known;
      const row = await db.selectFrom('credentials').innerJoin('profiles', 'profiles.code', 'credentials.profile_code')
        .selectAll().where('public_key', '=', publicKey).executeTakeFirst();
      if (!row) return undefined;
      const entry: FoundCredential = {
        profile: { code: row.code, name: row.name, marginPercent: row.margin_percent },
        credential: {
          publicKey: row.public_key,
          profileCode: row.profile_code,
          secretHash: row.secret_hash,
          secretLast4: row.secret_last4,
          createdAt: row.created_at,
          revokedAt: row.revoked_at,
        },
      };
      if (found.size >= KEPT_CREDENTIALS) found.clear();
      found.set(publicKey, entry);
      return entry;
    },
  };
}

type FoundCredential = NonNullable<Awaited<ReturnType<ProfileStore['findCredential']>>>;

const KEPT_CREDENTIALS = 10_000;
