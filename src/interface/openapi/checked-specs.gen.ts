/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: '68c95510c3c56570be2208b943166afee1359b7527a9e37c446437c5a245e01f',
  'control-api': '68f82452845a973def501667bd286ca7d5d9909fb07d4f126c6101fac3dc7697',
};
