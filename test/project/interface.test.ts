import { readFileSync } from 'node:fs';
import SwaggerParser from '@apidevtools/swagger-parser';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/interface/errors/catalogue.ts';
import { operations } from '../../src/server/create-app.ts';
import { documentedOperations, spec } from '../server/spec.ts';

describe.each([
  ['openapi.yaml', 'src/interface/api.gen.ts'],
  ['src/control-api/control-api.yaml', 'src/interface/control-api.gen.ts'],
])('%s', (path, types) => {
  it(`is what ${types} was generated from`, async () => {
    const generated =
      COMMENT_HEADER + astToString(await openapiTS(readFileSync(path, 'utf8'), { defaultNonNullable: false }));
    expect(readFileSync(types, 'utf8'), 'run: npm run generate').toBe(generated);
  });

  it('is a valid OpenAPI 3.1 document', async () => {
    expect(await SwaggerParser.validate(path)).toMatchObject({ openapi: '3.1.0' });
  });
});

describe('openapi.yaml', () => {
  it('has unique operationIds, each with an implementation', () => {
    const ids = documentedOperations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(Object.keys(operations).toSorted());
    expect(Object.entries(operations).filter(([id, operation]) => operation.operationId !== id)).toEqual([]);
  });

  it('uses only error codes of the catalogue in its examples, with their status', () => {
    const examples = errorExamples(spec);
    expect(examples.length).toBeGreaterThan(5);
    for (const { code, statusCode } of examples) {
      expect(wireNames()).toContainEqual(expect.objectContaining({ code }));
      if (statusCode !== undefined) expect(wireNames()).toContainEqual({ code, status: statusCode });
    }
  });
});

/** Each error of the catalogue as clients see it. */
function wireNames(): { code: string; status: number }[] {
  return Object.entries(catalogue).map(([name, entry]) => ({
    code: 'code' in entry ? entry.code : name,
    status: entry.status,
  }));
}

/** Every object with a code among the examples: error bodies, and errors of failed bookings. */
function errorExamples(node: unknown, inExample = false): { code: string; statusCode?: number }[] {
  if (typeof node !== 'object' || node === null) return [];
  const nested = Object.entries(node).flatMap(([key, value]) =>
    errorExamples(value, inExample || key === 'examples' || key === 'example'),
  );
  const { code, message, statusCode } = node as { code?: unknown; message?: unknown; statusCode?: number };
  return inExample && typeof code === 'string' && message !== undefined ? [{ code, statusCode }, ...nested] : nested;
}
