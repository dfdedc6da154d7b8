import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { serveTaxiway } from '../cli/taxiway.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { control, expectRefused } from './control-client.ts';
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
    // The key pair belongs to an earlier store of the same name.
    const keys = { profileCode: 'dp_taxiway00001', publicKey: 'pk_gone', secretKey: 'gone' };
    writeFileSync(file, JSON.stringify({ version: 1, exam: 3, results: [], keys }));
    expect((await demo.call('GET', '')).body.exam).toBeNull();
    expect(existsSync(file)).toBe(false);
    taxiway.kill('SIGTERM');
    expect(await taxiway.ended).toBe(0);
  });
});
