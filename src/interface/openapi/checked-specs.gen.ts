/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: '38ebd51efa287bd724b5f7746c5e040fa3b74a3b69c63422ff65472efccf188e',
  'control-api': 'ab90e5284f9dcd4036da9489785a3335d092828bdb1c8f476d72458818e8f33f',
};
