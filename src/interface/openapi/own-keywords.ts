import type { FuncKeywordDefinition } from 'ajv/dist/2020.js';

/**
 * Keywords of openapi.yaml that only validate. `x-absent: [name, …]`: an object with one of these names does not fit.
 * `x-const`: the one value that fits. Some generators of clients make a type of `not`, or read a boolean `const` as a
 * text.
 */
export const ownKeywords: readonly FuncKeywordDefinition[] = [
  {
    keyword: 'x-absent',
    type: 'object',
    schemaType: 'array',
    validate: (names: string[], body: object) => !names.some((name) => Object.hasOwn(body, name)),
    error: { message: ({ schema }) => `must not have ${(schema as string[]).join(', ')}` },
  },
  {
    keyword: 'x-const',
    validate: (constant: unknown, value: unknown) => value === constant,
    error: { message: 'must be equal to constant' },
  },
];
