import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadSpec } from '../../src/interface/openapi/load-spec.ts';
import { collections } from './collections/collections.ts';
import { collectControlResponses } from './control-responses.ts';
import { openApi30 } from './open-api-30.ts';
import { collectResponses } from './responses.ts';
import { withExamples } from './with-examples.ts';

// `npm run generate`: the examples of openapi.yaml and control-api.yaml, the edition of the former in OpenAPI 3.0.3,
// and the collections.
writeFileSync('openapi.yaml', withExamples(readFileSync('openapi.yaml', 'utf8'), await collectResponses()));
const control = 'src/control-api/control-api.yaml';
writeFileSync(control, withExamples(readFileSync(control, 'utf8'), await collectControlResponses()));
const spec = await loadSpec();
writeFileSync('openapi-3.0.json', openApi30(spec));
const folder = 'examples/collections';
rmSync(folder, { recursive: true, force: true });
for (const [name, text] of collections(spec)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
