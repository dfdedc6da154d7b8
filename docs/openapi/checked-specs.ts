import { readFileSync } from 'node:fs';
import { controlPath, loadControl } from '../../src/control-api/load-control.ts';
import { compileValidators } from '../../src/http/openapi/compile-validators.ts';
import { loadSpec, specPath } from '../../src/interface/openapi/load-spec.ts';
import { digestOf, NOTHING_CHECKED } from '../../src/interface/openapi/read-spec.ts';

/** Checks both specs, and returns the module with their digests. Throws SpecError. */
export async function renderCheckedSpecs(): Promise<string> {
  await compileValidators(await loadSpec(specPath, NOTHING_CHECKED));
  await compileValidators(await loadControl(controlPath, NOTHING_CHECKED));
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
