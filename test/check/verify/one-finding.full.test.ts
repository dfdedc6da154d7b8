import { describe, expect, it } from 'vitest';
import type { VerifyReport } from '../../../src/check/verify/report.ts';
import type { Seam } from '../../../src/server/create-sandbox.ts';
import { alterResponses } from '../../defects/plants.ts';
import { verifyPlanted } from '../../defects/verify-defect.ts';
import { thirdOf } from '../../support/full-size.ts';

/** Gives one status of the flight endpoints in place of another, on every call. */
function inPlaceOf(documented: number, status: number, concerns: RegExp): Seam {
  return alterResponses((response, { path }) => {
    if (response.status === documented && concerns.test(path)) response.status = status;
  });
}

function idsOf({ rules }: VerifyReport, wanted: string): string[] {
  return rules.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
}

const DEVIATIONS: [string, number, number, RegExp, string, string[]][] = [
  ['201 in place of 200 to orders', 200, 201, /^\/v1\/flights\/order\//, 'errors.flight.200-success', []],
  ['201 in place of 200 to searches', 200, 201, /^\/v1\/flights\/search$/, 'errors.flight.200-success', []],
  [
    '422 in place of 400 to orders',
    400,
    422,
    /^\/v1\/flights\/order\//,
    'errors.flight.documented-statuses-only',
    ['errors.flight.400-invalid-payload'],
  ],
  [
    '422 in place of 400 to searches',
    400,
    422,
    /^\/v1\/flights\/search$/,
    'errors.flight.documented-statuses-only',
    ['errors.flight.400-invalid-payload'],
  ],
];

describe('one status that deviates on every call is one finding, and leaves the other rules judged', () => {
  it.each(thirdOf('statuses that deviate', DEVIATIONS))(
    '%s',
    { timeout: 120_000 },
    async (_, documented, status, concerns, rule, unjudged) => {
      const report = await verifyPlanted(inPlaceOf(documented, status, concerns));
      expect(idsOf(report, 'fail')).toEqual([rule]);
      expect(idsOf(report, 'not exercised').filter((id) => !unjudged.includes(id))).toEqual([]);
    },
  );
});
