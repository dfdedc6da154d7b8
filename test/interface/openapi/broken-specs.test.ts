import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderCheckedSpecs } from '../../../docs/openapi/checked-specs.ts';
import { brokenSpecs } from './broken-specs.ts';
import { expectRefusal } from './expect-refusal.ts';

describe('a broken spec is refused', () => {
  // The other ones: broken-specs.full.test.ts.
  const everySixth = brokenSpecs.filter((_, i) => i % 6 === 3);

  it.each(everySixth)('a broken spec is refused by name: $title', (spec) => expectRefusal(spec));
});

describe('the digests of checked specs', () => {
  it('match the files, and the check accepts them', async () => {
    const made = readFileSync('src/interface/openapi/checked-specs.gen.ts', 'utf8');
    expect(made, 'run: npm run generate').toBe(await renderCheckedSpecs());
  });
});
