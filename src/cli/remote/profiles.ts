import type { ControlSchema } from '../../interface/control-api.ts';
import type { ControlClient } from './control-client.ts';
import { readPages } from './control-client.ts';
import type { Output } from './output.ts';
import { show, table } from './output.ts';

type Profile = ControlSchema['Profile'];

export async function listProfiles(client: ControlClient, output: Output): Promise<void> {
  const profiles = await readPages('profiles', (query) =>
    client.call<{ profiles: Profile[]; next: string | null }>('GET', `/profiles?${query}`),
  );
  show(output, profiles, () => table(['PROFILE', 'CLOCK', 'ARMED', 'NAME'], profiles.map(rowOf), output.columns));
}

/** Makes a profile, and shows its key pair. */
export async function createProfile(client: ControlClient, output: Output, name: string): Promise<void> {
  const made = await client.call<{ profile: Profile; credential: ControlSchema['KeyPair'] }>('POST', '/profiles', {
    ...(name !== '' && { name }),
  });
  show(output, made, ({ profile, credential: { publicKey, secretKey } }) =>
    [
      `profile     ${profile.profileCode}`,
      `public key  ${publicKey}`,
      `secret key  ${secretKey}  (shown only now)`,
    ].join('\n'),
  );
}

/** Shows a profile's armed scenarios, arms a scenario, or clears them. */
export async function arm(
  client: ControlClient,
  output: Output,
  { scenario, calls, clear }: { scenario: string | undefined; calls: number | undefined; clear: boolean },
): Promise<void> {
  const body = { scenario, ...(calls !== undefined && { calls }) };
  if (clear) await client.onProfile('DELETE', '/scenario');
  const { armed } =
    scenario === undefined
      ? await client.onProfile<Armed>('GET', '/scenario')
      : await client.onProfile<Armed>('PUT', '/scenario', body);
  show(output, { armed }, () => renderArmed(armed));
}

interface Armed {
  armed: ControlSchema['Armed'] | null;
}

export async function reset(client: ControlClient, output: Output): Promise<void> {
  const emptied = await client.onProfile<{ profile: { profileCode: string } }>('POST', '/reset');
  show(output, emptied, ({ profile }) => `${profile.profileCode} is empty`);
}

function rowOf({ profileCode, name, clock, armed }: Profile): string[] {
  return [profileCode, clockOf(clock), armed?.scenario ?? '-', name];
}

function clockOf(clock: Profile['clock']): string {
  if (clock === null) return 'of the sandbox';
  return 'frozenAt' in clock ? `frozen at ${clock.frozenAt}` : `ahead by ${clock.aheadOfService}`;
}

function renderArmed(armed: Armed['armed']): string {
  if (armed === null) return 'nothing is armed';
  if (armed.calls === null) return `armed: ${armed.scenario}, until it is cleared (taxiway arm --clear)`;
  return `armed: ${armed.scenario}, for ${armed.calls} more ${armed.calls === 1 ? 'call' : 'calls'}`;
}
