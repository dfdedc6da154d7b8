import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LONGEST, LongestFirst } from '../support/longest-first.ts';

it('the longest test files exist', () => {
  expect(LONGEST.filter((path) => !existsSync(path))).toEqual([]);
});

it('the longest test files come first, in their order, and the others as vitest sorts them', async () => {
  const project = { name: 'full', config: { isolate: true, sequence: { groupOrder: 0 } } };
  const durations = { short: 1, long: 2 };
  const cache = {
    getTestSpecificationResult: ({ moduleId }: TestSpecification) => ({
      failed: false,
      duration: moduleId.includes('long') ? durations.long : durations.short,
    }),
  };
  const files = ['a-short.test.ts', LONGEST[1], 'a-long.test.ts', LONGEST[0]].map(
    (path) => ({ project, moduleId: resolve(path) }) as unknown as TestSpecification,
  );
  const sorted = await new LongestFirst({ cache } as unknown as Vitest).sort(files);
  expect(sorted.map(({ moduleId }) => moduleId)).toEqual(
    [LONGEST[0], LONGEST[1], 'a-long.test.ts', 'a-short.test.ts'].map((path) => resolve(path)),
  );
});
