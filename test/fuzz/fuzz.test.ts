import { expect, it } from 'vitest';
import { around } from '../defects/plants.ts';
import { describeFindings, fuzz } from './fuzz.ts';
import { serviceGrounds } from './service-grounds.ts';

it('100 random calls get responses that fit openapi.yaml', async () => {
  const { findings, statuses } = await fuzz({ seed: 200, cases: 100, prepare: serviceGrounds });
  expect(describeFindings(findings)).toBe('');
  for (const status of ['200', '400', '401'])
    expect(statuses[status], `calls with status ${status}`).toBeGreaterThan(5);
});

it('a fault is reported with its operation, its edits, a curl line and the seed that repeats it', async () => {
  const seam = around(['getTracking'], () => Promise.reject(new Error('planted')));
  const { findings } = await fuzz({ seed: 7, cases: 50, prepare: serviceGrounds, seam });
  expect(describeFindings(findings).split('\n')).toEqual([
    expect.stringContaining('getTracking: status 500 without a scenario: {"statusCode":500'),
    expect.stringMatching(/^ {2}after: /),
    expect.stringMatching(/^ {2}curl .*\/reservations\/tracking/),
    expect.stringMatching(/^ {2}repeat: FUZZ_SEED=7 FUZZ_CASES=50; sandbox: npm start -- --seed 'fuzz 7'/),
  ]);
});
