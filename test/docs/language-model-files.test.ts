import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languageModelFiles } from '../../docs/site/language-model-files.ts';

const files = languageModelFiles(new URL('../../docs/', import.meta.url));
const [list, whole] = ['llms.txt', 'llms-full.txt'].map((name) => files.get(name) ?? '');

it('llms.txt lists pages, each with a sentence and its Markdown on the site', () => {
  const entries = [...list.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+$/gm)].map(([, path]) => path);
  expect(entries.length).toBeGreaterThan(25);
  for (const path of entries) expect(files.get(path), path).toBe(readFileSync(path, 'utf8'));
  expect(entries).toContain('ARCHITECTURE.md');
  expect(list.match(/^# .+$/gm)).toEqual(['# taxiway']);
});

it('llms-full.txt has every page of the menu once, in full, but no register', () => {
  const paths = [...whole.matchAll(/^<!-- (.+\.md) -->$/gm)].map(([, path]) => path);
  expect(new Set(paths).size).toBe(paths.length);
  const written = globSync('docs/*.md').filter((path) => !path.endsWith('README.md'));
  expect(written.filter((path) => !paths.includes(path))).toEqual([]);
  expect(paths.filter((path) => path.includes('registers'))).toEqual([]);
});
