import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadSpec, specPath } from '../../src/interface/openapi/load-spec.ts';
import { renderCheckedSpecs } from './checked-specs.ts';
import { collections } from './collections/collections.ts';
import { withErrorCodes } from './error-codes.ts';
import { exampleResponses } from './example-responses.ts';
import { drawFinding } from './finding-picture.ts';
import { openApi30 } from './open-api-30.ts';

// `npm run generate`: the error codes of openapi.yaml, the digests of the checked specs, the example responses of both
// interfaces, openapi-3.0.json, the collections, and the picture of a finding.
writeFileSync(specPath, withErrorCodes(readFileSync(specPath, 'utf8')));
writeFileSync('src/interface/openapi/checked-specs.gen.ts', await renderCheckedSpecs());
writeFolder('examples/responses', await exampleResponses());
const spec = await loadSpec();
writeFileSync('openapi-3.0.json', openApi30(spec));
writeFolder('examples/collections', collections(spec));
writeFileSync('docs/guides/console/finding.svg', await drawFinding());

/** Replaces a folder by these files. */
function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
