import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { holdExam } from '../../../src/check/exam/exam.ts';
import type { Assignment } from '../../../src/check/exam/protocol.ts';
import { EXIT_CODES } from '../../../src/check/exam/protocol.ts';
import type { ClientEnd } from '../../../src/check/exam/run-client.ts';
import { selectSituations } from '../../../src/check/exam/select-situations.ts';
import { createExamSandbox } from '../../../src/server/create-sandbox.ts';

const END: ClientEnd = {
  ...{ exitCode: EXIT_CODES['not booked'], how: 'exited', reason: '', stdout: '', stderr: '' },
  ...{ wroteSecret: false, durationMs: 1, leftBehind: [] },
};

/** Sends a call and ends as soon as the system has taken it: the sandbox has not read it then. */
function sendAndEnd({ baseUrl, keys }: Assignment, method: string, path: string): Promise<ClientEnd> {
  const { port, hostname } = new URL(baseUrl);
  const { publicKey, secretKey, profileCode } = keys;
  const head = [
    `${method} /_sandbox/profiles/${profileCode}${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${secretKey}`,
    `X-Service-Id: ${publicKey}:${profileCode}`,
  ];
  const socket = connect(Number(port), hostname);
  return new Promise((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n`, () => resolve(END)));
}

it.each([
  ['a call whose response it does not await', 'DELETE', '/scenario'],
  ['a stream that it never closes', 'GET', '/journal/stream'],
])('the exam sees %s, sent right before the client ends', async (_title, method, path) => {
  const situations = selectSituations(['book-transfer.no-offers']);
  const candidate = {
    exitCodes: EXIT_CODES,
    run: (assignment: Assignment) => sendAndEnd(assignment, method, path),
  };
  for (let round = 0; round < 5; round++) {
    const held = holdExam({ openSandbox: createExamSandbox, candidate, situations, parallel: 1, seed: 'last' });
    const { findings } = (await held).results[0] ?? {};
    expect(findings?.map(({ kind }) => kind)).toContain('meddling');
  }
});
