/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: '01d7609233d2d7db48c0818d5a47eb1c2a8a1be59b9dde794cc472a249097e5b',
  'control-api': 'c2385ea24352dd886f836fb206a11303e75e6b754a08ede2f317779b2333493a',
};
