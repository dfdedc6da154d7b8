import type { CodeKeywordDefinition } from 'ajv/dist/2020.js';
import { _ } from 'ajv/dist/2020.js';

/**
 * Validation-only keywords of openapi.yaml. `x-absent: [name, …]`: an object with one of these names is invalid.
 * `x-const`: the only valid value. Some client generators make a type from `not`, or read a boolean `const` as a text.
 * The keywords are code, so the build can write validators with them.
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
