/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: '38ebd51efa287bd724b5f7746c5e040fa3b74a3b69c63422ff65472efccf188e',
  'control-api': '0f0de4e97ac5302570cf6a2a2457b2c4cefcccf2382767ba14a82f1d1c41857e',
};
