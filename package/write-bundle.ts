import { SpecError } from '../src/interface/openapi/spec-error.ts';
import { bundleProgram } from './bundle.ts';
import { lintChangedSpecs } from './lint-specs.ts';

// The program that fresh-bundle.cjs runs, in a process of its own: bundling and validating load a thousand modules. It
// ends with 2 for a broken spec.
const [folder = ''] = process.argv.slice(2);
try {
  await lintChangedSpecs();
  await bundleProgram(folder, { maps: true });
} catch (error) {
  if (!(error instanceof SpecError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
