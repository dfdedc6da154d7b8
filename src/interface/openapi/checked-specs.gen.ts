/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: '68c95510c3c56570be2208b943166afee1359b7527a9e37c446437c5a245e01f',
  'control-api': '911404dcf6e1f0b7de641c5424521c8dd9df41b4a092830327bd6df551485548',
};
