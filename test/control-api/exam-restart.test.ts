import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { serveTaxiway } from '../cli/taxiway.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { control, expectRefused, headersOf } from './control-client.ts';
import { leadExam, stepsOf } from './led-exam.ts';

const serve = (store: string) => serveTaxiway(['--store', store, '--log', 'silent']);

describe('an exam of a sandbox with a store file', { timeout: 90_000 }, () => {
  it('survives an orderly stop, and ends with its profile; a file that is no exam is reported', async () => {
    const store = temporaryFile();
    let taxiway = await serve(store);
    const { profileCode, key } = await leadExam(taxiway.baseUrl, ['book-transfer.no-offers']);
    taxiway.kill('SIGTERM');
    expect(await taxiway.ended).toBe(0);
    taxiway = await serve(store);
    const steps = stepsOf(taxiway.baseUrl, profileCode, key);
    const both = await Promise.all([steps.call('GET', ''), steps.call('GET', '')]);
    expect(both.map(({ body }) => body.exam.hasKey)).toEqual([true, true]);
    expect((await steps.until('waiting')).situations).toEqual([]);
    const body = { client: { name: 'x', version: '1' } };
    expectRefused(await steps.call('POST', '', body), [409, 'exam_underway']);
    expect((await control(taxiway.baseUrl, 'DELETE', `/profiles/${profileCode}`)).status).toBe(200);
    expect(existsSync(`${store}.exam-${profileCode}.json`)).toBe(false);

    const demo = stepsOf(taxiway.baseUrl, 'dp_taxiway00001', key);
    const file = `${store}.exam-dp_taxiway00001.json`;
    writeFileSync(file, '{"version":1');
    const refused = await demo.call('GET', '');
    expect([refused.status, refused.body.code]).toEqual([409, 'exam_unreadable']);
    expect(refused.text).toContain(file);
    taxiway.kill('SIGTERM');
    expect(await taxiway.ended).toBe(0);
  });

  it('continues with a new key pair after its own was revoked, and refuses a spoiled file with its fault', async () => {
    const store = temporaryFile();
    let taxiway = await serve(store);
    const only = ['book-transfer.no-offers', 'book-transfer.plain'];
    const { profileCode, owner, key, keys, app, trip, call, until } = await leadExam(taxiway.baseUrl, only);
    await app.search(trip);
    await call('POST', '/statement', { situation: 1, outcome: 'not booked' });
    await until('waiting');
    const revoked = await control(taxiway.baseUrl, 'DELETE', `/profiles/${profileCode}/credentials/${keys.publicKey}`, {
      headers: headersOf(owner),
    });
    expect(revoked.status).toBe(200);
    taxiway.kill('SIGTERM');
    expect(await taxiway.ended).toBe(0);
    const file = `${store}.exam-${profileCode}.json`;
    const kept = readFileSync(file, 'utf8');

    taxiway = await serve(store);
    let steps = stepsOf(taxiway.baseUrl, profileCode, key);
    const stuck = await steps.until('stuck');
    expect([stuck.failure, stuck.situations.length]).toEqual([expect.stringContaining('with 403'), 1]);
    const again = await steps.call('POST', '/retry');
    expect([again.status, again.body.exam.keys.publicKey === keys.publicKey]).toEqual([200, false]);
    expect((await steps.until('waiting')).situations).toHaveLength(1);
    expectRefused(await steps.call('POST', '/retry'), [409, 'exam_not_stuck']);
    taxiway.kill('SIGTERM');
    expect(await taxiway.ended).toBe(0);

    taxiway = await serve(store);
    steps = stepsOf(taxiway.baseUrl, profileCode, key);
    for (const [change, fault] of [
      [{ results: [null] }, '/results/0 must be object'],
      [{ tasks: null }, '/tasks must be array'],
      [{ only: 5 }, '/only must be array'],
      [{ takeovers: undefined }, "must have required property 'takeovers'"],
      [{ exam: 1 }, 'is the progress of exam 1, and this is exam'],
      [{ keys: { ...keys, profileCode: 'dp_another' } }, `is the exam of dp_another, not of ${profileCode}`],
      [{ results: [...JSON.parse(kept).results, ...JSON.parse(kept).results] }, 'second result "book-transfer.plain"'],
    ] as const) {
      writeFileSync(file, JSON.stringify({ ...JSON.parse(kept), ...change }));
      const refused = await steps.call('GET', '');
      expect([refused.status, refused.body.code]).toEqual([409, 'exam_unreadable']);
      expect(refused.text).toContain(fault.replaceAll('"', '\\"'));
    }
    writeFileSync(file, kept);
    expect((await steps.until('stuck')).situations).toHaveLength(1);
    expect((await steps.call('DELETE', '')).status).toBe(200);
    taxiway.kill('SIGTERM');
    expect(await taxiway.ended).toBe(0);
  });
});
