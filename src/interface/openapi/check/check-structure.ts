import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';
import { messageOf } from '../../../base/message-of.ts';
import { isRecord } from '../../../base/values/kinds.ts';
import type { Fault } from './fault.ts';
import { shown } from './fault.ts';
import { listSchemas } from './schema-places.ts';
import { keysOf } from './spec-text.ts';

/** Returns the violations of OpenAPI 3.1, and of JSON Schema 2020-12 within schemas. */
export async function checkStructure(file: string, document: object, ajv: Ajv2020): Promise<Fault[]> {
  const ofSchemas = listSchemas(document).flatMap(({ path, schema }) => {
    if (!isRecord(schema) || ajv.validateSchema(schema) === true) return [];
    return deepest(ajv.errors ?? []).map((error) => toFault(error, path, schema));
  });
  return ofSchemas.length > 0 ? ofSchemas : validate(file, document);
}

async function validate(file: string, document: object): Promise<Fault[]> {
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  // The validator resolves references in place.
  const copy = structuredClone(document) as Parameters<typeof SwaggerParser.validate>[1];
  try {
    await SwaggerParser.validate(file, copy, {});
    return [];
  } catch (error) {
    const details = error instanceof Error && 'details' in error ? (error.details as ErrorObject[]) : [];
    if (details.length === 0) return [{ path: [], message: messageOf(error).slice(0, MAX_MESSAGE) }];
    return deepest(details).map((each) => toFault(each, [], copy));
  }
}

/** One fault makes errors at its parents too, and an error for each alternative at its own place. */
function deepest(errors: readonly ErrorObject[]): ErrorObject[] {
  const depth = ({ instancePath }: ErrorObject) => instancePath.split('/').length;
  const most = Math.max(...errors.map(depth));
  const left = errors.filter((error) => depth(error) === most);
  const places = new Set(left.map(({ instancePath }) => instancePath));
  return [...places].flatMap((place) => left.find(({ instancePath }) => instancePath === place) ?? []);
}

function toFault({ instancePath, message = '', params }: ErrorObject, path: readonly string[], root: unknown): Fault {
  const keys = instancePath === '' ? [] : keysOf(`#${instancePath}`);
  const value = keys.reduce<unknown>(
    (inside, key) => (isRecord(inside) || Array.isArray(inside) ? Reflect.get(inside, key) : undefined),
    root,
  );
  const { unevaluatedProperty, missingProperty, allowedValues } = params as Record<string, unknown>;
  if (typeof unevaluatedProperty === 'string')
    return { path: [...path, ...keys, unevaluatedProperty], message: 'OpenAPI 3.1 has no such key here; remove it' };
  const at = [...path, ...keys];
  if (typeof missingProperty === 'string')
    return { path: at, message: `the key ${missingProperty} is missing; add it` };
  const allowed = Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : '';
  return { path: at, message: `${message}${allowed}, got ${shown(value)}; correct the value` };
}

const MAX_MESSAGE = 300;
