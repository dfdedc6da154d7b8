import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { controlPath, loadControl } from '../src/control-api/load-control.ts';
import { compileValidators } from '../src/http/openapi/compile-validators.ts';
import { checkedSpecs } from '../src/interface/openapi/checked-specs.gen.ts';
import { loadSpec, specPath } from '../src/interface/openapi/load-spec.ts';
import { digestOf, NOTHING_CHECKED } from '../src/interface/openapi/read-spec.ts';
import { SpecError } from '../src/interface/openapi/spec-error.ts';

/** Lints both specs and compiles their validators. Throws SpecError with the report of the linter. */
export async function lintSpecs(): Promise<void> {
  const files = [specPath, controlPath];
  const { status, stdout, stderr } = spawnSync(process.execPath, [REDOCLY, 'lint', ...files], {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
  });
  if (status !== 0) throw new SpecError(`the lint of ${files.join(' and ')} found faults:\n${stdout}${stderr}`);
  await compileValidators(await loadSpec(specPath, NOTHING_CHECKED));
  await compileValidators(await loadControl(controlPath, NOTHING_CHECKED));
}

/** Lints the specs unless they are the checked ones. Throws SpecError. */
export async function lintChangedSpecs(): Promise<void> {
  const digests = { openapi: digestOf(readFileSync(specPath)), 'control-api': digestOf(readFileSync(controlPath)) };
  const isChecked = digests.openapi === checkedSpecs.openapi && digests['control-api'] === checkedSpecs['control-api'];
  if (!isChecked) await lintSpecs();
}

const REDOCLY = 'node_modules/@redocly/cli/bin/cli.js';
