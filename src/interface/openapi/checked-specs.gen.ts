/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: '5a3b6d377a6fc62b80635d7e586e9a99b9a3ee8f5e64221ed8719202f44ab411',
  'control-api': '19bd02d78cbd7cf8dfcce5d16a3f0ba7ec68f8f6a2e64d1c5622f3ab0de14350',
};
