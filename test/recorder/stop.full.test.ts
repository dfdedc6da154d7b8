import { describe, expect, it } from 'vitest';
import { PHASES, stopRecorder } from './stops.ts';

const BOOK = 'POST /v1/transfers/book';
const FORMS = ['har', 'ndjson'] as const;
const all = PHASES.flatMap((phase) => FORMS.map((form) => ({ phase, form })));
/** The call is under way, and the recorder waits for it. */
const underWay = all.filter(({ phase }) => !/request head|has the response$/.test(phase));

describe.each(['SIGINT', 'SIGTERM'] as const)('after %s, the recorder', (signal) => {
  it.each(all)('a recorder stopped while $phase leaves every call in its .$form file', async ({ phase, form }) => {
    const { calls, breaksOff, code, got, stderr, stdout } = await stopRecorder(phase, signal, form);
    const expected = phase === 'half of the request head is sent' ? 1 : 2;
    expect(calls).toEqual(Array(expected).fill(`${BOOK} 400`));
    expect(breaksOff).toBeNull();
    if (expected === 2) expect(got).toMatch(/^HTTP\/1\.1 400 [^]*"code":"x"\}$/);
    expect(stderr).not.toMatch(/EBADF|failed/);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`${expected} exchange`)]);
  });

  it.each(underWay)(
    'a second signal while $phase makes the recorder report the calls missing in .$form',
    async (one) => {
      const { phase, form } = one;
      const { calls, breaksOff, code, stdout } = await stopRecorder(phase, signal, form, true);
      const last = /client has/.test(phase) ? '400, broken off' : 'no response';
      expect(calls).toEqual([`${BOOK} 400`, `${BOOK} ${last}`]);
      expect(breaksOff).toBeNull();
      expect([code, stdout]).toEqual([2, expect.stringContaining(`ERROR: 1 call cut off by the stop: ${BOOK}`)]);
    },
  );
});

it.each(all)('a recorder killed while $phase leaves every acknowledged call in its .$form file', async (one) => {
  const { phase, form } = one;
  const { calls, breaksOff, code } = await stopRecorder(phase, 'SIGKILL', form);
  expect(calls).toEqual(Array(phase === 'the client has the response' ? 2 : 1).fill(`${BOOK} 400`));
  expect([code, breaksOff]).toEqual(['SIGKILL', null]);
});
