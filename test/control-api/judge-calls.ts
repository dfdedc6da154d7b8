import fc from 'fast-check';
import { expect } from 'vitest';
import { control, makeProfile } from './control-client.ts';
import type { Oracle, OracleCall } from './control-oracle.ts';
import { createOracle, oracleCalls } from './control-oracle.ts';

/** Calls without end, or whose whole body is judged by other tests. */
const ELSEWHERE = ['streamJournal', 'streamVerdicts', 'importProfile'];

/**
 * Makes calls by chance, each with a profile of its own, and validates the responses against the served document: what
 * it does not allow is refused, and what it allows is not refused as a request that does not fit.
 */
export async function judgeCalls(baseUrl: string, { seed, numRuns }: { seed: number; numRuns: number }): Promise<void> {
  const oracle = createOracle((await control(baseUrl, 'GET', '/control-api.json')).body);
  await fc.assert(
    fc.asyncProperty(oracleCalls(oracle, ELSEWHERE), (call) => judge(baseUrl, oracle, call)),
    { seed, numRuns },
  );
}

async function judge(baseUrl: string, oracle: Oracle, call: OracleCall): Promise<void> {
  const keys = await makeProfile(baseUrl);
  const { method, path } = oracle.operation(call.operationId);
  const address = path
    .replace('/_sandbox', '')
    .replace('{profileCode}', keys.profileCode)
    .replace('{publicKey}', keys.publicKey)
    .replace('{file}', 'exam-report.json')
    .replace('{page}', 'console')
    .replace(/\{\w+\}/, 'x');
  const query = call.query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const response = await control(baseUrl, method, query ? `${address}?${query}` : address, {
    body: call.body,
    headers: call.headers,
  });
  const shown = `${response.status} ${response.text.slice(0, 300)}`;
  expect([shown, oracle.declares(call, response), response.status === 500]).toEqual([shown, true, false]);
  const unfit = response.status === 400 && ['invalid_request', 'non_whitelisted_field'].includes(response.body.code);
  if (oracle.allows(call)) expect([shown, unfit]).toEqual([shown, false]);
  else expect([shown, response.status]).toEqual([shown, 400]);
  if (method !== 'DELETE' || response.status !== 200) await control(baseUrl, 'DELETE', `/profiles/${keys.profileCode}`);
}
