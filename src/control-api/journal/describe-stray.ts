import { toIso } from '../../base/clock.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import { inSlices } from '../../base/turns.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import type { Stray } from '../../journal/strays.ts';
import { wordOf } from '../../scenarios/operations.ts';
import type { Service } from '../../service.ts';
import type { ControlSchema } from '../control-api.ts';
import { nearestOperation } from './nearest-operation.ts';

/** The latest calls that belong to no profile, newest first, each with the operation that it most likely meant. */
export async function describeStrays(service: Service, limit: number): Promise<ControlSchema['Stray'][]> {
  const pause = inSlices();
  const strays: ControlSchema['Stray'][] = [];
  for (const stray of service.strays.latest(limit)) {
    strays.push(describeStray(stray, service));
    await pause();
  }
  return strays;
}

const describeStray = memoizeByObject((stray: Stray, { spec }: Service): ControlSchema['Stray'] => {
  const { at, realTime, operationId: _, ...rest } = stray;
  return {
    ...rest,
    at: toIso(at),
    realTime: toIso(realTime),
    nearest: findNearest(stray, spec),
  };
});

function findNearest({ operationId, method, path }: Stray, spec: Service['spec']): ControlSchema['Stray']['nearest'] {
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
