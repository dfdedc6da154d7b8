import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { OperationId } from '../../src/interface/api.ts';
import type { Body } from '../support/body.ts';

/** An operation as openapi.yaml has it, read without any code of the service. */
export interface DocumentedOperation {
  operationId: OperationId;
  method: 'GET' | 'POST';
  path: string;
  tag: 'flights' | 'transfers';
  statuses: number[];
}

export const spec = parse(readFileSync('openapi.yaml', 'utf8')) as Spec;

export const documentedOperations: DocumentedOperation[] = Object.entries(spec.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, tags, responses }]) => ({
    operationId,
    method: method.toUpperCase() as 'GET' | 'POST',
    path,
    tag: tags[0],
    statuses: Object.keys(responses).map(Number),
  })),
);

export const postOperations = documentedOperations.filter(({ method }) => method === 'POST');

/** Returns the faults of a body for this operation and status; an empty list if it fits. */
export function faultsOf(operationId: OperationId, status: number, body: unknown): string[] {
  const pointer = schemaPointer(operationId, status);
  if (pointer === undefined) return [`${operationId} does not document ${status}`];
  return faultsAt(pointer, body);
}

/** Returns the faults of an error body, whatever its origin. */
export function faultsOfError(body: unknown): string[] {
  return faultsAt('/components/schemas/ErrorResponse', body);
}

function faultsAt(pointer: string, body: unknown): string[] {
  const validate = ajv.getSchema(`spec#${pointer.split('/').map(encodeURIComponent).join('/')}`);
  if (!validate) throw new Error(`openapi.yaml has no schema at ${pointer}`);
  const faults = validate(body)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return [...faults, ...undocumented(body, [pointer], '')];
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv, { mode: 'full' });
ajv.addSchema(spec, 'spec');

function schemaPointer(operationId: OperationId, status: number): string | undefined {
  const { path, method } = documentedOperations.find(
    (operation) => operation.operationId === operationId,
  ) as DocumentedOperation;
  const place = `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`;
  const response = at(place);
  if (response === undefined) return undefined;
  return `${response.$ref ? response.$ref.slice(1) : place}/content/application~1json/schema`;
}

/**
 * Properties that a body has and none of the schemas of its place names. Schemas are open, so Ajv does not mind them.
 */
function undocumented(value: unknown, pointers: string[], where: string): string[] {
  const schemas = pointers.flatMap(flatten);
  if (Array.isArray(value)) {
    const items = schemas.filter(({ node }) => node.items).map(({ pointer }) => `${pointer}/items`);
    return value.flatMap((item, i) => undocumented(item, items, `${where}/${i}`));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const owners = schemas
      .filter(({ node }) => node.properties?.[key])
      .map(({ pointer }) => `${pointer}/properties/${key}`);
    return owners.length === 0 ? [`${where}/${key} is not documented`] : undocumented(item, owners, `${where}/${key}`);
  });
}

/** A schema with all that it refers to or is put together from. */
function flatten(pointer: string): { pointer: string; node: Body }[] {
  const node = at(pointer);
  if (node?.$ref) return flatten(node.$ref.slice(1));
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((key) =>
    (node?.[key] ?? []).flatMap((_: unknown, i: number) => flatten(`${pointer}/${key}/${i}`)),
  );
  return node ? [{ pointer, node }, ...parts] : [];
}

function at(pointer: string): Body {
  return pointer
    .split('/')
    .slice(1)
    .reduce<Body>((node, key) => node?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], spec);
}

interface Spec {
  paths: Record<
    string,
    Record<string, { operationId: OperationId; tags: ['flights' | 'transfers']; responses: Record<string, object> }>
  >;
  components: { schemas: Record<string, Body>; responses: Record<string, Body> };
}
