import { signal } from '@preact/signals';
import { demoKeys } from '../../src/profiles/demo-keys.ts';
import type { Schema } from './client.ts';
import { control, dataOf } from './client.ts';
import { serviceIdHeader, signIn } from './sign-in.ts';

type KeyPair = Schema['KeyPair'];

/** Key pairs of this tab, by profile: those of a sign-in, and those that the console made. */
const made = signal<Record<string, KeyPair>>({});

/**
 * The credential headers with which the console calls the service as a client of the profile. Where it has no key pair
 * it makes one, once for each tab; it lives in the memory of the tab, and can be revoked under Profiles.
 */
export async function clientHeaders(profileCode: string): Promise<Record<string, string>> {
  const keys = ownKeys(profileCode) ?? (await makeKeys(profileCode));
  return {
    Authorization: `Bearer ${keys.secretKey}`,
    [serviceIdHeader.value]: `${keys.publicKey}:${profileCode}`,
  };
}

function ownKeys(profileCode: string): KeyPair | undefined {
  const given = signIn.value;
  if (given && 'secretKey' in given && given.profileCode === profileCode) return given;
  return made.value[profileCode];
}

async function makeKeys(profileCode: string): Promise<KeyPair> {
  if (profileCode === demoKeys.profileCode && (await areAccepted(demoKeys))) return demoKeys;
  const { credential } = await dataOf(
    control.POST('/_sandbox/profiles/{profileCode}/credentials', { params: { path: { profileCode } } }),
  );
  made.value = { ...made.value, [profileCode]: credential };
  return credential;
}

async function areAccepted({ publicKey, profileCode }: KeyPair): Promise<boolean> {
  const { credentials } = await dataOf(
    control.GET('/_sandbox/profiles/{profileCode}/credentials', { params: { path: { profileCode } } }),
  );
  return credentials.some((each) => each.publicKey === publicKey && each.revokedAt === null);
}
