import { signal } from '@preact/signals';
import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { route } from '../app/route.ts';
import { act } from '../app/sandbox.ts';

type Armed = Schema['Armed'];

/** The scenario that this page armed last, before it acted on any call. */
export const lastArmed = signal<(Armed & { profileCode: string }) | null>(null);

/** Says in words for how long a scenario is armed. */
export function armingOf({ scenario, calls }: Armed): string {
  if (scenario.includes(';')) return 'as a sequence';
  if (calls === null) return 'until cleared';
  return calls === 1 ? 'for 1 call' : `for ${calls} calls`;
}

/** Formats the armed scenario as people write it: one call is the default for a step. */
export function scenarioText({ scenario }: Armed): string {
  return scenario.replaceAll('(calls=1)', '').replaceAll(';', '; ');
}

/** Arms scenarios on the profile, for a call count, or until they are cleared. */
export async function arm(scenario: string, calls?: number): Promise<void> {
  const place = ofProfile();
  await act(async () => {
    const { armed } = await dataOf(
      control.PUT('/_sandbox/profiles/{profileCode}/scenario', {
        ...place,
        body: { scenario, ...(calls !== undefined && { calls }) },
      }),
    );
    lastArmed.value = armed && { ...armed, profileCode: place.params.path.profileCode };
  });
}

export async function clearArmed(): Promise<void> {
  await act(() => dataOf(control.DELETE('/_sandbox/profiles/{profileCode}/scenario', ofProfile())));
  lastArmed.value = null;
}

function ofProfile() {
  return { params: { path: { profileCode: route.value.profile ?? '' } } };
}
