import { fileURLToPath } from 'node:url';
import type { CodeKeywordDefinition } from 'ajv/dist/2020.js';
import { _ } from 'ajv/dist/2020.js';
import { fittedParts } from './fitted-parts.ts';

/** Keyword `fitsOnce: <schema of the shared parts of an offer>`: validates the same parts only once. */
export const fitsOnce: CodeKeywordDefinition = {
  keyword: 'fitsOnce',
  type: 'object',
  schemaType: 'object',
  code(context) {
    const { gen, data } = context;
    const known = gen.scopeValue('obj', { ref: fittedParts, code: _`require(${MODULE}).fittedParts` });
    const fits = gen.let('fits', true);
    gen.if(_`!${known}.has(${data})`, () => {
      const valid = gen.name('valid');
      context.subschema({ keyword: 'fitsOnce' }, valid);
      gen.assign(fits, valid);
      gen.if(valid, () => gen.code(_`${known}.add(${data})`));
    });
    context.ok(fits);
  },
};

/** The generated code of the build loads the same module. */
const MODULE = fileURLToPath(new URL('./fitted-parts.ts', import.meta.url));
