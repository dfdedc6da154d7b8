import { formatDuration, toIso } from '../../base/clock.ts';
import type { ControlSchema } from '../../interface/control-api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { KeyPair } from '../../profiles/credentials.ts';
import { addCredential as addKeyPair, addProfile, MAX_CREDENTIALS } from '../../profiles/credentials.ts';
import { describeClock } from '../../profiles/profile-clock.ts';
import type { Service } from '../../service.ts';
import type { Credential, Profile, ProfileClock } from '../../store/profiles.ts';
import type { ProfileOperation, ServiceOperation } from '../operation.ts';

export const listProfiles = {
  operationId: 'listProfiles',
  access: 'admin',
  async run({ store, journal, judge, exams }, { query }) {
    const { after = '', limit: limitText = 50, search = '', order = 'code' } = query;
    const limit = Number(limitText);
    await journal.flush();
    const profiles = await store.profiles.list(after, limit + 1, search, order);
    const page = profiles.slice(0, limit);
    const last = profiles.length > limit ? page.at(-1) : undefined;
    const judged = await judge?.countsOfAll(page.map(({ code }) => code));
    const examined = await exams?.profiles();
    const listed = page.map((profile, i) => ({
      // Any request may read the list, so it must not reveal the next situation to an app under examination.
      ...describeProfile({ ...profile, armed: examined?.includes(profile.code) ? null : profile.armed }),
      calledAt: profile.calledAt === null ? null : toIso(profile.calledAt),
      judged: judged?.[i] ?? null,
    }));
    return { body: { profiles: listed, next: last?.code ?? null } };
  },
} satisfies ServiceOperation<'listProfiles'>;

export const createProfile = {
  operationId: 'createProfile',
  access: 'profile-creation',
  async run(service, { now, body = {} }) {
    const created = await addProfile(service, body, now);
    if (!created)
      throw new Refusal('too_many_profiles', [
        {
          path: '',
          message:
            `There are ${service.config.maxProfiles} profiles, the maximum of this sandbox; ` +
            'delete some, or start it with a larger --max-profiles',
        },
      ]);
    return { status: 201, body: { profile: describeProfile(created.profile), credential: created.keys } };
  },
} satisfies ServiceOperation<'createProfile', Service>;

export const getProfile = {
  operationId: 'getProfile',
  access: 'profile',
  run: async ({ store }, { profile }) => ({
    body: { profile: describeProfile(profile), kept: await store.kept(profile.code) },
  }),
} satisfies ProfileOperation<'getProfile', Service>;

export const getClock = {
  operationId: 'getClock',
  access: 'profile',
  run: (_service, { profile, now }) => ({ body: describeClock(profile.clock, now) }),
} satisfies ProfileOperation<'getClock'>;

export const changeProfile = {
  operationId: 'changeProfile',
  access: 'profile',
  async run({ store }, { profile, body }) {
    const changed = await store.profiles.change(profile.code, body);
    if (changed) return { body: { profile: describeProfile(changed) } };
    throw new Refusal('profile_not_found');
  },
} satisfies ProfileOperation<'changeProfile', Service>;

export const listCredentials = {
  operationId: 'listCredentials',
  access: 'profile',
  async run({ store }, { profile }) {
    return { body: { credentials: (await store.profiles.credentials(profile.code)).map(describeCredential) } };
  },
} satisfies ProfileOperation<'listCredentials', Service>;

export const addCredential = {
  operationId: 'addCredential',
  access: 'profile',
  async run(service, { profile, now }) {
    return { status: 201, body: { credential: await addKeys(service, profile.code, now) } };
  },
} satisfies ProfileOperation<'addCredential', Service>;

export const getPageKeys = {
  operationId: 'getPageKeys',
  access: 'profile',
  async run({ pageKeys }, { profile, path: { page }, now }) {
    return { body: { credential: await pageKeys.of(profile.code, page, now) } };
  },
} satisfies ProfileOperation<'getPageKeys', Service>;

/** Adds a key pair to a profile. Throws `too_many_credentials`. */
export async function addKeys(service: Service, profileCode: string, now: number): Promise<KeyPair> {
  const credential = await addKeyPair(service, profileCode, now);
  if (credential) return credential;
  throw new Refusal('too_many_credentials', [
    {
      path: '',
      message: `The profile has ${MAX_CREDENTIALS} active credentials, the maximum; revoke one`,
    },
  ]);
}

export const revokeCredential = {
  operationId: 'revokeCredential',
  access: 'profile',
  async run({ store, journal }, { profile, path: { publicKey }, now }) {
    const revoked = await store.profiles.revoke(profile.code, publicKey, now);
    const credential = (await store.profiles.credentials(profile.code)).find((one) => one.publicKey === publicKey);
    if (!credential)
      throw new Refusal('credential_not_found', [
        { path: 'path/publicKey', message: 'The profile has no credential with this public key' },
      ]);
    if (!revoked) throw new Refusal('credential_already_revoked');
    // Clients with an active credential reconnect.
    journal.watchers.end(profile.code);
    return { body: { credential: describeCredential(credential) } };
  },
} satisfies ProfileOperation<'revokeCredential', Service>;

/** A profile as the control API shows it. */
export function describeProfile({
  code,
  name,
  marginPercent,
  createdAt,
  clock,
  armed,
}: Profile): ControlSchema['Profile'] {
  return {
    profileCode: code,
    name,
    marginPercent,
    createdAt: toIso(createdAt),
    clock: clock && describe(clock),
    armed,
  };
}

/** The setting, without the present time: that would need a clock reading. */
function describe(clock: ProfileClock): NonNullable<ControlSchema['Profile']['clock']> {
  return 'frozenAt' in clock ? { frozenAt: toIso(clock.frozenAt) } : { aheadOfService: formatDuration(clock.aheadMs) };
}

/** A credential as the control API shows it, with only the last characters of its secret. */
function describeCredential({ publicKey, secretLast4, createdAt, revokedAt }: Credential): ControlSchema['Credential'] {
  return {
    publicKey,
    secretLast4,
    createdAt: toIso(createdAt),
    revokedAt: revokedAt === null ? null : toIso(revokedAt),
  };
}
