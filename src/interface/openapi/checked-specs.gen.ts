/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: 'f82ceec6b6902d001d3e92362788c230ff4be0054c724eb8469ee65c4e84207f',
  'control-api': '6d4aca929663696bcdcb8309cc0919b1917d9096a7b0a78b266ddb8560624659',
};
