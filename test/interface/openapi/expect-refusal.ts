import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { loadControl } from '../../../src/control-api/load-control.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { SpecError } from '../../../src/interface/openapi/spec-error.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';
import type { BrokenSpec } from './broken-specs.ts';

/** Loads a broken spec, and expects that the error names the file, the fault and the next step. */
export async function expectRefusal({ file = 'openapi.yaml', edit, names }: BrokenSpec): Promise<void> {
  const path = join(temporaryFolder(), file);
  mkdirSync(dirname(path), { recursive: true });
  const edited = edit(readFileSync(file, 'utf8'));
  if (edited !== undefined) writeFileSync(path, edited);
  const load = file === 'openapi.yaml' ? loadSpec : loadControl;
  const refusal = await load(path).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(SpecError);
  for (const name of [path, ...names, 'restore it from version control'])
    expect((refusal as Error).message).toContain(name);
}
