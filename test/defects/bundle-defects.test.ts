import { describe, expect, it } from 'vitest';
import { brokenBy, bundleDefects } from './bundle-defects.ts';
import { decide } from './decide.ts';
import type { Defect } from './defect.ts';
import { loadDefects } from './load-defects.ts';

const defects = await loadDefects();
const SIZE = 12;

describe('the bundles of planted defects', () => {
  const bundles = bundleDefects(defects, SIZE);

  it('contain every defect once', () => {
    expect(namesOf(bundles.flat())).toEqual(namesOf(defects));
  });

  it('never contain two defects of one rule', () => {
    const twice = bundles.flatMap((bundle) => {
      const rules = bundle.flatMap((defect) => [...new Set(brokenBy(defect))]);
      return rules.filter((rule, index) => rules.indexOf(rule) !== index);
    });
    expect(twice).toEqual([]);
  });

  it('are fewer than a fifth of the defects', () => {
    expect(bundles.length).toBeLessThan(defects.length / 5);
  });
});

describe('a defect', () => {
  it.each([
    ['shares a sandbox with one of another area', { rule: 'offer.b' }, 1],
    ['shares a sandbox with one of another section', { rule: 'auth.b.a' }, 1],
    ['shares no sandbox with one of its section', { rule: 'auth.a.b' }, 2],
    ['shares a sandbox with one of its section that acts now and then', { rule: 'auth.a.b', every: 3 }, 1],
    ['shares no sandbox with one of its rule that acts now and then', { rule: 'auth.a.a', every: 3 }, 2],
    [
      'shares no sandbox with one that breaks its rule as a consequence',
      { rule: 'offer.b', alsoBreaks: ['auth.a.a'] },
      2,
    ],
    ['shares no sandbox with one that hides its rule', { rule: 'offer.b', hides: ['auth'] }, 2],
    ['shares no sandbox with one that hides every rule', { rule: 'offer.b', hides: [''] }, 2],
    ['shares a sandbox with one that hides other rules', { rule: 'offer.b', hides: ['transfer'] }, 1],
  ])('%s', (_title, other, bundles) => {
    expect(bundleDefects([defect({}), defect(other)], SIZE)).toHaveLength(bundles);
  });
});

it('the requested number of defects, preferably from different areas, share a sandbox', () => {
  const areas = ['auth.a.a', 'auth.b.a', 'offer.a.a', 'offer.b.a'].map((rule) => defect({ rule }));
  const rulesOf = (size: number) => bundleDefects(areas, size).map((bundle) => bundle.map(({ rule }) => rule));
  expect(rulesOf(1)).toEqual([['auth.a.a'], ['auth.b.a'], ['offer.a.a'], ['offer.b.a']]);
  expect(rulesOf(3)).toEqual([['auth.a.a', 'auth.b.a', 'offer.a.a'], ['offer.b.a']]);
});

describe('a run of a bundle', () => {
  const [one, other] = [defect({ rule: 'auth.a.a' }), defect({ rule: 'offer.b.a' })];
  const right = { missed: [], strays: [], errors: [] };

  it.each([
    ['decides all defects where their rules alone are red', right, [one, other], []],
    ['leaves a defect open whose rule is not red', { ...right, missed: ['offer.b.a'] }, [one], [other]],
    ['leaves all open where another rule is red', { ...right, strays: ['slice.c'] }, [], [one, other]],
    ['leaves all open where the harness has an error', { ...right, errors: ['?'] }, [], [one, other]],
    [
      'leaves all open where a rule is not red and another one is',
      { ...right, missed: ['auth.a.a'], strays: ['slice.c'] },
      [],
      [one, other],
    ],
  ])('%s', (_title, outcome, decided, open) => {
    expect(decide([one, other], outcome, true, false)).toEqual({ decided, open });
  });

  it('decides a single defect with all contracts, regardless of its result', () => {
    const missed = { ...right, missed: ['auth.a.a'] };
    expect(decide([one], missed, true, false)).toEqual({ decided: [one], open: [] });
    expect(decide([one], missed, false, false)).toEqual({ decided: [], open: [one] });
  });

  it('leaves one open that acts now and then, until the last round', () => {
    const rare = defect({ every: 3 });
    const stray = { ...right, strays: ['slice.c'] };
    expect(decide([rare], stray, true, false)).toEqual({ decided: [], open: [rare] });
    expect(decide([rare], stray, true, true)).toEqual({ decided: [rare], open: [] });
    expect(decide([rare], right, true, false)).toEqual({ decided: [rare], open: [] });
  });
});

function defect(fields: Partial<Defect>): Defect {
  return { name: 'a-defect', rule: 'auth.a.a', breaks: 'Something.', plant: {}, ...fields };
}

function namesOf(all: readonly Defect[]): string[] {
  return all.map(({ name }) => name).sort();
}
