/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: 'fbb52f2eb965b4a862e47f604f34376c295205dc52681fa6db46a7394d81054a',
  'control-api': 'c3877fa3b77fd5f3319ea4dd0204741f4c042413979eeb4950f33a9384134740',
};
