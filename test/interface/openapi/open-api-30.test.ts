import { readFileSync } from 'node:fs';
import SwaggerParser from '@apidevtools/swagger-parser';
import type { OpenAPI } from 'openapi-types';
import { describe, expect, it } from 'vitest';
import { openApi30 } from '../../../docs/openapi/open-api-30.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { toSchema30 } from '../../../src/interface/openapi/to-openapi-30.ts';
import { useSandbox } from '../../support/sandbox.ts';

const sandbox = useSandbox({ transferPrefix: '/transfers', serviceIdHeader: 'X-Client-Id' });

describe('openapi-3.0.json', () => {
  it('is the output of `npm run generate`', async () => {
    expect(readFileSync('openapi-3.0.json', 'utf8')).toBe(openApi30(await loadSpec()));
  });

  it.each(['openapi', 'interface', 'control-api'])('%s is valid as it is served, in 3.1 and in 3.0', async (name) => {
    for (const [edition, version] of [
      [name, '3.1.0'],
      [`${name}-3.0`, '3.0.3'],
    ] as const) {
      const { body, text } = await sandbox.get(`/_sandbox/${edition}.json`);
      expect(body.openapi).toBe(version);
      expect(body.servers).toEqual([{ url: expect.stringContaining('http://127.0.0.1'), description: 'This sandbox' }]);
      await SwaggerParser.validate(JSON.parse(text) as OpenAPI.Document);
    }
  });

  it('has the settings of the sandbox, and every operation of the 3.1 edition', async () => {
    const [newer, older] = [
      (await sandbox.get('/_sandbox/openapi.json')).body,
      (await sandbox.get('/_sandbox/openapi-3.0.json')).body,
    ];
    expect(Object.keys(older.paths)).toEqual(Object.keys(newer.paths));
    expect(older.paths).toHaveProperty('/transfers/book');
    expect(older.components.securitySchemes.serviceId.name).toBe('X-Client-Id');
    // Each use of it may be null, and is a copy.
    const { OfferCondition: _, ...schemas } = newer.components.schemas;
    expect(Object.keys(older.components.schemas)).toEqual(Object.keys(schemas));
  });
});

describe('a schema in 3.0', () => {
  const find = (reference: string) =>
    reference.endsWith('List')
      ? { type: 'array' }
      : { type: 'object', description: 'A', properties: { b: { $ref: '#/b' } } };

  it.each<[string, object | boolean, object]>([
    [
      'a type or null',
      { type: ['string', 'null'], enum: ['a'] },
      { type: 'string', nullable: true, enum: ['a', null] },
    ],
    ['null alone', { type: 'null' }, { nullable: true, enum: [null] }],
    ['several types', { type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [
      'a component or null',
      { oneOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }], description: 'x' },
      { type: 'object', properties: { b: { $ref: '#/b' } }, description: 'x', nullable: true },
    ],
    [
      'one of several types or null',
      { oneOf: [{ $ref: '#/components/schemas/A' }, { type: 'string' }, { type: 'null' }] },
      { oneOf: [{ $ref: '#/components/schemas/A' }, { type: 'string' }], nullable: true },
    ],
    [
      'a component that is no object, or null',
      { properties: { a: { oneOf: [{ $ref: '#/components/schemas/List' }, { type: 'null' }] } } },
      { properties: { a: { allOf: [{ $ref: '#/components/schemas/List' }], nullable: true } } },
    ],
    ['a constant', { type: 'string', const: 'a' }, { type: 'string', enum: ['a'] }],
    ['examples', { type: 'string', examples: ['a', 'b'] }, { type: 'string', example: 'a' }],
    ['a bound', { type: 'number', exclusiveMinimum: 0 }, { type: 'number', minimum: 0, exclusiveMinimum: true }],
    [
      'what stands next to a reference',
      { $ref: '#/a', description: 'x' },
      { allOf: [{ $ref: '#/a' }], description: 'x' },
    ],
    ['conditions that 3.0 does not have', { type: 'array', contains: { const: 1 } }, { type: 'array', items: {} }],
    ['a boolean schema', { properties: { a: false, type: true } }, { properties: { a: { not: {} }, type: {} } }],
    ['values', { default: { type: ['a'] }, enum: [{ const: 1 }] }, { default: { type: ['a'] }, enum: [{ const: 1 }] }],
  ])('has %s', (_, schema, expected) => {
    expect(toSchema30(schema, find)).toEqual(expected);
  });
});
