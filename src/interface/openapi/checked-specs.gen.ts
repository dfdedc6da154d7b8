/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: 'fbb52f2eb965b4a862e47f604f34376c295205dc52681fa6db46a7394d81054a',
  'control-api': 'a071056fd09ae8dc9c9b48c90a5cc256be476f30bd6c2331bc1585a4d72ce080',
};
