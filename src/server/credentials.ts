import type { Random } from '../ids.ts';
import type { Credential, Profile } from '../store/profiles.ts';
import { hashSecret } from './pipeline/authenticate.ts';
import type { Service } from './service.ts';

/** A key pair as its owner holds it. The secret is shown once, here; the store keeps its hash only. */
export interface KeyPair {
  profileCode: string;
  publicKey: string;
  secretKey: string;
}

/** The key pair that every sandbox knows, so that commands from the docs work as they stand. */
export const demoKeys: KeyPair = {
  profileCode: 'dp_taxiway00001',
  publicKey: 'pk_sandbox_taxiway',
  secretKey: 'sk_sandbox_taxiway_demo',
};

/** Five percent on the provider's net price, unless a profile says otherwise. */
export const DEFAULT_MARGIN_PERCENT = 5;

/** Makes a profile with its first key pair. */
export async function addProfile(service: Service, { name = 'Unnamed', marginPercent = DEFAULT_MARGIN_PERCENT }: { name?: string; marginPercent?: number }, now: number): Promise<{ profile: Profile; keys: KeyPair }> {
  const keys = drawKeys(service.ids.draw('profiles'));
  const [profile, credential] = toRecords(keys, name, marginPercent, now);
  await service.store.profiles.add(profile, credential);
  return { profile, keys };
}

/** A key pair nobody else has. */
export function drawKeys(random: Random): KeyPair {
  return {
    profileCode: `dp_${random.text(12)}`,
    publicKey: `pk_sandbox_${random.text(16)}`,
    secretKey: `sk_sandbox_${random.text(32)}`,
  };
}

/** What the store keeps of a profile and its key pair. */
export function toRecords(keys: KeyPair, name: string, marginPercent: number, now: number): [Profile, Credential] {
  return [
    { code: keys.profileCode, name, marginPercent, createdAt: now, clock: null, armed: null },
    {
      publicKey: keys.publicKey,
      profileCode: keys.profileCode,
      secretHash: hashSecret(keys.secretKey),
      secretLast4: keys.secretKey.slice(-4),
      createdAt: now,
      revokedAt: null,
    },
  ];
}
