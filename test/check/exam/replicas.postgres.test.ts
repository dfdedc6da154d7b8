import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { alternate } from '../../../examples/replicas/balancer.ts';
import type { OpenSandbox } from '../../../src/check/exam/begin-situation.ts';
import { holdExam } from '../../../src/check/exam/exam.ts';
import { EXIT_CODES } from '../../../src/check/exam/protocol.ts';
import { programCandidate } from '../../../src/check/exam/run-client.ts';
import { situations } from '../../../src/check/exam/situations.ts';
import { createExamSandbox } from '../../../src/server/create-sandbox.ts';
import { sizeOf } from '../../support/full-size.ts';
import { newSchema } from '../../support/postgres/new-schema.ts';

/** Each fourth situation shows that the exam works there; the example client meets all of them on one sandbox. */
const EACH = sizeOf(4, 1);

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
  const store = newSchema();
  const first = await createExamSandbox({ ...settings, store });
  const second = await createExamSandbox({ ...settings, store });
  const balancer = await alternate([await first.listen(), await second.listen()]);
  return {
    clock: first.clock,
    addProfile: () => first.addProfile(),
    listen: () => Promise.resolve(balancer.baseUrl),
    async close() {
      const [one = 0, other = 0] = balancer.counts;
      expect(Math.abs(one - other)).toBeLessThanOrEqual(1);
      balancer.end();
      await Promise.all([first.close(), second.close()]);
    },
  };
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
