/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: 'a2cba1130615c489e23dd3a508d1d88b429db372fe35f3540e2d06f0a0c46bb6',
  'control-api': '6d4aca929663696bcdcb8309cc0919b1917d9096a7b0a78b266ddb8560624659',
};
