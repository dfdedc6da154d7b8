import type { Options, ValidateFunction } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenAPIV3_1 } from 'openapi-types';
import { pointerTo, resolve } from '../../base/pointer.ts';
import type { OperationId } from '../../interface/api.ts';
import type { Spec } from '../../interface/openapi/load-spec.ts';
import type { SpecOperation } from '../../interface/openapi/operations.ts';
import { listOperations } from '../../interface/openapi/operations.ts';
import { isStrictInteger } from './strict-integer.ts';

/** The request parts that an operation's schemas cover. */
export interface CheckedParts {
  params: Values;
  query: Values;
  /** The body; undefined for a request without one. */
  body: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * True if a request fits its operation; the check then fills in its body's defaults. False is not final:
 * express-openapi-validator then decides, and reports the faults.
 */
export type RequestCheck<Id extends string = OperationId> = (operationId: Id, parts: CheckedParts) => boolean;

/**
 * Validates requests against the spec's schemas. `built` has checks compiled by the build, by operation id; the others
 * are compiled at their first use.
 */
export function createRequestCheck<Id extends string = OperationId>(
  spec: Spec,
  built: Readonly<Record<string, ValidateFunction>> = {},
): RequestCheck<Id> {
  const operations = new Map<string, SpecOperation>(listOperations(spec).map((one) => [one.operationId, one]));
  const checks = new Map<string, (parts: CheckedParts) => boolean>();
  let ajv: Ajv2020 | undefined;
  const compile = (schema: object) => (ajv ??= createRequestCompiler(spec)).compile(schema);

  return (operationId, parts) => {
    let check = checks.get(operationId);
    if (!check) {
      const described = describeRequest(spec, operations.get(operationId));
      check = described ? createCheck(described, built[operationId] ?? compile(described.schema)) : () => false;
      checks.set(operationId, check);
    }
    return check(parts);
  };
}

/** Returns a compiler for request schemas, with the same formats as express-openapi-validator. */
export function createRequestCompiler(spec: Spec, options: Options = {}): Ajv2020 {
  // The loader has validated the spec; to do so once more would delay the start.
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, useDefaults: true, validateSchema: false, ...options });
  addFormats.default(ajv, { mode: 'full' });
  return ajv.addSchema(spec, 'spec');
}

/** Returns the schemas of requests, by operation id, for operations that a schema alone decides. */
export function schemasOfRequests(spec: Spec): Record<string, object> {
  return Object.fromEntries(
    listOperations(spec).flatMap((operation) => {
      const described = describeRequest(spec, operation);
      return described ? [[operation.operationId, described.schema]] : [];
    }),
  );
}

interface DescribedRequest {
  schema: object;
  /** Names of the integer parameters. */
  integers: readonly string[];
}

/** Undefined if a schema alone does not decide. */
function describeRequest(spec: Spec, operation: SpecOperation | undefined): DescribedRequest | undefined {
  if (!operation) return undefined;
  const parameters = parametersOf(spec, operation);
  if (!parameters.every(({ in: part, type }) => PARTS.includes(part) && TYPES.includes(type))) return undefined;
  const integers = parameters.filter(({ type }) => type === 'integer').map(({ name }) => name);
  return { schema: schemaOf(operation, parameters), integers };
}

function createCheck({ integers }: DescribedRequest, validate: ValidateFunction): (parts: CheckedParts) => boolean {
  return ({ params, query, body }) => {
    if (hasEmptyText(query)) return false;
    const parts = { path: withNumbers(params, integers), query: withNumbers(query, integers) };
    return validate(body === undefined ? parts : { ...parts, body });
  };
}

interface Parameter {
  name: string;
  in: string;
  isRequired: boolean;
  type: unknown;
  /** JSON pointer to its schema. */
  $ref: string;
}

function parametersOf(spec: Spec, { path, method, pathItem, description }: SpecOperation): Parameter[] {
  const describe = (list: typeof description.parameters = [], ...place: string[]) =>
    list.map((given, i) => {
      const { name, in: part, required = false, schema } = resolve<OpenAPIV3_1.ParameterObject>(spec, given);
      const pointer = '$ref' in given ? given.$ref : pointerTo('paths', path, ...place, 'parameters', String(i));
      const { type } = schema ? resolve<OpenAPIV3_1.SchemaObject>(spec, schema) : {};
      return { name, in: part, isRequired: required, type, $ref: `spec${pointer}/schema` };
    });
  return [...describe(pathItem.parameters), ...describe(description.parameters, method)];
}

/** Returns a request's schema with its parts by name. An operation without its own body accepts none. */
function schemaOf({ path, method, description }: SpecOperation, parameters: readonly Parameter[]): object {
  const body = pointerTo('paths', path, method, 'requestBody', 'content', 'application/json', 'schema');
  const properties = {
    path: membersIn('path', parameters),
    query: membersIn('query', parameters),
    ...(description.requestBody && { body: { $ref: `spec${body}` } }),
  };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function membersIn(part: string, parameters: readonly Parameter[]): object {
  const own = parameters.filter((parameter) => parameter.in === part);
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, $ref }) => [name, { $ref }])),
    required: own.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** The library refuses an empty parameter, even if its schema allows it. */
function hasEmptyText(query: Values): boolean {
  for (const name in query) if (query[name] === '') return true;
  return false;
}

function withNumbers(values: Values, integers: readonly string[]): Values {
  const found = integers.filter((name) => isStrictInteger(values[name]));
  return found.length === 0
    ? values
    : { ...values, ...Object.fromEntries(found.map((name) => [name, Number(values[name])])) };
}

/** Parameters that a schema alone decides: parameters in headers, lists and objects have several forms. */
const PARTS: readonly string[] = ['path', 'query'];
const TYPES: readonly unknown[] = ['string', 'integer'];
