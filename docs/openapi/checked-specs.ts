import { readFileSync } from 'node:fs';
import { lintSpecs } from '../../package/lint-specs.ts';
import { controlPath } from '../../src/control-api/load-control.ts';
import { specPath } from '../../src/interface/openapi/load-spec.ts';
import { digestOf } from '../../src/interface/openapi/read-spec.ts';

/** Lints both specs, and returns the module with their digests. Throws SpecError. */
export async function renderCheckedSpecs(): Promise<string> {
  await lintSpecs();
  const [openapi, control] = [specPath, controlPath].map((path) => digestOf(readFileSync(path)));
  return `/**
 * SHA-256 of the specs that were checked: a start does not check them again. Made by docs/openapi/generate.ts; run
 * \`npm run generate\`.
 */
export const checkedSpecs: { readonly openapi: string; readonly 'control-api': string } = {
  openapi: '${openapi}',
  'control-api': '${control}',
};
`;
}
