import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { ControlWatch } from '../../../src/check/exam/control-watch.ts';
import { examine } from '../../../src/check/exam/examine.ts';
import { EXIT_CODES } from '../../../src/check/exam/protocol.ts';
import { programCandidate } from '../../../src/check/exam/run-client.ts';
import { situations } from '../../../src/check/exam/situations.ts';
import { createSandbox } from '../../../src/index.ts';

const sandbox = await createSandbox({ seed: 'advice', log: 'silent', demoCredentials: false });
const baseUrl = await sandbox.listen();
afterAll(() => sandbox.close());

const CLIENT = fileURLToPath(new URL('../../../examples/clients/client.ts', import.meta.url));
const NOISE = 'seq 100000 >&2';

/** The example client behind a line of a shell. */
function after(line: string) {
  return programCandidate({
    ...{ command: 'bash', args: ['-c', `${line}; exec "$0" "$1"`, process.execPath, CLIENT] },
    ...{ variables: [], exitCodes: EXIT_CODES, limitMs: 20_000 },
  });
}

it.each([
  ['its secret key', ['secret.in-output'], 'echo "> Authorization: Bearer $TAXIWAY_SECRET_KEY" >&2'],
  ['its secret key long before its end', ['secret.in-output'], `echo $TAXIWAY_SECRET_KEY >&2; ${NOISE}`],
  [
    'its secret key in two parts',
    ['secret.in-output'],
    'printf %.9s $TAXIWAY_SECRET_KEY; sleep 0.2; echo ${TAXIWAY_SECRET_KEY:9}',
  ],
  ['no secret', [], `echo "> Authorization: Bearer \${TAXIWAY_SECRET_KEY:0:6}"; ${NOISE}`],
])('gives a client that logs %s the advice %j, and no failure', async (_, ids, line) => {
  const [situation] = situations.filter(({ name }) => name === 'book-transfer.no-offers');
  if (!situation) throw new Error('no such situation');
  const tools = { sandbox, baseUrl, watch: new ControlWatch(), key: 'exam' };
  const { verdict, advice } = await examine(situation, after(line), tools);
  expect([verdict, advice.map(({ id }) => id)]).toEqual(['passed', ids]);
});
