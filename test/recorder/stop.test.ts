import { expect, it } from 'vitest';
import { stopRecorder } from './stops.ts';

const BOOK = 'POST /v1/transfers/book';

it('a stopped recorder waits for the current call, records it and judges it', async () => {
  const { calls, code, stdout, stderr, got } = await stopRecorder('the upstream has the request', 'SIGINT', 'har');
  expect(calls).toEqual([`${BOOK} 400`, `${BOOK} 400`]);
  expect(got).toContain('"code":"x"}');
  expect([code, stdout]).toEqual([1, expect.stringContaining('2 exchanges of')]);
  expect(stderr).toContain('(stop at once: Ctrl-C again)');
});

it('a recorder stopped twice records the current call without a response, and reports it', async () => {
  const phase = 'the upstream has the request';
  const { calls, code, stdout } = await stopRecorder(phase, 'SIGTERM', 'ndjson', true);
  expect(calls).toEqual([`${BOOK} 400`, `${BOOK} no response`]);
  expect([code, stdout]).toEqual([2, expect.stringContaining(`ERROR: 1 call cut off by the stop: ${BOOK}`)]);
});

it('a killed recorder leaves a file with each call whose response the client received', async () => {
  const { calls, breaksOff } = await stopRecorder('the client has the response', 'SIGKILL', 'har');
  expect([calls, breaksOff]).toEqual([[`${BOOK} 400`, `${BOOK} 400`], null]);
});
