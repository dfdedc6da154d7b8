import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { loadControl } from '../../../src/control-api/load-control.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { installTool } from '../../support/install-tool.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';

it.each(['openapi.yaml', 'openapi-3.0.json', 'src/control-api/control-api.yaml'])('Spectral finds nothing in %s', lint);

it.each([
  ['openapi.yaml', loadSpec],
  ['control-api.yaml', loadControl],
] as const)('Spectral finds nothing in %s with its generated examples', async (_name, load) => {
  const file = join(temporaryFolder(), 'spec.json');
  writeFileSync(file, JSON.stringify(await load()));
  await lint(file);
});

async function lint(file: string): Promise<void> {
  const spectral = join(await installTool('@stoplight/spectral-cli@6.16.3'), 'node_modules/.bin/spectral');
  const ruleset = join(temporaryFolder(), 'spectral.yaml');
  writeFileSync(ruleset, 'extends: ["spectral:oas"]');
  const { stdout } = await promisify(execFile)(spectral, [
    'lint',
    file,
    '--ruleset',
    ruleset,
    '--fail-severity',
    'hint',
  ]);
  expect(stdout).toContain("No results with a severity of 'hint' or higher found!");
}
