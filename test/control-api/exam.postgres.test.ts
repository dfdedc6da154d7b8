import { beforeAll, describe, expect, it } from 'vitest';
import { alternate } from '../../examples/replicas/balancer.ts';
import { App } from '../check/exam/led-app.ts';
import type { Taxiway } from '../cli/taxiway.ts';
import { serveTaxiway } from '../cli/taxiway.ts';
import { newSchema } from '../support/postgres/new-schema.ts';
import { control, expectRefused, headersOf } from './control-client.ts';
import { leadExam, resultOf, stepsOf } from './led-exam.ts';

// Two processes on one schema. The person at the console and the app use both.

const client = { name: 'my-shop', version: '2.4.1' };
let store = '';
let a: Taxiway;
let b: Taxiway;

const serve = (place: string) => serveTaxiway(['--log', 'silent', '--seed', 'exam', '--store', place]);

beforeAll(async () => {
  store = newSchema();
  a = await serve(store);
  b = await serve(store);
});

/** Leads an exam, and returns its certificate without its date. */
async function certificateAt(baseUrl: string) {
  const only = ['book-transfer.plain', 'book-transfer.failed', 'book-transfer.no-offers'];
  const { app, trip, call, until } = await leadExam(baseUrl, only);
  await app.run(trip);
  const { id, price, currency, time: pickup, name } = app.shown();
  const travellers = [{ id, price, currency, pickup, name }];
  const stated = await call('POST', '/statement', { situation: 1, outcome: 'booked', travellers });
  expect([stated.status, stated.body.exam?.situations.length]).toEqual([200, 1]);
  await until('waiting');
  await app.run(trip);
  await call('POST', '/statement', { situation: 2, outcome: 'not booked' });
  await until('waiting');
  await call('POST', '/skip', { situation: 3 });
  await until('over');
  const { status, body } = await call('GET', '/files/certificate.json');
  expect(status).toBe(200);
  expect((await call('DELETE', '')).body.exam).toBeNull();
  const { date: _date, ...certificate } = body.certificate;
  return certificate;
}

describe('an exam over two processes', { timeout: 90_000 }, () => {
  it('has the same certificate as an exam in one process', async () => {
    const alone = await serve(':memory:');
    const balancer = await alternate([a.baseUrl, b.baseUrl]);
    const both = await certificateAt(balancer.baseUrl);
    balancer.end();
    expect(Math.min(...balancer.counts)).toBeGreaterThan(10);
    expect(both).toEqual(await certificateAt(alone.baseUrl));
    expect(both.situations).toMatchObject([
      { standing: 'passed' },
      { standing: 'passed' },
      { standing: 'not applicable' },
    ]);
    alone.kill('SIGTERM');
    expect(await alone.ended).toBe(0);
  });

  it('accepts one of two concurrent statements, skips, starts and ends', async () => {
    const { profileCode, key, app, trip, call, until } = await leadExam(a.baseUrl, [
      'book-transfer.no-offers',
      'book-transfer.plain',
    ]);
    const other = stepsOf(b.baseUrl, profileCode, key);
    const statuses = async (step: (call: typeof other.call) => ReturnType<typeof other.call>) => {
      const both = await Promise.all([step(call), step(other.call)]);
      return both.map(({ status, body }) => body.code ?? status).sort();
    };
    await app.search(trip);
    const state = { situation: 1, outcome: 'not booked' };
    expect(await statuses((by) => by('POST', '/statement', state))).toEqual([200, 'situation_not_open']);
    await until('waiting');
    expect(await statuses((by) => by('POST', '/skip', { situation: 2 }))).toEqual([200, 'situation_not_open']);
    expect((await other.until('over')).situations).toHaveLength(2);
    expect(await statuses((by) => by('DELETE', ''))).toEqual([200, 'exam_not_found']);
    expect(await statuses((by) => by('POST', '', { client }))).toEqual([201, 'exam_underway']);
  });

  it('counts calls of the app to the control API of each process', async () => {
    const exam = await leadExam(a.baseUrl, ['book-transfer.no-offers']);
    const { profileCode, key, keys, app, trip } = exam;
    const other = stepsOf(b.baseUrl, profileCode, key);
    await control(b.baseUrl, 'GET', `/profiles/${profileCode}/scenario`, { headers: headersOf(keys) });
    await app.search(trip);
    await exam.call('POST', '/statement', { situation: 1, outcome: 'not booked' });
    expect(await resultOf(other)).toEqual([
      'failed',
      expect.stringContaining(`GET /_sandbox/profiles/${profileCode}/scenario`),
    ]);
  });

  it('gives no verdict on the app if a person at the other process changes the situation', async () => {
    const exam = await leadExam(a.baseUrl, ['book-transfer.no-offers']);
    const { profileCode, key, app, trip, call } = exam;
    const headers = { 'X-Taxiway-Exam': key };
    await control(b.baseUrl, 'PUT', `/profiles/${profileCode}/scenario`, {
      body: { scenario: 'book:failed' },
      headers,
    });
    await app.search(trip);
    await call('POST', '/statement', { situation: 1, outcome: 'not booked' });
    expect(await resultOf(exam)).toEqual(['did not come about', expect.stringContaining('(PUT /_sandbox')]);
  });

  it('ends a stream without the key at each process once a page takes over', async () => {
    const { profileCode, key } = await leadExam(a.baseUrl, ['book-transfer.no-offers']);
    const url = `${b.baseUrl}/_sandbox/profiles/${profileCode}/journal/stream`;
    const { body } = await fetch(url, { headers: { 'X-Taxiway-Exam': key } });
    const stream = (body as ReadableStream<Uint8Array>).getReader();
    const ended = async () => {
      for (;;) if ((await stream.read().catch(() => ({ done: true }))).done) return;
    };
    const taken = await control(a.baseUrl, 'POST', `/profiles/${profileCode}/exam/takeover`);
    expect(taken.status).toBe(200);
    await ended();
    expectRefused(await stepsOf(b.baseUrl, profileCode, key).call('POST', '/skip', { situation: 1 }), [
      403,
      'exam_key_missing',
    ]);
  });

  it.each(['waits', 'prepares', 'compares'])('continues after kill -9 of the process that %s', async (when) => {
    const killed = await serve(store);
    const only = ['book-transfer.no-offers', 'book-transfer.plain'];
    const { profileCode, key, keys, app, trip, call } = await leadExam(killed.baseUrl, only);
    const other = stepsOf(b.baseUrl, profileCode, key);
    await app.search(trip);
    await expect.poll(async () => (await other.until('waiting')).open.calls).toBe(1);
    if (when === 'prepares') await call('POST', '/skip', { situation: 1 });
    const stating = when === 'compares' ? call('POST', '/statement', { situation: 1, outcome: 'not booked' }) : null;
    stating?.catch(() => undefined);
    if (stating) await other.until('comparing');
    killed.kill('SIGKILL');
    await killed.ended;
    const { open, situations, keys: same } = await other.until('waiting');
    expect(same).toEqual(keys);
    expect([open.number, situations.length]).toEqual(when === 'prepares' ? [2, 1] : [1, 0]);
    const otherApp = new App(b.baseUrl, keys);
    const state = async () => {
      await otherApp.search(trip);
      const outcome = { situation: open.number, outcome: 'not booked' };
      return (await other.call('POST', '/statement', outcome)).body.exam;
    };
    if (when === 'waits') {
      // The process had a note that it may have more calls.
      const { phase, failure } = await state();
      expect([phase, failure]).toEqual(['stuck', expect.stringMatching(/^calls of the app may be missing: a process/)]);
      await other.call('POST', '/retry');
      expect((await other.until('waiting')).open.number).toBe(1);
    }
    expect((await state()).failure).toBeNull();
    expect((await other.until(open.number === 1 ? 'waiting' : 'over')).situations).toHaveLength(open.number);
  });
});
