import { afterAll, expect, it } from 'vitest';
import { ControlWatch } from '../../../src/check/exam/control-watch.ts';
import { examine } from '../../../src/check/exam/examine.ts';
import { situations } from '../../../src/check/exam/situations.ts';
import { createSandbox } from '../../../src/index.ts';
import { client } from './misstated.ts';

const sandbox = await createSandbox({ seed: 'advice', log: 'silent', demoCredentials: false });
const baseUrl = await sandbox.listen();
afterAll(() => sandbox.close());

it.each([
  ['its secret key', ['secret.in-output'], (secretKey: string) => `> Authorization: Bearer ${secretKey}`],
  ['no secret', [], (secretKey: string) => `> Authorization: Bearer ${secretKey.slice(0, 6)}…`],
])('advises a client that logs %s by %j, and fails it by nothing', { timeout: 30_000 }, async (_, ids, log) => {
  const [situation] = situations.filter(({ name }) => name === 'book-transfer.no-offers');
  if (!situation) throw new Error('no such situation');
  const logging: typeof client = {
    ...client,
    run: async (assignment, signal) => ({
      ...(await client.run(assignment, signal)),
      stderr: log(assignment.keys.secretKey),
    }),
  };
  const { verdict, advice } = await examine(situation, logging, {
    sandbox,
    baseUrl,
    watch: new ControlWatch(),
    key: 'exam',
  });
  expect([verdict, advice.map(({ id }) => id)]).toEqual(['passed', ids]);
});
