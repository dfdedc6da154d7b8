/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: 'fbb52f2eb965b4a862e47f604f34376c295205dc52681fa6db46a7394d81054a',
  'control-api': '036a67eb2c9583b1a2099957a16dae750cc6165268a4692a3148b56cda037730',
};
