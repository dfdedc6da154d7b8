import { expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../../src/index.ts';
import { startBareService } from './bare-service.ts';
import { runContracts } from './run-contracts.ts';

it(
  'a healthy service without control API breaks no rule, and unchecked rules state their preconditions',
  { timeout: 120_000 },
  async () => {
    const service = await startBareService(await createSandbox({ log: 'silent', seed: 'bare' }));
    onTestFinished(service.close);
    const report = await runContracts(service.options);
    expect(
      report.contracts
        .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
        .map(({ title, reason }) => `${title}: ${reason}`),
    ).toEqual([]);
    expect(report.summary.pass + report.summary.partly).toBeGreaterThan(165);
    expect(report.summary.partly).toBeGreaterThan(10);
    for (const { id, verdict, reason } of report.rules) {
      if (verdict === 'not exercised')
        expect(`${id}: ${reason}`).toMatch(
          /needs (the scenario \S+, which the target does not have|.*only a sandbox (makes one|shows))/,
        );
    }
  },
);
