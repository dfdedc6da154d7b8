import type { OperationId } from '../../../interface/api.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import { listOperations } from '../../../interface/openapi/operations.ts';

/** A documented path within a whole one. */
export interface FoundPath {
  /** Flights and transfers may lie below different prefixes. */
  area: 'flights' | 'transfers';
  /** What stands before the documented path; empty for nothing. */
  prefix: string;
  /** Null where the path is documented, and not with this method. */
  operation: OperationId | null;
  parameters: Record<string, string>;
}

/** Finds the documented path that a path without its query ends with, the longest one first; null for none. */
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
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decode(value)]));
}

/** What cannot be decoded stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** No documented path is as long. */
const LONGEST = 2000;
