import type { CodeKeywordDefinition } from 'ajv/dist/2020.js';
import { _ } from 'ajv/dist/2020.js';

/**
 * Keywords of openapi.yaml that only validate. `x-absent: [name, …]`: an object with one of these names does not fit.
 * `x-const`: the one value that fits. Some generators of clients make a type of `not`, or read a boolean `const` as a
 * text. They are code, so that the build can write validators that have them.
 */
export const ownKeywords: readonly CodeKeywordDefinition[] = [
  {
    keyword: 'x-absent',
    type: 'object',
    schemaType: 'array',
    code(context) {
      const names = context.schema as string[];
      for (const name of names) context.fail(_`Object.hasOwn(${context.data}, ${name})`);
    },
    error: { message: ({ schema }) => `must not have ${(schema as string[]).join(', ')}` },
  },
  {
    keyword: 'x-const',
    code(context) {
      context.fail(_`${context.data} !== ${context.schema as string | number | boolean | null}`);
    },
    error: { message: 'must be equal to constant' },
  },
];
