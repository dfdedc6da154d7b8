import type { Request } from 'express';
import { beforeAll, expect, it } from 'vitest';
import type { BodyCheck, RequestValidator } from '../../src/http/openapi/request-validator.ts';
import { createBodyCheck, createRequestValidator } from '../../src/http/openapi/request-validator.ts';
import type { OperationId } from '../../src/interface/api.ts';
import { Refusal } from '../../src/interface/errors/refusal.ts';
import { loadSpec } from '../../src/interface/openapi/load-spec.ts';
import { useSandbox } from '../support/sandbox.ts';
import type { PreparedCalls } from './calls.ts';
import { prepareCalls } from './calls.ts';
import { postOperations } from './spec.ts';

const sandbox = useSandbox();
let calls: PreparedCalls;
let fits: BodyCheck;
let validate: RequestValidator;

beforeAll(async () => {
  calls = await prepareCalls(sandbox);
  fits = createBodyCheck(await loadSpec());
  validate = createRequestValidator(await loadSpec(), ['scenario']);
});

const [withParameters, bodyOnly] = [true, false].map((wanted) =>
  postOperations.filter(({ path }) => path.includes('{') === wanted),
);

it.each(bodyOnly)(
  'a body for $operationId fits, and gets its defaults, exactly where express-openapi-validator says so',
  async ({ operationId }) => {
    const right = calls[operationId].body;
    const variants = variantsOf(right);
    expect(fits(operationId, structuredClone(right))).toBe(true);
    let refused = 0;
    for (const body of variants) {
      const looked = structuredClone(body);
      const validated = await throughTheLibrary(operationId, body);
      expect([fits(operationId, looked), body]).toEqual([validated !== undefined, body]);
      if (validated) expect(looked).toEqual(validated.body);
      else refused += 1;
    }
    expect(refused).toBeGreaterThan(variants.length / 2);
  },
);

it.each(withParameters)('a body is not enough for $operationId', ({ operationId }) => {
  expect(fits(operationId, structuredClone(calls[operationId].body))).toBe(false);
});

/** The body with its defaults, when it fits. A query keeps the library from being passed over. */
async function throughTheLibrary(operationId: OperationId, body: unknown): Promise<{ body: unknown } | undefined> {
  const { path } = calls[operationId];
  const headers = { 'content-type': 'application/json' };
  const req = {
    method: 'POST',
    path,
    url: path,
    originalUrl: `${path}?scenario=none`,
    baseUrl: '',
    query: { scenario: 'none' },
    params: {},
    headers,
    body,
  };
  try {
    await validate(operationId, req as unknown as Request);
    return { body: req.body };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

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
