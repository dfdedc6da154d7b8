import type { ValidateFunction } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Body } from '../support/body.ts';

/** JSON Schema, or any other node of an interface document. */
export type Node = Readonly<Record<string, Body>>;

/** An operation as its interface document describes it. */
export interface DescribedOperation {
  operationId: string;
  method: string;
  /** In OpenAPI form: `/v1/flights/offers/{gdsprovider}/{offerId}`. */
  path: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Node }[];
  body?: { required: boolean; schema: Node };
  /** Sets of security schemes, any of which lets a call in; none for an open operation. */
  security: string[][];
  /** The schema of each media type, by status. */
  responses: Record<string, Record<string, Node>>;
}

/** An interface document, read without any code of the service. */
export interface DescribedApi {
  operations: DescribedOperation[];
  /** A schema without a reference at its top. */
  resolve(schema: Node): Node;
  /** Returns the faults of a value; an empty list if it fits. Fields that no schema lists are wrong when `closed`. */
  faultsOf(schema: Node, value: unknown, closed?: 'closed'): string[];
}

/** Reads an OpenAPI 3.1 document, as it is served. Every sandbox serves the same one: its schemas are compiled once. */
export function describeApi(document: Node): DescribedApi {
  const text = JSON.stringify(document);
  let api = described.get(text);
  if (!api) described.set(text, (api = readDocument(document)));
  return api;
}

const described = new Map<string, DescribedApi>();

function readDocument(document: Node): DescribedApi {
  const resolve = (node: Node): Node =>
    typeof node['$ref'] === 'string' ? resolve(follow(document, node['$ref'])) : node;
  const validatorOf = compileOnce(document);
  const faultsOf: DescribedApi['faultsOf'] = (schema, value, closed) => {
    const validate = validatorOf(schema);
    const faults = validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    return closed ? [...faults, ...unlistedFields(resolve, [schema], value)] : faults;
  };
  return { operations: listOperations(document, resolve), resolve, faultsOf };
}

function listOperations(document: Node, resolve: (node: Node) => Node): DescribedOperation[] {
  return Object.entries<Node>(document['paths']).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const { operationId, parameters = [], requestBody, security = document['security'], responses } = item[method];
      const body = requestBody && resolve(requestBody);
      return {
        operationId,
        method: method.toUpperCase(),
        path,
        parameters: [...(item['parameters'] ?? []), ...parameters]
          .map(resolve)
          .map((parameter) => ({ required: false, ...parameter })) as unknown as DescribedOperation['parameters'],
        ...(body && { body: { required: body.required ?? false, schema: body.content['application/json'].schema } }),
        security: security.map(Object.keys),
        responses: Object.fromEntries(
          Object.entries<Node>(responses).map(([status, response]) => [status, schemasOf(resolve(response))]),
        ),
      };
    }),
  );
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

function schemasOf(response: Node): Record<string, Node> {
  return Object.fromEntries(
    Object.entries<Node>(response['content'] ?? {}).map(([mediaType, { schema }]) => [mediaType, schema]),
  );
}

function compileOnce(document: Node): (schema: Node) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, allErrors: true, validateSchema: false });
  addFormats.default(ajv, { mode: 'full' });
  ajv.addSchema(document, 'api');
  const compiled = new Map<Node, ValidateFunction>();
  return (schema) => {
    let validate = compiled.get(schema);
    if (!validate) compiled.set(schema, (validate = ajv.compile(pointIntoDocument(schema) as Node)));
    return validate;
  };
}

/** A schema that is compiled alone refers to the document by its name. */
function pointIntoDocument(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(pointIntoDocument);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === '$ref' ? `api${value}` : pointIntoDocument(value)]),
  );
}

function follow(document: Node, pointer: string): Node {
  return pointer
    .split('/')
    .slice(1)
    .reduce((node, key) => node[decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

/** Schemas of responses are open, so Ajv does not mind fields that none of them lists. */
function unlistedFields(resolve: (node: Node) => Node, schemas: Node[], value: unknown, where = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const parts = schemas.flatMap((schema) => partsOf(resolve, schema));
  if (Array.isArray(value)) {
    const items = parts.flatMap(({ items }) => items ?? []);
    return value.flatMap((item, i) => unlistedFields(resolve, items, item, `${where}/${i}`));
  }
  // An object of which nothing is said at all may hold anything.
  if (parts.every(({ properties }) => properties === undefined)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const owners = parts.flatMap(
      ({ properties, additionalProperties }) =>
        properties?.[key] ?? (typeof additionalProperties === 'object' ? additionalProperties : []),
    );
    return owners.length === 0
      ? [`${where}/${key} is not documented`]
      : unlistedFields(resolve, owners, item, `${where}/${key}`);
  });
}

/** A schema with all that it is put together from. */
function partsOf(resolve: (node: Node) => Node, schema: Node): Node[] {
  const own = resolve(schema);
  return [
    own,
    ...['allOf', 'oneOf', 'anyOf'].flatMap((key) => (own[key] ?? []).flatMap((part: Node) => partsOf(resolve, part))),
  ];
}
