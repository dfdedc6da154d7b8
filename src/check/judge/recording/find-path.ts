import { percentDecoded } from '../../../base/pointer.ts';
import type { OperationId } from '../../../interface/api.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import { listOperations } from '../../../interface/openapi/operations.ts';

/** A documented path within a whole path. */
export interface FoundPath {
  /** The path's area. Flights and transfers may have different prefixes. */
  area: 'flights' | 'transfers';
  /** The part before the documented path; empty for none. */
  prefix: string;
  /** Null if the document has the path, but not with this method. */
  operation: OperationId | null;
  parameters: Record<string, string>;
}

/** Finds the longest documented path that ends a path without a query; null for none. */
export type FindPath = (method: string, path: string) => FoundPath | null;

export function createFindPath(spec: Spec): FindPath {
  const routes = listOperations(spec)
    .map(({ operationId, method, path }) => ({
      operation: operationId,
      method: method.toUpperCase(),
      area: path.startsWith('/v1/flights/') ? ('flights' as const) : ('transfers' as const),
      length: path.length,
      pattern: new RegExp(`^(?<prefix>.*?)${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]*)')}/?$`, 'i'),
    }))
    .sort((a, b) => b.length - a.length);
  return (method, path) => {
    if (path.length > LONGEST) return null;
    let missed: FoundPath | null = null;
    for (const { area, operation, method: own, pattern } of routes) {
      const { prefix, ...parameters } = pattern.exec(path)?.groups ?? {};
      if (prefix === undefined) continue;
      if (own === method) return { area, prefix, operation, parameters: decodeAll(parameters) };
      missed ??= { area, prefix, operation: null, parameters: {} };
    }
    return missed;
  };
}

function decodeAll(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, percentDecoded(value)]));
}

/** Maximum path length: every documented path is shorter. */
const LONGEST = 2000;
