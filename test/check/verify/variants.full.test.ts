import { describe, expect, it } from 'vitest';
import type { VerifyReport } from '../../../src/check/verify/report.ts';
import { loadAssumptions } from '../../../src/interface/rules/load-assumptions.ts';
import { startSandbox } from '../../../src/server/create-sandbox.ts';
import { together } from '../../defects/plants.ts';
import { clockFromNoon } from '../../defects/verify-defect.ts';
import { thirdOf } from '../../support/full-size.ts';
import { runContracts } from './run-contracts.ts';
import type { Variant } from './variants.ts';
import { variants } from './variants.ts';

const all = Object.values(variants).flat();

describe.each(thirdOf('service variants', Object.entries(variants)))('a service with %s', (_, planted) => {
  it(`breaks no rule: ${planted.map(({ name }) => name).join(', ')}`, async () => {
    const report = await verifyVariants(planted);
    expect(failures(report)).toEqual([]);
    const met = planted.filter(
      ({ warns }) => warns.length > 0 && !report.assumptions.some(({ id }) => warns.includes(id)),
    );
    expect(met.map(({ name, warns }) => `${name} should warn of ${warns.join(' or ')}`)).toEqual([]);
    // Else there is nothing that could have been found wrong.
    expect(report.summary.pass + report.summary.partly + report.summary.warn).toBeGreaterThan(MAX_RULES);
  });
});

it('a sandbox with another name for the service id header is verified like any other', async () => {
  const serviceIdHeader = 'X-Client-Id';
  const sandbox = await startSandbox({ seed: 'header', log: 'silent', clock: clockFromNoon(), serviceIdHeader });
  try {
    const report = await runContracts({ baseUrl: await sandbox.listen(), serviceIdHeader });
    expect(report.contracts.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  } finally {
    await sandbox.close();
  }
});

it('a variant has a unique name, and departs from existing assumptions', () => {
  const ids = loadAssumptions().map(({ id }) => id);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(all.flatMap(({ warns }) => warns).filter((id) => !ids.includes(id))).toEqual([]);
});

/** All contracts against one service in which several variants are planted. */
async function verifyVariants(planted: readonly Variant[]): Promise<VerifyReport> {
  const options = Object.assign({}, ...planted.map((variant) => variant.options ?? {})) as Variant['options'];
  const sandbox = await startSandbox(
    { seed: 'variants', log: 'silent', judge: false, ...options },
    together(...planted.map(({ plant }) => plant)),
  );
  try {
    return await runContracts({ baseUrl: await sandbox.listen(), credential: sandbox.demoKeys });
  } finally {
    await sandbox.close();
  }
}

function failures({ contracts }: VerifyReport): string[] {
  return contracts.flatMap(({ title, verdict, reason, findings }) => [
    ...(verdict === 'error' ? [`${title}: ${reason}`] : []),
    ...findings
      .filter((finding) => finding.verdict === 'fail')
      .map(
        ({ rules, expected, actual, pointer }) =>
          `${title} [${rules.join()}]: expected ${expected}, found ${actual} at ${pointer}`,
      ),
  ]);
}

/** A target that does not complete a booking, and has no control API, leaves a quarter of the rules to others. */
const MAX_RULES = 135;
