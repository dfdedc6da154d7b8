import type { ControlSchema } from '../../interface/control-api.ts';
import type { ControlClient } from './control-client.ts';
import { readPages } from './control-client.ts';
import type { Output } from './output.ts';
import { show, table } from './output.ts';

type Resource = ControlSchema['Resource'];

/** Lists a profile's resources of some kinds, the oldest first. */
export async function listResources(client: ControlClient, output: Output, kinds: readonly string[]): Promise<void> {
  const found: Resource[] = [];
  for (const kind of kinds) {
    const read = (query: string) =>
      client.onProfile<{ resources: Resource[]; next: string | null }>('GET', `/resources?kind=${kind}&${query}`);
    found.push(...(await readPages('resources', read)));
  }
  show(output, found, () => table(['ID', 'KIND', 'STATUS', 'MADE', 'POSSIBLE'], found.map(rowOf), output.columns));
}

export async function showResource(client: ControlClient, output: Output, id: string): Promise<void> {
  const { resource } = await client.onProfile<{ resource: Resource }>('GET', `/resources/${encodeURIComponent(id)}`);
  show(output, resource, (one) => JSON.stringify(one, null, 2));
}

/** Triggers an event on a resource immediately: see `POST …/resources/{resourceId}/actions`. */
export async function settle(
  client: ControlClient,
  output: Output,
  id: string,
  action: ControlSchema['Action'],
): Promise<void> {
  const path = `/resources/${encodeURIComponent(id)}/actions`;
  const { resource } = await client.onProfile<{ resource: Resource }>('POST', path, action);
  show(output, resource, (one) => {
    const [, kind, status] = rowOf(one);
    const { timeline, actions } = one;
    const latest = timeline.findLast((moment) => !('ahead' in moment));
    return [
      `${kind} ${one.resourceId} is ${status}${latest ? `; latest: ${latest.what} at ${latest.at}` : ''}`,
      `possible now: ${actions.join(', ') || 'nothing'}`,
    ].join('\n');
  });
}

function rowOf(resource: Resource): string[] {
  const { resourceId, kind, status, createdAt, actions } = resource;
  const state = resource.kind === 'reservation' && resource.state !== null ? `, ${resource.state}` : '';
  return [resourceId, kind, status + state, createdAt, actions.join(' ')];
}
