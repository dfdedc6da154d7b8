import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderText } from '../../../src/check/report/formats/text.ts';
import { exitCodeOf } from '../../../src/check/report/report.ts';
import { colourless } from '../../../src/check/report/terminal.ts';
import { conclude, readNotExercised } from '../../../src/check/verify/conclusion.ts';
import { present } from '../../../src/check/verify/present.ts';
import type { VerifyReport } from '../../../src/check/verify/report.ts';
import type { OperationId } from '../../../src/interface/api.ts';
import { loadRules } from '../../../src/interface/rules/load-rules.ts';
import { selectRules } from '../../../src/interface/rules/select-rules.ts';
import type { Seam } from '../../../src/server/create-sandbox.ts';
import { alterBodies } from '../../defects/plants.ts';
import { verifyPlanted } from '../../defects/verify-defect.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';

const finding = (...operations: OperationId[]) => alterBodies(operations, (body) => ({ ...body, offers: [] }));
/** Some rules that any target exercises are among them. */
const verify = (plant: Seam, ...only: string[]) =>
  verifyPlanted(plant, {}, selectRules([...only, 'flight-search.slices', 'auth.missing-credentials.401'], loadRules()));

describe('a target whose successful responses lead to no further call', () => {
  it.each<[title: string, only: string, operation: OperationId, reason: RegExp]>([
    ['flight offers', 'flight-order.response', 'searchFlights', /no search had an orderable offer/],
    ['transfer offers', 'transfer.endpoints', 'searchTransfers', /searchTransfers returned no searchId and offer/],
    ['offers for a change', 'transfer.endpoints', 'searchReservationChanges', /searchReservationChanges returned no/],
  ])('is incomplete without %s', async (_, only, operation, reason) => {
    const report = await verify(finding(operation), only);
    const conclusion = conclude(report);
    expect(conclusion).toMatchObject({ verdict: 'incomplete', reason: expect.stringMatching(reason), failures: [] });
    expect(exitCodeOf(present(report, conclusion))).toBe(2);
  });

  it('fails if some of several equal searches find offers', async () => {
    for (const operation of ['searchFlights', 'searchTransfers', 'searchReservationChanges'] as const) {
      const rule = { searchFlights: 'flight-search.endpoint', searchTransfers: 'transfer.endpoints.search' };
      const seldom = finding(operation).every?.(operation === 'searchReservationChanges' ? 2 : 5) ?? {};
      const report = await verify(seldom, 'transfer.endpoints', 'flight-order.response');
      expect(conclude(report)).toMatchObject({
        verdict: 'failed',
        failures: [{ rule: { ...rule, searchReservationChanges: 'transfer.endpoints.changes-search' }[operation] }],
      });
    }
  });
});

describe('a gap', () => {
  const report = (): Promise<VerifyReport> =>
    verify(finding('searchFlights'), 'flight-order.response', 'auth.missing-credentials');

  it('is accepted if a file or the baseline names its rules', async () => {
    const found = await report();
    const file = join(temporaryFolder(), 'rules.txt');
    writeFileSync(file, '# no flights here\nflight-order.response # all of them\n\nauth.missing-credentials\n');
    expect(conclude(found, { notExercised: readNotExercised(file) })).toMatchObject({ verdict: 'passed', gaps: [] });
    const baseline = conclude(found).gaps;
    expect(baseline.length).toBeGreaterThan(3);
    expect(conclude(found, { baseline })).toMatchObject({ verdict: 'passed', gaps: [], knownGaps: baseline });
    expect(conclude(found, { baseline: baseline.slice(1) }).verdict).toBe('incomplete');
    writeFileSync(file, 'flight-order.respons\n');
    expect(() => readNotExercised(file)).toThrow('rules.txt: flight-order.respons is not a rule');
  });

  it('does not hide low coverage, and the report begins with the coverage', async () => {
    const found = await report();
    const baseline = conclude(found).gaps;
    const conclusion = conclude(found, { baseline, minCoverage: 60 });
    expect(conclusion).toMatchObject({ verdict: 'incomplete', reason: expect.stringContaining('--min-coverage') });
    const text = renderText(present(found, conclusion), { paint: colourless, quiet: false });
    expect(text).toMatch(/^checked \d of \d+ rules\n/);
    expect(text).toMatch(/^INCOMPLETE: \d+ % of the rules were checked/m);
  });
});
