import { describe, expect, it } from 'vitest';
import { loadDefects } from './load-defects.ts';
import { catchDefect, verifyPlanted } from './verify-defect.ts';

/** `npm run defects` takes them all; here one. */
const sample = (await loadDefects()).slice(0, 1);

describe('the harness', () => {
  it(
    'has nothing to say against the healthy sandbox: every rule passes, and none is left out',
    { timeout: 120_000 },
    async () => {
      const report = await verifyPlanted({});
      expect(report.rules.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not applicable')).toEqual([]);
      expect(report.contracts.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
      expect(
        report.rules.filter(
          ({ verdict, reason }) => verdict === 'not applicable' && !reason.startsWith('cannot be observed: '),
        ),
      ).toEqual([]);
      expect(report.assumptions).toEqual([]);
    },
  );

  it.each(sample)('turns the rule red, and no other, that is broken by $name', { timeout: 120_000 }, async (defect) => {
    expect(await catchDefect(defect)).toEqual({ caught: true, strays: [], errors: [] });
  });
});
