import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const MAX = 120;
const FOLDERS = ['bench', 'console', 'contracts', 'docs', 'examples', 'package', 'src', 'test'];
const ENDINGS = '{ts,tsx,mts,cts,js,mjs,cjs,css,html}';

/** Types generated from an OpenAPI document. */
const GENERATED = /\.gen\.ts$/;

const files = [...FOLDERS.map((folder) => `${folder}/**/*.${ENDINGS}`), `*.${ENDINGS}`]
  .flatMap((pattern) => globSync(pattern, { exclude: ['**/node_modules/**'] }))
  .filter((path) => !GENERATED.test(path))
  .sort();

it.each(['openapi.yaml', 'src/control-api/control-api.yaml'])('no line of %s has more than 200 characters', (path) => {
  expect(longLines(path, 200)).toEqual([]);
});

it('no line of a source has more than 120 characters', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((path) => longLines(path, MAX))).toEqual([]);
});

/** The places of long lines. The rules in brackets after the title of a test are ids and do not count. */
function longLines(path: string, max: number): string[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const { length } = line.replace(/( \[[\w.-]+\])+(?=['"`])/, '');
    return length > max ? [`${path}:${index + 1} has ${length}`] : [];
  });
}
