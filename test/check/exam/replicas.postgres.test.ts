import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { OpenSandbox } from '../../../src/check/exam/begin-situation.ts';
import { holdExam } from '../../../src/check/exam/exam.ts';
import { EXIT_CODES } from '../../../src/check/exam/protocol.ts';
import { programCandidate } from '../../../src/check/exam/run-client.ts';
import { situations } from '../../../src/check/exam/situations.ts';
import { createExamSandbox } from '../../../src/server/create-sandbox.ts';
import { sizeOf } from '../../support/full-size.ts';
import { openBalancedPair } from '../../support/postgres/balanced-pair.ts';

/** Each eighth situation shows that the exam works there; the example client meets all of them on one sandbox. */
const EACH = sizeOf(8, 1);

it('the example client passes the exam on two sandboxes behind a load balancer', { timeout: 600_000 }, async () => {
  const some = situations.filter((_, index) => index % EACH === 0);
  const { results } = await holdExam({
    ...{ openSandbox: openTwo, candidate: exampleClient(), situations: some, parallel: 3, seed: 'replicas' },
  });
  const red = results.filter(({ verdict, warnings }) => verdict !== 'passed' || warnings.length > 0);
  expect(red.map(({ situation, verdict, findings }) => [situation, verdict, findings])).toEqual([]);
  expect(results).toHaveLength(some.length);
});

/** Opens two sandboxes on one schema, and gives the client their load balancer. */
const openTwo: OpenSandbox = async (settings) => {
  const { first, baseUrl, close } = await openBalancedPair((store) => createExamSandbox({ ...settings, store }));
  return { clock: first.clock, addProfile: () => first.addProfile(), listen: () => Promise.resolve(baseUrl), close };
};

function exampleClient() {
  return programCandidate({
    command: process.execPath,
    args: [fileURLToPath(new URL('../../../examples/clients/client.ts', import.meta.url))],
    variables: [{ name: 'PAUSE_MS', template: '30' }],
    exitCodes: EXIT_CODES,
    limitMs: 30_000,
  });
}
