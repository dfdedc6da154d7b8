import { describe, expect, it } from 'vitest';
import { loadRules } from '../../src/interface/rules/load-rules.ts';
import type { Defect } from './defect.ts';
import type { Group } from './kinds.ts';
import { covers, neverNowAndThen, neverRefuses, occasions, reasonIn } from './kinds.ts';
import { loadDefects } from './load-defects.ts';

const defects = await loadDefects();
const rules = loadRules()
  .filter(({ bound, observed }) => bound !== 'client' && !observed.startsWith('no: '))
  .map(({ id }) => id);

describe.each<[string, readonly Group[], (defect: Defect) => boolean]>([
  ['acts now and then', neverNowAndThen, ({ every }) => every !== undefined],
  ['refuses a lawful call', neverRefuses, ({ refuses }) => refuses === true],
])('a defect that %s', (_kind, never, isOfKind) => {
  const ofKind = new Set(defects.filter(isOfKind).map(({ rule }) => rule));

  it('is planted for every rule, unless the rule states a reason against it', () => {
    expect(rules.filter((rule) => !ofKind.has(rule) && reasonIn(never, rule) === null)).toEqual([]);
  });

  it('is missing only for the reasons of rules without one', () => {
    const named = never.flatMap((group) => group.rules);
    expect(named.filter((one) => rules.filter((rule) => covers(one, rule)).every((rule) => ofKind.has(rule)))).toEqual(
      [],
    );
  });
});

describe('the share of occasions', () => {
  it('is stated only for rules with an occasional defect', () => {
    const made = new Set(defects.filter(({ name }) => /-every-\w+-time$/.test(name)).map(({ rule }) => rule));
    expect(Object.keys(occasions).filter((rule) => !made.has(rule))).toEqual([]);
  });
});
