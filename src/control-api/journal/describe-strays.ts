import { toIso } from '../../base/clock.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import { editDistance } from '../../base/nearest.ts';
import { inSlices } from '../../base/turns.ts';
import type { ControlSchema } from '../../interface/control-api.ts';
import type { SpecOperation } from '../../interface/openapi/operations.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import { wordOf } from '../../scenarios/operations.ts';
import type { Stray } from '../../store/strays.ts';
import type { ControlServices } from '../control-services.ts';

/** Returns the latest calls that belong to no profile, newest first, each with its most likely operation. */
export async function describeStrays(service: ControlServices, limit: number): Promise<ControlSchema['Stray'][]> {
  const pause = inSlices();
  const strays: ControlSchema['Stray'][] = [];
  for (const stray of await service.strays.latest(limit)) {
    strays.push(describeStray(stray, service));
    await pause();
  }
  return strays;
}

const describeStray = memoizeByObject((stray: Stray, { spec }: ControlServices): ControlSchema['Stray'] => {
  const { at, realTime, operationId: _operation, sender: _sender, ...rest } = stray;
  return {
    ...rest,
    at: toIso(at),
    realTime: toIso(realTime),
    nearest: findNearest(stray, spec),
  };
});

function findNearest(
  { operationId, method, path }: Stray,
  spec: ControlServices['spec'],
): ControlSchema['Stray']['nearest'] {
  if (method === null || path === null) return null;
  const operations = listOperations<string>(spec);
  const found =
    operations.find((operation) => operation.operationId === operationId) ?? nearestOperation(operations, method, path);
  if (!found) return null;
  return {
    operation: wordOf(found.operationId),
    operationId: found.operationId,
    method: found.method.toUpperCase(),
    path: found.path,
  };
}

/** Returns the most likely operation of a call: at that path, by any method, or at a similar path; null for none. */
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

/** Counts different letters, without parameters; Infinity if there are too many for a slip. */
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

/** Returns a path with parameter names in place of their segments, and adds the ones missing at its end. */
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
