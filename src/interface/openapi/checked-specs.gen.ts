/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
<<<<<<< HEAD
  openapi: '01d7609233d2d7db48c0818d5a47eb1c2a8a1be59b9dde794cc472a249097e5b',
  'control-api': 'f2667fbf580e8f316327fcf7d52ccbf9b1c78fc6d9406b7613bf0c0e189a3735',
=======
  openapi: '5a3b6d377a6fc62b80635d7e586e9a99b9a3ee8f5e64221ed8719202f44ab411',
  'control-api': '2c6d3808415ca8ec47df5b43aa4f250b2aa0778b183a2cc061ae357b90b35e94',
>>>>>>> 27b37b5ad3447c093ba96ab64c8af05342243738
};
