import type { ControlSchema } from '../../control-api/control-api.ts';
import type { ControlClient } from './control-client.ts';
import type { Output } from './output.ts';
import { show } from './output.ts';
import { table } from './table.ts';

type Profile = ControlSchema['Profile'];

/** Lists the profiles of a sandbox. */
export async function listProfiles(client: ControlClient, output: Output): Promise<void> {
  const profiles: Profile[] = [];
  let after: string | null = '';
  while (after !== null) {
    const page: { profiles: Profile[]; next: string | null } = await client.call(
      'GET',
      `/profiles?limit=200${after && `&after=${encodeURIComponent(after)}`}`,
    );
    profiles.push(...page.profiles);
    after = page.next;
  }
  show(output, profiles, () => table(['PROFILE', 'CLOCK', 'ARMED', 'NAME'], profiles.map(rowOf), output.columns));
}

/** Makes a profile, and shows its key pair. */
export async function createProfile(client: ControlClient, output: Output, name: string | undefined): Promise<void> {
  const made = await client.call<{ profile: Profile; credential: ControlSchema['KeyPair'] }>('POST', '/profiles', {
    ...(name !== undefined && { name }),
  });
  show(output, made, ({ profile, credential: { publicKey, secretKey } }) =>
    [
      `profile     ${profile.profileCode}`,
      `public key  ${publicKey}`,
      `secret key  ${secretKey}  (shown now and never again)`,
    ].join('\n'),
  );
}

function rowOf({ profileCode, name, clock, armed }: Profile): string[] {
  return [profileCode, clockOf(clock), armed?.scenario ?? '-', name];
}

function clockOf(clock: Profile['clock']): string {
  if (clock === null) return 'of the sandbox';
  return 'frozenAt' in clock ? `frozen at ${clock.frozenAt}` : `ahead by ${clock.aheadOfService}`;
}
