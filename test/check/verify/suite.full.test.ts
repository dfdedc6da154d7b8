import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Seam } from '../../../src/server/create-sandbox.ts';
import { startSandbox } from '../../../src/server/create-sandbox.ts';
import { alterResponses } from '../../defects/plants.ts';
import { temporaryFolder } from '../../support/temporary-file.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const suite = join(root, 'src/check/verify/suite.ts');

interface VitestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[];
}

/** Runs vitest on a file of another project that defines the contracts. */
async function runSuite(seam: Seam, options: object): Promise<VitestReport> {
  const sandbox = await startSandbox({ seed: 'suite', log: 'silent' }, seam);
  const folder = temporaryFolder();
  onTestFinished(() => sandbox.close());
  const given = JSON.stringify({ baseUrl: await sandbox.listen(), ...options });
  writeFileSync(
    join(folder, 'contracts.test.ts'),
    `import { defineContracts } from ${JSON.stringify(suite)};\ndefineContracts(${given});\n`,
  );
  const report = join(folder, 'report.json');
  await new Promise((resolve) => {
    execFile(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--root',
        folder,
        '--reporter',
        'json',
        '--outputFile',
        report,
      ],
      { cwd: root },
      resolve,
    );
  });
  return JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
}

describe('defineContracts', { timeout: 60_000 }, () => {
  const only = ['auth.missing-credentials.401'];

  it('makes a test for each contract, and one for the interface', async () => {
    const report = await runSuite({}, { only });
    const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(report.success).toBe(true);
    expect(tests.map(({ title }) => title)).toContain('every response matches openapi.yaml');
    expect(tests.filter(({ title }) => title.endsWith('[auth.missing-credentials.401]')).length).toBeGreaterThan(0);
  });

  it('fails the test of a broken rule, and states the expectation', async () => {
    const report = await runSuite(
      alterResponses((response) => {
        if (response.status === 401) response.status = 403;
      }),
      { only },
    );
    const failed = report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed');
    expect(report.success).toBe(false);
    expect(failed.length).toBeGreaterThan(0);
    expect(failed[0].failureMessages.join()).toMatch(/auth\.missing-credentials\.401.*expected status 401, found 403/);
  });

  it('fails if the target accepts no credential', async () => {
    const credential = { publicKey: 'pk_unknown', secretKey: 'sk_unknown', profileCode: 'dp_unknown00001' };
    const report = await runSuite({}, { only, credential });
    expect(report.success).toBe(false);
    expect(report.numPassedTests).toBe(0);
  });
});
