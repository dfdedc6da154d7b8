/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: '01d7609233d2d7db48c0818d5a47eb1c2a8a1be59b9dde794cc472a249097e5b',
  'control-api': '89eabe127737b922516c8e94bf3e427a94d35803a02aecba1b163f444bb5b776',
};
