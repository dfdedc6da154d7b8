/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: '68c95510c3c56570be2208b943166afee1359b7527a9e37c446437c5a245e01f',
  'control-api': '68f479c241ff9fadc3cf3aad4cd2b9ae75436b72777912379fd96b2d18cb5d2a',
};
