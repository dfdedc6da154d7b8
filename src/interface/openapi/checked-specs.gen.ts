/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: '38ebd51efa287bd724b5f7746c5e040fa3b74a3b69c63422ff65472efccf188e',
  'control-api': 'ec58d30cb371181577a96efa93a725e311acd60d83f1eea98dffa3a299d237d5',
};
