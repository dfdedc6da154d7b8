import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { serveTaxiway } from '../cli/taxiway.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { control, expectRefused, headersOf } from './control-client.ts';
import { leadExam, resultOf, stepsOf } from './led-exam.ts';

const serve = (store: string) => serveTaxiway(['--store', store, '--log', 'silent']);

describe('an exam of a sandbox with a store file', { timeout: 90_000 }, () => {
  it('survives an orderly stop with the calls of its open situation, and ends with its profile', async () => {
    const store = temporaryFile();
    let taxiway = await serve(store);
    const { profileCode, key, app, trip } = await leadExam(taxiway.baseUrl, ['book-transfer.no-offers']);
    await app.search(trip);
    taxiway.kill('SIGTERM');
    expect(await taxiway.ended).toBe(0);
    taxiway = await serve(store);
    const steps = stepsOf(taxiway.baseUrl, profileCode, key);
    const both = await Promise.all([steps.call('GET', ''), steps.call('GET', '')]);
    expect(both.map(({ body }) => body.exam.hasKey)).toEqual([true, true]);
    const { open, situations } = await steps.until('waiting');
    expect([open, situations]).toEqual([{ number: 1, task: 'book-transfer', trip, calls: 1 }, []]);
    const body = { client: { name: 'x', version: '1' } };
    expectRefused(await steps.call('POST', '', body), [409, 'exam_underway']);
    await steps.call('POST', '/statement', { situation: 1, outcome: 'not booked' });
    expect(await resultOf(steps)).toEqual(['passed', '']);
    expect((await control(taxiway.baseUrl, 'DELETE', `/profiles/${profileCode}`)).status).toBe(200);
    taxiway.kill('SIGTERM');
    expect(await taxiway.ended).toBe(0);
    expect(examsIn(store)).toEqual([]);
  });

  it('is stuck after its key pair was revoked, and is not read by another catalogue version', async () => {
    const store = temporaryFile();
    let taxiway = await serve(store);
    const only = ['book-transfer.no-offers', 'book-transfer.plain', 'book-transfer.failed'];
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
    taxiway = await serve(store);
    const steps = stepsOf(taxiway.baseUrl, profileCode, key);
    expect((await steps.call('GET', '')).body.exam.phase).toBe('waiting');
    await steps.call('POST', '/skip', { situation: 2 });
    const stuck = await steps.until('stuck');
    expect([stuck.failure, stuck.situations.length]).toEqual([expect.stringContaining('with 403'), 2]);
    const again = await steps.call('POST', '/retry');
    expect([again.status, again.body.exam.keys.publicKey === keys.publicKey]).toEqual([200, false]);
    expect((await steps.until('waiting')).situations).toHaveLength(2);
    expectRefused(await steps.call('POST', '/retry'), [409, 'exam_not_stuck']);

    taxiway.kill('SIGTERM');
    expect(await taxiway.ended).toBe(0);
    giveVersion(store, 1);
    taxiway = await serve(store);
    const refused = await stepsOf(taxiway.baseUrl, profileCode, key).call('GET', '');
    expect([refused.status, refused.body.code]).toEqual([409, 'exam_unreadable']);
    expect(refused.text).toContain('this is an exam of version 1, and taxiway now has version');
    expect((await control(taxiway.baseUrl, 'DELETE', `/profiles/${profileCode}`)).status).toBe(200);
    taxiway.kill('SIGTERM');
    expect(await taxiway.ended).toBe(0);
  });
});

function examsIn(store: string): unknown[] {
  using database = new DatabaseSync(store);
  return database.prepare('SELECT profile_code FROM exams UNION ALL SELECT profile_code FROM exam_calls').all();
}

function giveVersion(store: string, version: number): void {
  using database = new DatabaseSync(store);
  database.exec(`UPDATE exams SET exam = json_set(exam, '$.exam', ${version})`);
}
