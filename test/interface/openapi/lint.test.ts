import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderCheckedSpecs } from '../../../docs/openapi/checked-specs.ts';
import { brokenSpecs } from './broken-specs.ts';
import { writeEdited } from './edit-spec.ts';

interface Report {
  problems: { message: string; location: { pointer: string; source: { ref: string } }[] }[];
}

// One process lints all of them.
const files = brokenSpecs.map(writeEdited);
const problems = lint(files);

describe('npm run lint:spec', () => {
  it.each(brokenSpecs.map((spec, i) => ({ ...spec, path: files[i] ?? '' })))('refuses $title', ({ path, names }) => {
    const found = problems
      .filter(({ location }) => location.some(({ source }) => source.ref.endsWith(placeOf(path))))
      .map(({ message, location }) => `${location[0]?.pointer}: ${message}`);
    expect(found).toContainEqual(expect.stringContaining(names[0] ?? ''));
    for (const name of names) expect(found.join('\n')).toContain(name);
  });
});

describe('the digests of checked specs', () => {
  it('match the files, and the lint accepts them', async () => {
    const made = readFileSync('src/interface/openapi/checked-specs.gen.ts', 'utf8');
    expect(made, 'run: npm run generate').toBe(await renderCheckedSpecs());
  });
});

function lint(paths: readonly string[]): Report['problems'] {
  const args = ['lint', '--config', 'redocly.yaml', '--format', 'json', '--max-problems', '1000', ...paths];
  const { stdout } = spawnSync(process.execPath, ['node_modules/@redocly/cli/bin/cli.js', ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
  });
  const reports = JSON.parse(`[${stdout.replaceAll(/^\}\{$/gm, '},{')}]`) as Report[];
  return reports.flatMap((report) => report.problems);
}

/** The folder's own name and the file: the report has relative paths. */
function placeOf(path: string): string {
  return path.slice(path.lastIndexOf('/taxiway-'));
}
