import { editDistance } from '../../base/nearest.ts';
import type { ControlSchema } from '../../interface/control-api.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import type { SpecOperation } from '../../interface/openapi/operations.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import { wordOf } from '../../scenarios/operations.ts';
import type { JournaledExchange } from '../../store/journal.ts';

/** Returns the most likely operation for a call to an unknown address; null for none, and for any other call. */
export function findNearest(
  spec: Spec,
  { operationId, method, path }: Pick<JournaledExchange, 'operationId' | 'method' | 'path'>,
): ControlSchema['ExchangeHead']['nearest'] {
  if (operationId !== null || method === '') return null;
  const found = nearestOperation(listOperations<string>(spec), method, path.slice(0, LONGEST));
  if (!found) return null;
  return {
    operation: wordOf(found.operationId),
    operationId: found.operationId,
    method: found.method.toUpperCase(),
    path: found.path,
  };
}

/** Returns the most likely operation for a call: at that path, by any method, or at a similar path; null for none. */
function nearestOperation<Operation extends Pick<SpecOperation, 'method' | 'path'>>(
  operations: readonly Operation[],
  method: string,
  address: string,
): Operation | null {
  const path = (address.split('?', 1)[0] ?? '').toLowerCase();
  let best: { operation: Operation; distance: number } | null = null;
  for (const operation of operations) {
    const otherMethod = operation.method === method.toLowerCase() ? 0 : 0.5;
    const distance = distanceOf(path, operation.path.toLowerCase()) + otherMethod;
    if (distance < (best?.distance ?? Infinity)) best = { operation, distance };
  }
  return best?.operation ?? null;
}

/** Counts different letters outside parameters; Infinity if there are too many for a typing error. */
function distanceOf(path: string, template: string): number {
  if (path.endsWith(template)) return path === template ? 0 : 1;
  const most = Math.max(2, template.replaceAll(PARAMETER, '').length * LIKE_SHARE);
  const own = path.split('/');
  const wanted = template.split('/');
  return Math.min(
    ...[own.length - wanted.length, 0].map((shift) => {
      const filled = fill(own, wanted, shift);
      if (Math.abs(filled.length - template.length) > most) return Infinity;
      const distance = editDistance(filled, template);
      return distance <= most ? distance : Infinity;
    }),
  );
}

/** Returns a path with parameter names for their segments, and adds the ones missing at its end. */
function fill(own: readonly string[], wanted: readonly string[], shift: number): string {
  const filled = own.map((segment, i) => (isParameter(wanted[i - shift]) ? wanted[i - shift] : segment));
  const missing = wanted.slice(own.length);
  return [...filled, ...(missing.every(isParameter) ? missing : [])].join('/');
}

function isParameter(segment: string | undefined): boolean {
  return segment?.startsWith('{') === true;
}

const PARAMETER = /\{[^}]*\}/g;
const LIKE_SHARE = 0.4;
/** A longer path is not a typing error. */
const LONGEST = 500;
