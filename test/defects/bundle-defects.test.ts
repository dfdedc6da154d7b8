import { describe, expect, it } from 'vitest';
import { brokenBy, bundleDefects } from './bundle-defects.ts';
import type { Defect } from './defect.ts';
import { loadDefects } from './load-defects.ts';

const defects = await loadDefects();

describe('the bundles of planted defects', () => {
  const bundles = bundleDefects(defects);

  it('hold every defect once', () => {
    expect(namesOf(bundles.flat())).toEqual(namesOf(defects));
  });

  it('have no rule that two of their defects break', () => {
    const twice = bundles.flatMap((bundle) => {
      const rules = bundle.flatMap((defect) => [...new Set(brokenBy(defect))]);
      return rules.filter((rule, index) => rules.indexOf(rule) !== index);
    });
    expect(twice).toEqual([]);
  });

  it('are less than half as many as the defects', () => {
    expect(bundles.length).toBeLessThan(defects.length / 2);
  });
});

describe('a defect', () => {
  it.each([
    ['shares a sandbox with one of another area', { rule: 'offer.b' }, 1],
    ['shares no sandbox with one of its area', { rule: 'auth.b' }, 2],
    ['shares a sandbox with one of its area that acts now and then', { rule: 'auth.b', every: 3 }, 1],
    ['shares no sandbox with one of its rule that acts now and then', { rule: 'auth.a', every: 3 }, 2],
    [
      'shares no sandbox with one that breaks its rule as a consequence',
      { rule: 'offer.b', alsoBreaks: ['auth.a'] },
      2,
    ],
    ['shares no sandbox with one that hides its rule', { rule: 'offer.b', hides: ['auth'] }, 2],
    ['shares no sandbox with one that hides every rule', { rule: 'offer.b', hides: [''] }, 2],
    ['shares a sandbox with one that hides other rules', { rule: 'offer.b', hides: ['transfer'] }, 1],
  ])('%s', (_title, other, bundles) => {
    expect(bundleDefects([defect({ rule: 'auth.a' }), defect(other)])).toHaveLength(bundles);
  });
});

function defect(fields: Partial<Defect>): Defect {
  return { name: 'a-defect', rule: 'auth.a', breaks: 'Something.', plant: {}, ...fields };
}

function namesOf(all: readonly Defect[]): string[] {
  return all.map(({ name }) => name).sort();
}
