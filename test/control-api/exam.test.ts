import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import type { Trip as TripOfTask } from '../../src/check/exam/trip.ts';
import { createSandbox } from '../../src/index.ts';
import { useSandbox } from '../support/sandbox.ts';
import { control, expectRefused, headersOf, makeProfile } from './control-client.ts';
import { leadExam, resultOf } from './led-exam.ts';

const sandbox = useSandbox({ clock: systemClock });
const still = useSandbox();
const client = { name: 'my-shop', version: '2.4.1' };

const begin = (...only: string[]) => leadExam(sandbox.baseUrl, only);

describe('an exam over the control API', { timeout: 30_000 }, () => {
  it('refuses a statement before the first call, one to another situation, and files before the end', async () => {
    const { call, app, trip } = await begin('book-transfer.plain');
    const statement = { situation: 1, outcome: 'unknown' };
    expectRefused(await call('POST', '/statement', statement), [409, 'no_call_arrived']);
    expectRefused(await call('POST', '/statement', { ...statement, situation: 2 }), [409, 'situation_not_open']);
    expectRefused(await call('POST', '/skip', { situation: 2 }), [409, 'situation_not_open']);
    expectRefused(await call('GET', '/files/exam-report.json'), [409, 'exam_not_over']);
    expectRefused(await call('GET', '/files/passwd'), [400, 'invalid_request']);
    await app.search(trip);
    const travellers = [{ price: 23.04 }];
    expectRefused(await call('POST', '/statement', { ...statement, travellers }), [400, 'invalid_request']);
    expectRefused(await call('POST', '/statement', { ...statement, outcome: 'perhaps' }), [400, 'invalid_request']);
    for (const unread of [{ price: '1.234' }, { currency: 'coins' }, { pickup: '31/02/2027 11:30' }]) {
      const refused = await call('POST', '/statement', { ...statement, travellers: [unread] });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('cannot be read; write')]);
    }
    expect((await call('POST', '/statement', statement)).body.exam.situations).toHaveLength(1);
    expectRefused(await call('POST', '/statement', statement), [409, 'situation_not_open']);
  });

  it.each([
    ['passes', {}, []],
    ['fails for a wrong date of birth', { bornDate: '04/03/1991' }, [/states the date of birth 1991-03-04; booking/]],
    ['fails for the document of another one', { document: 'pab 482010' }, [/states the document PAB482010; booking/]],
    ['fails for a wrong flight back', { return: '2027-01-02T10:00' }, [/states the return 2027-01-02T10:00; booking/]],
  ])('asks for everyone of a family and for the flight back, and %s', async (_title, wrong, messages) => {
    const exam = await begin('order-flight.family-round-trip');
    const { trip, app, call } = exam;
    const family = trip as unknown as Required<TripOfTask>;
    expect(family).toMatchObject({ returnDate: expect.stringMatching(/^\d{4}-/), passengers: 2 });
    expect(family.travellers.map(({ type }) => type)).toEqual(['adult', 'adult', 'child', 'infant_without_seat']);
    await app.run(trip, 'order-flight');
    const { id, price, currency, time, back } = app.shown();
    const travellers = family.travellers.map(({ firstName, lastName, bornDate }, i) => ({
      ...{ id, price, currency, departure: time, return: back, name: `${lastName}, ${firstName}`, bornDate },
      ...(i === 2 && wrong),
    }));
    await call('POST', '/statement', { situation: 1, outcome: 'booked', travellers });
    const [verdict, findings] = await resultOf(exam);
    expect([verdict, findings]).toEqual([messages.length === 0 ? 'passed' : 'failed', expect.anything()]);
    for (const message of messages) expect(findings).toMatch(message);
  });

  it('runs once per profile, and ends with its key pair revoked and no scenario armed', async () => {
    const { call, keys, profileCode } = await begin('book-transfer.502');
    expectRefused(await call('POST', '', { client }), [409, 'exam_underway']);
    expect((await call('DELETE', '')).body.exam).toBeNull();
    expect((await call('GET', '')).body.exam).toBeNull();
    expectRefused(await call('POST', '/skip', { situation: 1 }), [404, 'exam_not_found']);
    const armed = await control(sandbox.baseUrl, 'GET', `/profiles/${profileCode}/scenario`);
    expect(armed.body.armed).toBeNull();
    const search = await sandbox.post('/search', {}, { keys });
    expect([search.status, search.body.code]).toEqual([403, 'invalid_credentials']);
  });

  it('leaves no scenario armed after the last situation is skipped, and serves its files', async () => {
    const { call, until, profileCode } = await begin('book-transfer.502');
    await call('POST', '/skip', { situation: 1 });
    const { situations } = await until('over');
    expect(situations).toMatchObject([{ name: 'book-transfer.502', verdict: 'not applicable' }]);
    const { body } = await control(sandbox.baseUrl, 'GET', `/profiles/${profileCode}/scenario`);
    expect(body.armed).toBeNull();
    expect((await call('GET', '/files/exam-report.json')).body.summary).toMatchObject({ 'not applicable': 1 });
    expect((await call('GET', '/files/certificate.json')).body.certificate.client).toEqual(client);
    expect((await call('GET', '/files/scorecard.html')).text).toContain('not applicable');
    expect((await call('GET', '/files/certificate.html')).text).toContain('Client: my-shop 2.4.1');
  });

  it('waits for a retry, with the reason, if a situation cannot be prepared, and skips none', async () => {
    const { call, until, keys, owner, profileCode } = await begin('book-transfer.502', 'book-transfer.plain');
    await control(sandbox.baseUrl, 'DELETE', `/profiles/${profileCode}/credentials/${keys.publicKey}`, {
      headers: headersOf(owner),
    });
    await call('POST', '/skip', { situation: 1 });
    const { failure, open, situations } = await until('stuck');
    expect([failure, open]).toEqual([expect.stringContaining('refused POST /reset with 403'), null]);
    expect(situations.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['not applicable']);
    await call('POST', '/retry');
    const waiting = await until('waiting');
    expect([waiting.open.number, waiting.failure]).toEqual([2, null]);
    expect(waiting.keys.publicKey).not.toBe(keys.publicKey);
  });

  it('does not start for unknown situations, and leaves no key pair', async () => {
    const { profileCode } = await makeProfile(sandbox.baseUrl);
    const start = (body: object) => control(sandbox.baseUrl, 'POST', `/profiles/${profileCode}/exam`, { body });
    const { status, body } = await start({ client, only: ['book-transfer.plane'] });
    expect([status, body.code, body.message]).toEqual([400, 'unknown_situation', [expect.stringContaining('plain')]]);
    const { body: empty } = await start({ client, only: ['order-flight.three-travellers'] });
    expect(empty.message).toEqual([expect.stringContaining('no situation is left that a person can lead')]);
    expectRefused(await start({ client, tasks: [] }), [400, 'invalid_request']);
    const { credentials } = (await control(sandbox.baseUrl, 'GET', `/profiles/${profileCode}/credentials`)).body;
    expect(credentials.filter(({ revokedAt }: { revokedAt: unknown }) => revokedAt === null)).toHaveLength(1);
    expect((await start({ client, only: ['book-transfer.plain'] })).status).toBe(201);
  });

  it('does not start in a sandbox that cannot give valid verdicts', async () => {
    const body = { client };
    const demo = '/profiles/dp_taxiway00001/exam';
    const onStill = await control(still.baseUrl, 'POST', demo, { body });
    expect([onStill.status, onStill.body.code]).toEqual([409, 'exam_not_possible']);
    const blind = await createSandbox({ judge: false, liveMode: true, log: 'silent' });
    try {
      const refused = await control(await blind.listen(), 'POST', demo, { body });
      expect(refused.body.details.map(({ message }: { message: string }) => message)).toEqual([
        'It does not judge (--no-judge)',
        'It returns liveMode true (--live-mode)',
      ]);
    } finally {
      await blind.close();
    }
  });

  it('fails a client that calls /_sandbox, with or without its keys', async () => {
    for (const headers of [true, false]) {
      const exam = await begin('book-transfer.no-offers');
      const { app, trip, keys, profileCode, call } = exam;
      await app.search(trip);
      await control(sandbox.baseUrl, 'DELETE', `/profiles/${profileCode}/scenario`, {
        headers: headers ? headersOf(keys) : {},
      });
      await call('POST', '/statement', { situation: 1, outcome: 'not booked' });
      const [verdict, findings] = await resultOf(exam);
      expect([verdict, findings]).toEqual([
        'failed',
        `meddling: The client called DELETE /_sandbox/profiles/${profileCode}/scenario. Clients must not use ` +
          '/_sandbox during the exam.',
      ]);
    }
  });

  it.each([
    ['arms another scenario', 'PUT', '/scenario', { scenario: 'book:failed' }],
    ['resets the profile', 'POST', '/reset', undefined],
  ])('gives no verdict on the app if a person at the console %s', async (_title, method, path, body) => {
    const exam = await begin('book-transfer.no-offers');
    const { app, trip, profileCode, call, key } = exam;
    const headers = { 'X-Taxiway-Exam': key };
    await control(sandbox.baseUrl, method, `/profiles/${profileCode}${path}`, { body, headers });
    await app.search(trip);
    await call('POST', '/statement', { situation: 1, outcome: 'not booked' });
    const [verdict, findings] = await resultOf(exam);
    expect([verdict, findings]).toEqual(['did not come about', expect.stringContaining(`(${method} /_sandbox`)]);
  });

  it('ends with its profile, and ignores calls of other profiles', async () => {
    const exam = await begin('book-transfer.no-offers');
    await fetch(`${sandbox.baseUrl}/search`, { method: 'POST', body: '{}' });
    await exam.app.search(exam.trip);
    await exam.call('POST', '/statement', { situation: 1, outcome: 'not booked' });
    expect(await resultOf(exam)).toEqual(['passed', '']);
    await control(sandbox.baseUrl, 'DELETE', `/profiles/${exam.profileCode}`);
    expectRefused(await exam.call('GET', ''), [404, 'profile_not_found']);
    expect(sandbox.sandbox.violations).toEqual([]);
  });
});
