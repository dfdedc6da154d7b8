import { existsSync, globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languageModelFiles } from '../../docs/site/language-model-files.ts';

const docs = new URL('../../docs/', import.meta.url);
const files = languageModelFiles(docs);

it('lists pages that exist, each with a sentence', () => {
  const entries = [...files['llms.txt'].matchAll(/^- \[[^\]]+\]\(([^)]+)\.html\): .+$/gm)].map(([, path]) => path);
  expect(entries.length).toBeGreaterThan(25);
  expect(entries.filter((path) => !existsSync(new URL(`../${path}.md`, docs)))).toEqual([]);
  expect(files['llms.txt'].match(/^# .+$/gm)).toEqual(['# taxiway']);
});

it('has every page of the menu once, in full', () => {
  const paths = [...files['llms-full.txt'].matchAll(/^<!-- docs\/(.+) -->$/gm)].map(([, path]) => path);
  expect(new Set(paths).size).toBe(paths.length);
  const written = globSync('docs/*.md').filter((path) => !path.endsWith('README.md'));
  expect(written.filter((path) => !paths.includes(path.slice('docs/'.length)))).toEqual([]);
});
