/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: '68c95510c3c56570be2208b943166afee1359b7527a9e37c446437c5a245e01f',
  'control-api': '7ab1d7b73301167be1dc8f1d625d6767803c64fd93f9b6d372064850ca94be00',
};
