import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../store/temporary-file.ts';
import { installTool } from '../../support/install-tool.ts';

it.each(['openapi.yaml', 'openapi-3.0.json', 'src/control-api/control-api.yaml'])(
  'Spectral finds nothing in %s',
  async (file) => {
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
  },
);
