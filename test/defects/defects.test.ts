import { describe, expect, it } from 'vitest';
import { loadDefects } from './load-defects.ts';
import { verifyPlanted } from './verify-defect.ts';

/** `npm run defects` takes them all, and all contracts; here one, and those of its rule. */
const sample = (await loadDefects()).slice(0, 1);

/** A target may limit their rate: what a new contract needs beyond it, others have to save. */
const MOST_CALLS = 2700;

describe('the harness', () => {
  it('passes every rule of the healthy sandbox, and omits none', { timeout: 120_000 }, async () => {
    const report = await verifyPlanted({});
    expect(report.rules.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not applicable')).toEqual([]);
    expect(report.contracts.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    expect(
      report.rules.filter(
        ({ verdict, reason }) => verdict === 'not applicable' && !reason.startsWith('cannot be observed: '),
      ),
    ).toEqual([]);
    expect(report.assumptions).toEqual([]);
    expect(report.contracts.flatMap(({ positions }) => positions).filter(({ skipped }) => skipped !== '')).toEqual([]);
    expect(report.calls).toBeLessThan(MOST_CALLS);
  });

  it.each(sample)('fails the rule that $name breaks', async ({ rule, plant }) => {
    const { rules, contracts } = await verifyPlanted(plant, {}, [rule]);
    expect(rules.find(({ id }) => id === rule)).toMatchObject({ verdict: 'fail' });
    expect(contracts.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  });
});
