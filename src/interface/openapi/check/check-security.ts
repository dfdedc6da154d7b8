import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../../base/values/kinds.ts';
import type { Fault, RequiredOperations } from './fault.ts';
import { shown } from './fault.ts';
import type { FoundOperation, Part } from './found-operation.ts';

/** Returns the difference between an operation's stated credentials and those required by taxiway. */
export function checkSecurity(
  document: Part,
  { path, operation }: FoundOperation,
  required: RequiredOperations,
): Fault[] {
  const needed = required[String(operation['operationId'])]?.security;
  const isOwn = operation['security'] !== undefined;
  const security = isOwn ? operation['security'] : document['security'];
  if (needed === undefined || isDeepStrictEqual(security, needed)) return [];
  const credentials = JSON.stringify(needed);
  const message = `taxiway requires ${credentials} for each call, regardless of this value, got ${shown(security)}`;
  return [{ path: isOwn ? [...path, 'security'] : ['security'], message: `${message}; write that` }];
}

/** Returns the security schemes that taxiway lacks, or has in another form. */
export function checkSchemes(document: Part): Fault[] {
  const components = isRecord(document['components']) ? document['components'] : {};
  const schemes = isRecord(components['securitySchemes']) ? components['securitySchemes'] : {};
  return Object.entries(schemes).flatMap(([name, scheme]) => {
    const path = ['components', 'securitySchemes', name];
    const wanted = SCHEMES[name];
    if (!wanted)
      return [{ path, message: `taxiway has no security scheme ${name}; it has ${Object.keys(SCHEMES).join(', ')}` }];
    return Object.entries(wanted)
      .filter(([key, value]) => !isRecord(scheme) || scheme[key] !== value)
      .map(([key, value]) => ({
        path: [...path, key],
        message: `taxiway accepts this credential only with ${key} ${value}; write that${SETTING[key] ?? ''}`,
      }));
  });
}

const SCHEMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  secretKey: { type: 'http', scheme: 'bearer' },
  serviceId: { type: 'apiKey', in: 'header', name: 'X-Service-Id' },
  adminToken: { type: 'http', scheme: 'bearer' },
};

const SETTING: Readonly<Record<string, string>> = {
  name: '; the setting serviceIdHeader changes the name of the header',
};
