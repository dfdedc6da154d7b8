/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: 'fbb52f2eb965b4a862e47f604f34376c295205dc52681fa6db46a7394d81054a',
  'control-api': '38b8750bd4791a42222830f9ed3cbba9ddb363ca59ddda89f269fa4bce3f7f80',
};
