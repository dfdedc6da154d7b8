import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/base/pointer.ts';
import { loadControl } from '../../src/control-api/load-control.ts';
import type { CheckedParts } from '../../src/http/openapi/request-check.ts';
import { createRequestCheck } from '../../src/http/openapi/request-check.ts';
import { createThreadValidator } from '../../src/http/openapi/thread-validator.ts';
import type { Spec } from '../../src/interface/openapi/load-spec.ts';
import { loadSpec } from '../../src/interface/openapi/load-spec.ts';
import type { SpecOperation } from '../../src/interface/openapi/operations.ts';
import { findOperation, listOperations } from '../../src/interface/openapi/operations.ts';
import { useSandbox } from '../support/sandbox.ts';
import { prepareCall } from './calls.ts';
import { postOperations } from './spec.ts';

const sandbox = useSandbox();
const [service, control] = (await Promise.all([loadSpec(), loadControl()])).map((spec) => ({
  spec,
  fits: createRequestCheck<string>(spec),
  validate: createThreadValidator(spec),
}));

it.each(postOperations)(
  'a body for $operationId is valid, and gets its defaults, exactly as in express-openapi-validator',
  async ({ operationId, path }) => {
    const { body: right } = await prepareCall(sandbox, operationId);
    const params = path.includes('{') ? { gdsprovider: '0', offerId: 'off_1' } : {};
    const compare = comparison(service, operationId);
    expect(await compare({ params, query: {}, body: right })).toBe(true);
    const variants = variantsOf(right);
    let refused = 0;
    for (const body of variants) if (!(await compare({ params, query: {}, body }))) refused += 1;
    expect(refused).toBeGreaterThan(variants.length / 2);
  },
);

describe.each([
  ['openapi.yaml', service],
  ['control-api.yaml', control],
] as const)('the operations of %s', (_, validators) => {
  const { spec } = validators;
  const operations = listOperations<string>(spec).filter(
    (one) => isDecidedBySchema(parametersIn(spec, one)) && !one.description.requestBody,
  );

  it.each(operations)(
    'the parameters of $operationId are valid exactly as in express-openapi-validator',
    async (operation) => {
      const compare = comparison(validators, operation.operationId);
      const outcomes: boolean[] = [];
      for (const parts of variantsOfParameters(parametersIn(spec, operation))) outcomes.push(await compare(parts));
      expect(outcomes).toContain(false);
      expect(outcomes).toContain(true);
    },
  );
});

/** Returns true if both say that a request fits. Fails where the check says so and the library does not. */
function comparison(
  { spec, fits, validate }: typeof service,
  operationId: string,
): (parts: CheckedParts) => Promise<boolean> {
  const { method, path } = findOperation(spec, operationId);
  return async ({ params, query, body }) => {
    const checked = structuredClone(body);
    const isFitting = fits(operationId, { params, query, body: checked });
    const url = `${path}?${new URLSearchParams(query as Record<string, string>).toString()}`;
    const headers = { 'content-type': 'application/json' };
    const request = { operationId, method: method.toUpperCase(), path, url, headers };
    const verdict = await validate({ ...request, query, params, body });
    expect({ params, query, body, isFitting }).toEqual({ params, query, body, isFitting: 'body' in verdict });
    if ('body' in verdict) expect(checked).toEqual(verdict.body);
    return isFitting;
  };
}

/** The library alone decides on headers. */
function isDecidedBySchema(parameters: readonly OpenAPIV3_1.ParameterObject[]): boolean {
  return parameters.length > 0 && parameters.every((parameter) => parameter.in !== 'header');
}

function parametersIn(spec: Spec, { pathItem, description }: SpecOperation<string>): OpenAPIV3_1.ParameterObject[] {
  return [...(pathItem.parameters ?? []), ...(description.parameters ?? [])].map((one) => resolve(spec, one));
}

/** Requests with the required parameters, and one parameter in turn that has each of the texts. */
function variantsOfParameters(parameters: readonly OpenAPIV3_1.ParameterObject[]): CheckedParts[] {
  const required = parameters.filter((parameter) => parameter.required);
  const partsWith = (changed: Record<string, unknown>): CheckedParts => {
    const inPart = (part: string) => {
      const own = parameters.filter((one) => one.in === part && one.name in changed);
      return Object.fromEntries(own.map(({ name }) => [name, changed[name]]));
    };
    return { params: inPart('path'), query: inPart('query'), body: undefined };
  };
  const fitting = Object.fromEntries(required.map(({ name, schema }) => [name, fittingText(schema)]));
  const { query, ...whole } = partsWith(fitting);
  return [
    partsWith({}),
    ...['unlisted', '__proto__', 'constructor'].map((name) => ({
      ...whole,
      query: Object.assign(Object.create(null) as object, query, { [name]: 'x' }),
    })),
    ...parameters.flatMap(({ name }) => TEXTS.map((text) => partsWith({ ...fitting, [name]: text }))),
  ].filter(({ params }) => required.every((one) => one.in !== 'path' || params[one.name] !== undefined));
}

function fittingText(schema: OpenAPIV3_1.ParameterObject['schema']): string {
  const { enum: allowed, pattern } = schema as OpenAPIV3_1.SchemaObject;
  if (allowed) return String(allowed[0]);
  return pattern === undefined ? 'x' : '0'.repeat(32);
}

/** Parameters of path and query; a list stands for a repeated parameter. */
const TEXTS = [
  ['1', '1'],
  '',
  ' ',
  '0',
  '1',
  '50',
  '201',
  '-1',
  '+5',
  ' 5',
  '0x5',
  '5.0',
  '1e1',
  '007',
  '99999999999999999999',
  'true',
  'null',
  'x',
  'newest',
  'searches',
  'dp_taxiway00001',
  '0123456789abcdef0123456789abcdef',
  '0123456789ABCDEF0123456789ABCDEF',
  '2027-03-15T12:00:00Z',
  '2027-02-30T12:00:00Z',
  '12.off_x',
  'a&b=c;d/e?f#g+h%i:@$,"',
  'é\u0000\n',
  'x'.repeat(129),
  'x'.repeat(300),
];

/** The body with one thing about it changed: one of its values, at any depth, is left out, replaced, or given more. */
function variantsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return REPLACEMENTS;
  if (Array.isArray(value)) {
    const changed = value.flatMap((item, i) => variantsOf(item).map((variant) => value.with(i, variant)));
    return [...REPLACEMENTS, ...changed, [...value, ...value], value.slice(1)];
  }
  const changed = Object.entries(value).flatMap(([key, item]) => [
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== key)),
    ...variantsOf(item).map((variant) => ({ ...value, [key]: variant })),
  ]);
  return [...REPLACEMENTS, ...changed, { ...value, unlisted: 1 }];
}

const REPLACEMENTS = [
  null,
  true,
  0,
  -1,
  2,
  1.5,
  1e300,
  Infinity,
  '',
  'x',
  ' MAD',
  'EUR',
  '2027-02-30',
  '2027-03-15T25:00:00',
  'a@b',
  'é'.repeat(300),
  [],
  {},
  [null],
  { type: 'adult' },
];
