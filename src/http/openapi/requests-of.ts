import { pointerTo, referencesFrom } from '../../base/pointer.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';

/**
 * A spec without its responses and what only those refer to: express-openapi-validator prepares every schema of a
 * spec, and most are of responses. Without its servers too: paths are matched without a host or a base path.
 */
export function requestsOf(spec: Spec): Spec {
  const paths = Object.fromEntries(
    Object.entries(spec.paths ?? {}).map(([path, item]) => [path, withoutResponses(item ?? {})]),
  );
  const needed = referencesFrom(spec, paths);
  const components = Object.fromEntries(
    Object.entries(spec.components ?? {}).map(([kind, parts]) => [
      kind,
      kind === 'securitySchemes'
        ? parts
        : Object.fromEntries(Object.entries(parts).filter(([name]) => needed.has(pointerTo('components', kind, name)))),
    ]),
  );
  return { ...spec, servers: [], paths, components };
}

function withoutResponses(item: object): object {
  return Object.fromEntries(
    Object.entries(item).map(([key, part]: [string, unknown]) => [
      key,
      typeof part === 'object' && part !== null && 'responses' in part ? { ...part, responses: {} } : part,
    ]),
  );
}
