/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: '9704c88c3e5e20ea2cd90cc736d22c67392a9826618f06a26150f0b5550811e7',
  'control-api': 'a071056fd09ae8dc9c9b48c90a5cc256be476f30bd6c2331bc1585a4d72ce080',
};
