import type { ControlSchema } from '../../control-api/control-api.ts';
import type { ControlClient } from './control-client.ts';
import type { Output } from './output.ts';
import { show } from './output.ts';

interface Armed {
  armed: ControlSchema['Armed'] | null;
}

/** Shows what is armed on a profile, arms a scenario, or clears it. */
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
  show(output, { armed }, () => render(armed));
}

function render(armed: Armed['armed']): string {
  if (armed === null) return 'nothing is armed';
  if (armed.calls === null) return `armed: ${armed.scenario}, until it is cleared (taxiway arm --clear)`;
  return `armed: ${armed.scenario}, for ${armed.calls} more ${armed.calls === 1 ? 'call' : 'calls'}`;
}
