/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: 'fbb52f2eb965b4a862e47f604f34376c295205dc52681fa6db46a7394d81054a',
  'control-api': '96a9bd1a182c227d9e9cbaefbebb92fb0e0b7d52f69d4eff3e951653e669d15f',
};
