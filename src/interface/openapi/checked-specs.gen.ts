/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: '6e15ef8b56303156a3a0688514cbec14cfbec96b4f3cbb665e8febe8b1ea761a',
  'control-api': '51a775f94b9430ca9f425d8b7116a4712a759ce003d021a01edbeeef36c29e92',
};
