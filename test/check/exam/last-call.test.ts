import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { holdExam } from '../../../src/check/exam/exam.ts';
import type { Assignment } from '../../../src/check/exam/protocol.ts';
import { EXIT_CODES } from '../../../src/check/exam/protocol.ts';
import type { ClientEnd } from '../../../src/check/exam/run-client.ts';
import { selectSituations } from '../../../src/check/exam/situations.ts';
import { createExamSandbox } from '../../../src/server/create-sandbox.ts';

const END: ClientEnd = {
  ...{ exitCode: EXIT_CODES['not booked'], how: 'exited', reason: '', stdout: '', stderr: '' },
  ...{ wroteSecret: false, durationMs: 1, leftBehind: [] },
};

const SEARCH = '{"passengers":"one"}';

/** Sends a call and ends as soon as the system has taken it: the sandbox has not read it then. */
function sendAndEnd({ baseUrl, keys }: Assignment, method: string, path: string): Promise<ClientEnd> {
  const { port, hostname } = new URL(baseUrl);
  const { publicKey, secretKey, profileCode } = keys;
  const head = [
    `${method} ${path.replace('{own}', `/_sandbox/profiles/${profileCode}`)} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${secretKey}`,
    `X-Service-Id: ${publicKey}:${profileCode}`,
    ...(method === 'POST' ? ['Content-Type: application/json', `Content-Length: ${SEARCH.length}`] : []),
  ];
  const socket = connect(Number(port), hostname);
  return new Promise((resolve) =>
    socket.write(`${head.join('\r\n')}\r\n\r\n${method === 'POST' ? SEARCH : ''}`, () => resolve(END)),
  );
}

it.each([
  ['a call whose response it does not await', 'DELETE', '{own}/scenario', 'meddling: The client called DELETE'],
  ['a stream that it never closes', 'GET', '{own}/journal/stream', 'meddling: The client called GET'],
  ['a call of the service that is validated for long', 'POST', '/search', 'idle: The service refused every call'],
])('the exam sees %s, sent right before the client ends', async (_title, method, path, found) => {
  const situations = selectSituations(['book-transfer.no-offers']);
  const candidate = {
    exitCodes: EXIT_CODES,
    run: (assignment: Assignment) => sendAndEnd(assignment, method, path),
  };
  for (let round = 0; round < 5; round++) {
    const held = holdExam({ openSandbox: createExamSandbox, candidate, situations, parallel: 1, seed: 'last' });
    const { findings } = (await held).results[0] ?? {};
    expect(findings?.map(({ kind, message }) => `${kind}: ${message}`).join(' ')).toContain(found);
  }
});
