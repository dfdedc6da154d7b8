import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { useSandbox } from '../support/sandbox.ts';
import { control, expectRefused, headersOf } from './control-client.ts';
import { leadExam, resultOf, stepsOf } from './led-exam.ts';

let log = '';
const logTo = { write: (line: string) => void (log += line) };
const sandbox = useSandbox({ clock: systemClock, log: 'debug', logFormat: 'json', logTo });
const begin = (...only: string[]) => leadExam(sandbox.baseUrl, only);

describe('the key of an exam', { timeout: 30_000 }, () => {
  it('is not needed for the list of profiles, which does not show what the exam has armed', async () => {
    const { profileCode, key } = await begin('book-transfer.502');
    const { profiles } = (await control(sandbox.baseUrl, 'GET', `/profiles?search=${profileCode}`)).body;
    expect(profiles).toMatchObject([{ profileCode, armed: null }]);
    const headers = { 'X-Taxiway-Exam': key };
    const own = await control(sandbox.baseUrl, 'GET', `/profiles/${profileCode}`, { headers });
    expect(own.body.profile.armed.scenario).toBe('book:502(calls=1)');
  });

  it('is needed for each step, and a wrong one is refused', async () => {
    const { call, app, trip, key } = await begin('book-transfer.no-offers');
    await app.search(trip);
    for (const own of [null, '', 'forged', `${key}x`, key.toUpperCase()]) {
      const statement = { situation: 1, outcome: 'not booked' };
      expectRefused(await call('POST', '/statement', statement, own), [403, 'exam_key_missing']);
      expectRefused(await call('POST', '/skip', { situation: 1 }, own), [403, 'exam_key_missing']);
      expectRefused(await call('GET', '/files/exam-report.json', undefined, own), [403, 'exam_key_missing']);
      expectRefused(await call('DELETE', '', undefined, own), [403, 'exam_key_missing']);
    }
    const { exam } = (await call('GET', '', undefined, null)).body;
    expect([exam.hasKey, exam.phase, exam.isKept]).toEqual([false, 'waiting', false]);
    expect((await call('GET', '')).body.exam.hasKey).toBe(true);
  });

  it('is only in the response to the start', async () => {
    const { key, profileCode } = await begin('book-transfer.no-offers');
    const spec = (await control(sandbox.baseUrl, 'GET', '/control-api.json')).body;
    const all = Object.entries<object>(spec.paths).filter(([path, item]) => 'get' in item && !path.includes('/files/'));
    const paths = all.map(([path]) => path.replace('{profileCode}', profileCode)).filter((path) => !path.includes('{'));
    const seen = await Promise.all(paths.map((path) => readFrom(`${sandbox.baseUrl}${path}`)));
    expect(seen.join()).toContain('"phase":"waiting"');
    expect(log).toContain(`/profiles/${profileCode}/exam`);
    expect([...seen, log].filter((text) => text.includes(key))).toEqual([]);
  });

  it.each([
    ['reads what is armed', 'GET', '/scenario'],
    ['reads the exam', 'GET', '/exam'],
    ['makes itself a key pair', 'POST', '/credentials'],
    ['makes a statement', 'POST', '/exam/statement'],
    ['takes the exam over', 'POST', '/exam/takeover'],
  ])('fails an app that %s with the mark of earlier versions, or a forged key', async (_title, method, path) => {
    const exam = await begin('book-transfer.no-offers');
    const { app, trip, profileCode, keys, call } = exam;
    const forged = { 'X-Taxiway-Console': '1', 'X-Taxiway-Exam': 'forged', ...headersOf(keys) };
    await control(sandbox.baseUrl, method, `/profiles/${profileCode}${path}`, { headers: forged });
    await app.search(trip);
    await call('POST', '/statement', { situation: 1, outcome: 'not booked' });
    const [verdict, findings] = await resultOf(exam);
    expect([verdict, findings]).toEqual([
      'failed',
      expect.stringContaining(`meddling: The client called ${method} /_sandbox/profiles/${profileCode}${path}.`),
    ]);
  });

  it("counts the app's calls between two situations in the second one", async () => {
    const exam = await begin('book-transfer.no-offers', 'book-transfer.failed');
    const { app, trip, profileCode, call, until } = exam;
    await app.search(trip);
    await call('POST', '/statement', { situation: 1, outcome: 'not booked' });
    await control(sandbox.baseUrl, 'GET', `/profiles/${profileCode}/scenario`);
    await until('waiting');
    await app.search(trip);
    await call('POST', '/statement', { situation: 2, outcome: 'not booked' });
    const { situations } = await until('over');
    const seen = situations.flatMap(({ number, findings }: { number: number; findings: { kind: string }[] }) =>
      findings.filter(({ kind }) => kind === 'meddling').map(() => number),
    );
    expect(seen).toEqual([2]);
  });

  it("moves to another page with the owner's credential, and the first page loses it", async () => {
    const { call, profileCode, key, keys, owner } = await begin('book-transfer.no-offers', 'book-transfer.plain');
    const path = `/profiles/${profileCode}/exam/takeover`;
    const asApp = await control(sandbox.baseUrl, 'POST', path, { headers: headersOf(keys) });
    expectRefused(asApp, [403, 'exam_not_for_the_app']);
    const taken = await control(sandbox.baseUrl, 'POST', path, { headers: headersOf(owner) });
    expect([taken.status, taken.body.exam.takeovers]).toEqual([200, [expect.stringMatching(/Z$/)]]);
    expect(taken.body.key).not.toBe(key);
    expectRefused(await call('POST', '/skip', { situation: 1 }), [403, 'exam_key_missing']);
    const other = stepsOf(sandbox.baseUrl, profileCode, taken.body.key);
    expect((await other.call('POST', '/skip', { situation: 1 })).status).toBe(200);
    expect((await other.until('waiting')).open.number).toBe(2);
    await other.call('POST', '/skip', { situation: 2 });
    expect((await other.until('over')).situations).toHaveLength(2);
    expect((await other.call('DELETE', '')).body.exam).toBeNull();
    expectRefused(await control(sandbox.baseUrl, 'POST', path), [404, 'exam_not_found']);
  });

  it('ends all other streams when a situation begins, and when another page takes over', async () => {
    const { profileCode, key, until } = await begin('book-transfer.no-offers');
    const url = `${sandbox.baseUrl}/_sandbox/profiles/${profileCode}/journal/stream`;
    const opened = async (headers: Record<string, string>) => {
      const { body } = await fetch(url, { headers });
      return (body as ReadableStream<Uint8Array>).getReader();
    };
    const ended = async (stream: Awaited<ReturnType<typeof opened>>) => {
      for (;;) {
        const { done } = await stream.read().catch(() => ({ done: true }));
        if (done) return true;
      }
    };
    const [strange, own] = [await opened({}), await opened({ 'X-Taxiway-Exam': key })];
    const { body } = await control(sandbox.baseUrl, 'POST', `/profiles/${profileCode}/exam/takeover`);
    expect(await Promise.all([ended(strange), ended(own)])).toEqual([true, true]);
    const other = stepsOf(sandbox.baseUrl, profileCode, body.key);
    const [again, kept] = [await opened({}), await opened({ 'X-Taxiway-Exam': body.key })];
    await other.call('POST', '/skip', { situation: 1 });
    await other.until('over');
    await Promise.all([again.cancel(), kept.cancel()]);
    expect((await until('over')).hasKey).toBe(false);
  });

  it('ends an exam once for two concurrent requests', async () => {
    const { call } = await begin('book-transfer.no-offers');
    const both = await Promise.all([call('DELETE', ''), call('DELETE', '')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('refuses one of two concurrent statements, and a statement of five megabytes', async () => {
    const { call, app, trip, until } = await begin('book-transfer.no-offers');
    await app.search(trip);
    const statement = { situation: 1, outcome: 'not booked' };
    const large = await call('POST', '/statement', { ...statement, travellers: [{ name: 'x'.repeat(5_000_000) }] });
    expect(large.status).toBeGreaterThanOrEqual(400);
    const both = await Promise.all([call('POST', '/statement', statement), call('POST', '/statement', statement)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await until('over')).situations).toHaveLength(1);
  });
});

/** The body of a response; of a stream its first part. */
async function readFrom(url: string): Promise<string> {
  const { headers, body } = await fetch(url);
  const isStream = headers.get('content-type')?.startsWith('text/event-stream');
  let text = '';
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString();
    if (isStream) break;
  }
  return text;
}
