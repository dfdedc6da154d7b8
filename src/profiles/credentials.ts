import { hash } from 'node:crypto';
import type { Ids } from '../base/ids.ts';
import type { Config } from '../config/config.ts';
import type { Credential, Profile } from '../store/profiles.ts';
import type { Store } from '../store/store.ts';
import { demoKeys } from './demo-keys.ts';

/**
 * A key pair as returned to its owner. The secret is shown only here; the store keeps its hash.
 *
 * @example
 * ```ts
 * import { createSandbox } from 'taxiway';
 * import type { KeyPair } from 'taxiway';
 *
 * const sandbox = await createSandbox();
 * const keys: KeyPair = await sandbox.addProfile({ marginPercent: 10 });
 * const headers = sandbox.headers(keys);
 * ```
 */
export interface KeyPair {
  profileCode: string;
  publicKey: string;
  secretKey: string;
}

/** Five percent on the provider's net price, unless a profile says otherwise. */
const DEFAULT_MARGIN_PERCENT = 5;

/** Creates a profile with its first key pair. Returns undefined if the sandbox has reached its profile limit. */
export async function addProfile(
  { config, ids, store }: ProfileServices,
  { name = 'Unnamed', marginPercent = DEFAULT_MARGIN_PERCENT }: ProfileOptions,
  now: number,
): Promise<NewProfile | undefined> {
  const keys = drawKeysOf(ids, `dp_${ids.draw('profiles').text(12)}`);
  const profile = toProfile(keys.profileCode, name, marginPercent, now);
  if (await store.profiles.add(profile, toCredential(keys, now), config.maxProfiles)) return { profile, keys };
  ids.remove(keys.profileCode);
  return undefined;
}

/** Options for a new profile. `marginPercent` is added to the providers' net prices. */
export interface ProfileOptions {
  name?: string;
  marginPercent?: number;
}

/** Services for creating profiles. */
interface ProfileServices {
  config: Config;
  ids: Ids;
  store: Store;
}

interface NewProfile {
  profile: Profile;
  keys: KeyPair;
}

/** Creates the docs' profile with its public key pair, unless the store has it. */
export async function addDemoProfile({ store }: ProfileServices, now: number): Promise<void> {
  await store.profiles.add(
    toProfile(demoKeys.profileCode, 'Demo', DEFAULT_MARGIN_PERCENT, now),
    toCredential(demoKeys, now),
  );
}

/** Adds a key pair to a profile. Returns undefined if the profile has reached its limit. */
export async function addCredential(
  { ids, store }: ProfileServices,
  profileCode: string,
  now: number,
): Promise<KeyPair | undefined> {
  const keys = drawKeysOf(ids, profileCode);
  return (await store.profiles.addCredential(toCredential(keys, now), MAX_CREDENTIALS)) ? keys : undefined;
}

function drawKeysOf(ids: Ids, profileCode: string): KeyPair {
  // Not a profile scope, because a reset restarts profile scopes but keeps the credentials.
  return drawKeys(ids, `credentials/${profileCode}`, profileCode);
}

/** Draws a scope's next key pair. */
export function drawKeys(ids: Ids, scope: string, profileCode: string): KeyPair {
  return {
    profileCode,
    publicKey: `pk_sandbox_${ids.draw(scope).text(16)}`,
    secretKey: `sk_sandbox_${ids.secret(scope, 32)}`,
  };
}

function toProfile(code: string, name: string, marginPercent: number, now: number): Profile {
  return { code, name, marginPercent, createdAt: now, clock: null, armed: null };
}

/** Returns a key pair's record. */
export function toCredential(
  { publicKey, profileCode, secretKey }: KeyPair,
  now: number,
  origin: Credential['origin'] = 'client',
): Credential {
  return {
    publicKey,
    profileCode,
    secretHash: hashSecret(secretKey),
    secretLast4: secretKey.slice(-4),
    createdAt: now,
    revokedAt: null,
    origin,
  };
}

/** Maximum number of active credentials for a profile. */
export const MAX_CREDENTIALS = 20;

/**
 * Hashes a secret for the store: SHA-256, hexadecimal. A partial match between two hashes reveals nothing about the
 * secrets.
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}
