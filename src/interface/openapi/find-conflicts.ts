import { isDeepStrictEqual } from 'node:util';
import { didYouMean } from '../../base/nearest.ts';
import { followPointer, pointerTo } from '../../base/pointer.ts';
import type { Spec, SpecOperation } from './operations.ts';
import { listOperations } from './operations.ts';

/** A spec part in conflict with the code: its place, as keys from the root, and the next step. */
export interface Conflict {
  path: readonly string[];
  message: string;
}

/** Everything the code requires from a spec. */
export interface SpecRequirements {
  /** Every operation, by operationId. */
  operations: Readonly<Record<string, RequiredOperation>>;
  /** Enum values that the code depends on, by schema: another value would end in 500. */
  values: Readonly<Record<string, readonly unknown[]>>;
}

export interface RequiredOperation {
  /** Every status that the operation may return, success first. */
  statuses: readonly number[];
  /** The required credentials, in OpenAPI form. */
  security: readonly Readonly<Record<string, readonly string[]>>[];
}

/** Returns a spec's conflicts with the code. Faults in OpenAPI itself are not among them. */
export function findConflicts(spec: Spec, { operations, values }: SpecRequirements): Conflict[] {
  const found = listOperations<string>(spec);
  const ids = found.map(({ operationId }) => operationId);
  return [
    ...found.flatMap((operation) => checkOperation(spec, operation, operations)),
    ...Object.keys(operations)
      .filter((id) => !ids.includes(id))
      .map((id) => ({
        path: ['paths'],
        message: `no operation has the operationId ${id}, which taxiway serves; add it`,
      })),
    ...checkSchemes(spec),
    ...Object.entries(values).flatMap(([schema, known]) => checkValues(spec, schema, known)),
  ];
}

function checkOperation(
  spec: Spec,
  { operationId, method, path, description }: SpecOperation<string>,
  operations: SpecRequirements['operations'],
): Conflict[] {
  const at = ['paths', path, method];
  if (!Object.hasOwn(operations, operationId)) {
    const names = Object.keys(operations);
    const known = `it has ${names.join(', ')}`;
    const message = `taxiway has no operation ${operationId}${didYouMean(operationId, names)}; ${known}`;
    return [{ path: [...at, 'operationId'], message }];
  }
  const { statuses = [], security } = operations[operationId] ?? {};
  const { responses = {} } = description;
  const isOwn = description.security !== undefined;
  const missing = statuses.filter((status) => !Object.hasOwn(responses, String(status)));
  const conflicts = missing.map((status) => ({
    path: [...at, 'responses'],
    message: `the possible status ${status} of this operation is not described; add it`,
  }));
  if (isDeepStrictEqual(isOwn ? description.security : spec.security, security)) return conflicts;
  const message = `taxiway requires ${JSON.stringify(security)} for each call, regardless of this value; write that`;
  return [...conflicts, { path: isOwn ? [...at, 'security'] : ['security'], message }];
}

function checkSchemes({ components }: Spec): Conflict[] {
  return Object.entries<object>(components?.securitySchemes ?? {}).flatMap(([name, scheme]) =>
    Object.entries(SCHEMES[name] ?? {})
      .filter(([key, value]) => Reflect.get(scheme, key) !== value)
      .map(([key, value]) => ({
        path: ['components', 'securitySchemes', name, key],
        message: `taxiway accepts this credential only with ${key} ${value}; write that${SETTING[key] ?? ''}`,
      })),
  );
}

const SCHEMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  secretKey: { type: 'http', scheme: 'bearer' },
  serviceId: { type: 'apiKey', in: 'header', name: 'X-Service-Id' },
  adminToken: { type: 'http', scheme: 'bearer' },
};

const SETTING: Readonly<Record<string, string>> = {
  name: '; the setting serviceIdHeader changes the name of the header',
};

function checkValues(spec: Spec, schema: string, known: readonly unknown[]): Conflict[] {
  const path = ['components', ...schema.split('/'), 'enum'];
  const values = followPointer(spec, pointerTo(...path));
  const unknown = (Array.isArray(values) ? values : []).filter((value) => !known.includes(value));
  return unknown.map((value: unknown) => ({
    path,
    message: `the code does not know the value ${JSON.stringify(value)}; it knows ${known.join(', ')}. Remove it`,
  }));
}
