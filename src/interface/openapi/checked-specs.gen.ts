/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: '38ebd51efa287bd724b5f7746c5e040fa3b74a3b69c63422ff65472efccf188e',
  'control-api': '60bcfd289dac216d77e0d77c0688674ffae343b8cf964dab9d75b9f899a60a9a',
};
