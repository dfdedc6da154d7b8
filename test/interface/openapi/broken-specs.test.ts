import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderCheckedSpecs } from '../../../docs/openapi/checked-specs.ts';
import { loadControl } from '../../../src/control-api/load-control.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { SpecError } from '../../../src/interface/openapi/spec-error.ts';
import { temporaryFolder } from '../../store/temporary-file.ts';
import { brokenSpecs } from './broken-specs.ts';

describe('a broken spec is refused', () => {
  // The other ones: broken-specs.full.test.ts.
  const everySixth = brokenSpecs.filter((_, i) => i % 6 === 3);

  it.each(everySixth)('by name: $title', async ({ file = 'openapi.yaml', edit, names }) => {
    const path = join(temporaryFolder(), file);
    mkdirSync(dirname(path), { recursive: true });
    const edited = edit(readFileSync(file, 'utf8'));
    if (edited !== undefined) writeFileSync(path, edited);
    const refusal = await (file === 'openapi.yaml' ? loadSpec(path) : loadControl(path)).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(SpecError);
    for (const name of [path, ...names, 'restore it from version control'])
      expect((refusal as Error).message).toContain(name);
  });
});

describe('the digests of checked specs', () => {
  it('are those of the files, which the check accepts', async () => {
    const made = readFileSync('src/interface/openapi/checked-specs.gen.ts', 'utf8');
    expect(made, 'run: npm run generate').toBe(await renderCheckedSpecs());
  });
});
