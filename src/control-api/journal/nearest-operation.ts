import { editDistance } from '../../base/nearest.ts';
import type { SpecOperation } from '../../interface/openapi/operations.ts';

/** The operation that a call most likely meant: at that path, by any method, or at one like it; null for none. */
export function nearestOperation<Operation extends Pick<SpecOperation, 'method' | 'path'>>(
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

/** How many letters differ, parameters aside; Infinity where they are too many for a slip. */
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

/** A path with the names of parameters where its segments stand for them; those missing at its end are added. */
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
