/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * `npm run generate`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: '42c897159f474e988a0ab0b45eb4298ee63fd7158e1f11940732cbbc67586be6',
  'control-api': 'fc586edd209716e6f9dc34ec9e1918178f1a0110070f795ba8d0502da26f26df',
};
