import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readRules } from '../../docs/catalogues/read-rules.ts';
import { situations } from '../../src/check/exam/situations.ts';
import { loadContracts } from '../../src/check/verify/load-contracts.ts';

it('the numbers of all rules and situations on the pages are those of the catalogues', async () => {
  const rules = readRules();
  const checked = (await loadContracts()).flatMap(({ contracts }) => contracts.flatMap((one) => one.rules));
  const all: Record<string, number[]> = {
    situations: [situations.length],
    rules: [
      rules.length,
      rules.filter(({ bound }) => bound !== 'client').length,
      rules.filter(({ bound }) => bound !== 'service').length,
      new Set(checked).size,
    ],
  };
  const pages = ['README.md', 'CHANGELOG.md', 'ARCHITECTURE.md', ...globSync('docs/**/*.md')];
  // Smaller numbers are those of a part.
  const figures = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\b(\d{3,}) (?:of (\d+) )?(situations|rules)\b/g)].flatMap(
      ([text, one, other = one, subject = '']) => [one, other].map((count) => ({ page, text, count, subject })),
    ),
  );
  expect(figures.length).toBeGreaterThan(5);
  expect(figures.filter(({ count, subject }) => !all[subject]?.includes(Number(count)))).toEqual([]);
});
