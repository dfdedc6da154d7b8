import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/base/config-error.ts';
import { renderBaseline } from '../../../src/check/report/baseline.ts';
import { renderText } from '../../../src/check/report/formats/text.ts';
import { exitCodes } from '../../../src/check/report/report.ts';
import { colourless } from '../../../src/check/report/terminal.ts';
import { conclude, readBaseline } from '../../../src/check/verify/conclusion.ts';
import { present } from '../../../src/check/verify/present.ts';
import type { VerifyReport } from '../../../src/check/verify/report.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';
import { makeSampleReport, withoutErrors } from './reporters-samples.ts';

let report: VerifyReport;
beforeAll(async () => {
  report = withoutErrors(await makeSampleReport());
});

const listFailures = (one: VerifyReport, strict: boolean) => conclude(one, { strict }).failures;
const file = (text: string) => {
  const path = join(temporaryFolder(), 'baseline.json');
  writeFileSync(path, text);
  return path;
};

describe('a baseline', () => {
  it('keeps its content when written and read, in a fixed order', () => {
    const failures = listFailures(report, true);
    expect(failures).toHaveLength(6);
    expect(readBaseline(file(renderBaseline(failures)))).toEqual(expect.arrayContaining(failures));
    expect(renderBaseline(failures.toReversed())).toBe(renderBaseline(failures));
  });

  it('accepts known failures and no new ones', () => {
    const all = listFailures(report, false);
    expect(conclude(report)).toMatchObject({ verdict: 'failed', failures: all, known: [] });
    expect(conclude(report, { baseline: all })).toMatchObject({
      verdict: 'passed',
      failures: [],
      known: all,
      mended: [],
    });
    expect(conclude(report, { baseline: all.slice(1) })).toMatchObject({
      verdict: 'failed',
      failures: [all[0]],
      known: all.slice(1),
    });
  });

  it('identifies a failure by rule and contract: the same rule in another contract is new', () => {
    expect(
      conclude(report, { baseline: [{ rule: 'flight-search.endpoint', contract: 'a call that is refused' }] }).failures,
    ).toContainEqual({ rule: 'flight-search.endpoint', contract: 'no exchange that shows it' });
  });

  it('lists failures that no longer occur, and does not fail the run for them', () => {
    const mended = { rule: 'auth.required', contract: 'a rule that holds' };
    const conclusion = conclude(report, { baseline: [...listFailures(report, false), mended] });
    expect(conclusion).toMatchObject({ verdict: 'passed', mended: [mended] });
    expect(renderText(present(report, conclusion), { paint: colourless, quiet: true })).toContain(
      'No longer failing: 1 known failure (--write-baseline writes it again)\n  auth.required: a ' + 'rule that holds',
    );
  });

  it('does not count unchecked failures as fixed', () => {
    const baseline = [
      { rule: 'offer.fields.offer-id', contract: 'nothing to look at' },
      { rule: 'a.b', contract: 'a contract that did not run' },
    ];
    expect(conclude(report, { baseline }).mended).toEqual([]);
  });

  it('needs to list broken assumptions only with --strict', () => {
    const known = listFailures(report, true);
    expect(conclude(report, { strict: true, baseline: listFailures(report, false) })).toMatchObject({
      verdict: 'failed',
      failures: expect.arrayContaining([{ assumption: 'errors.codes', contract: 'an assumption' }]),
    });
    expect(conclude(report, { strict: true, baseline: known }).verdict).toBe('passed');
  });

  it('excuses neither an error of the harness nor a run without checks', async () => {
    const whole = await makeSampleReport();
    expect(conclude(whole, { baseline: listFailures(whole, false) }).verdict).toBe('error');
    expect(conclude({ ...report, contracts: [], checks: 0 }, { baseline: [] })).toMatchObject({
      verdict: 'error',
      reason: 'nothing was checked',
    });
    expect(conclude({ ...report, faults: ['a fault'] })).toMatchObject({
      verdict: 'error',
      reason: 'the harness itself failed',
    });
    expect(exitCodes).toEqual({ passed: 0, failed: 1, error: 2 });
  });

  it.each([
    ['no JSON', '{'],
    ['no mapping', '7'],
    ['null', 'null'],
    ['no version', '{"failures":[]}'],
    ['a version to come', '{"version":2,"failures":[]}'],
    ['no failures', '{"version":1}'],
    ['a failure without a contract', '{"version":1,"failures":[{"rule":"a.b"}]}'],
    ['a failure without a rule', '{"version":1,"failures":[{"contract":"x"}]}'],
    ['a failure with two names', '{"version":1,"failures":[{"contract":"x","rule":"a","at":"b"}]}'],
    ['a failure with a name that is none', '{"version":1,"failures":[{"contract":"x","rule":7}]}'],
    ['a failure with a position that is none', '{"version":1,"failures":[{"contract":"x","at":"","position":7}]}'],
    ['a failure that is null', '{"version":1,"failures":[null]}'],
  ])('a damaged baseline is not used: %s', (_, text) => {
    expect(() => readBaseline(file(text))).toThrow(ConfigError);
    expect(() => readBaseline(file(text))).toThrow(
      /the baseline .*baseline\.json cannot be used: .*Write it again with --write-baseline$/s,
    );
  });

  it('a missing baseline is reported as missing', () => {
    const none = join(temporaryFolder(), 'none.json');
    expect(() => readBaseline(none)).toThrow(
      /none\.json cannot be used: there is no such file .*\. Write it first with --write-baseline$/,
    );
  });
});
