import type { OperationId } from '../../interface/api.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import { listOperations } from '../../interface/openapi/operations.ts';

/** The operation that a request was for. */
export interface Recognised {
  /** Null where method and path belong to none. */
  operation: OperationId | null;
  /** Path parameters by name, decoded. */
  parameters: Record<string, string>;
}

/** Finds the operation of a method and a path below the base URL, without the query. */
export type Recognise = (method: string, path: string) => Recognised;

export function createRecognise(spec: Spec): Recognise {
  const routes = listOperations(spec).map(({ operationId, method, path }) => ({
    operation: operationId,
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]*)')}/?$`, 'i'),
  }));
  return (method, path) => {
    for (const route of routes) {
      const match = route.method === method ? route.pattern.exec(path) : null;
      if (match) return { operation: route.operation, parameters: decodeAll(match.groups ?? {}) };
    }
    return { operation: null, parameters: {} };
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
