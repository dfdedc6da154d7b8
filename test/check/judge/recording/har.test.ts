import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { conclude } from '../../../../src/check/judge/conclusion.ts';
import type { ConductCheck } from '../../../../src/check/judge/conduct.ts';
import { MAX_PROFILES } from '../../../../src/check/judge/judge.ts';
import { openFile } from '../../../../src/check/judge/recording/open-source.ts';
import { LEFT_OUT } from '../../../../src/exchange/exchange.ts';
import { book, harOf, judgeText, KEYS, reportOn, RULE, SECRET, SERVICE, standing } from '../support/recordings.ts';

const sampleOf = (name: string) => readFileSync(new URL(`../recordings/${name}.har`, import.meta.url));
const twice = [book(), book()];

describe('a HAR file', () => {
  it('a missing file is refused with the command that writes one', () => {
    expect(() => openFile('nowhere.har', new AbortController().signal)).toThrow(
      /^there is no such file .*; `taxiway journal --export recording\.har` writes one of a running sandbox$/,
    );
  });

  it('a file of Chromium shows a resent pending booking and an aborted call', async () => {
    const { verdict, findings, recording } = await standing(sampleOf('chromium'));
    expect([verdict, findings.length, findings[0]?.exchanges.map(({ id }) => id)]).toEqual([
      'broken',
      1,
      ['entry 5', 'entry 6'],
    ]);
    expect(recording).toMatchObject({ origins: ['http://127.0.0.1:4010'], calls: 8, judged: 6, skipped: 2 });
  });

  it('a file of mitmproxy shows the reads of a pending booking and a call without a response', async () => {
    const { verdict, kept, recording } = await standing(sampleOf('mitmproxy'));
    expect([verdict, kept]).toEqual(['kept', 1]);
    expect(recording).toMatchObject({ form: 'har', judged: 7, skipped: 0, profiles: [{ profile: 'dp_taxiway00001' }] });
  });

  it.each([1, 2, 3, 7, 64])('gets the same verdicts when read in pieces of %i bytes', async (piece) => {
    const text = harOf([...twice, { url: `${SERVICE}/"\\"]}{[,`, sent: '\\"é\u{1F600}\\\\' }]);
    expect(await standing(text, {}, piece)).toEqual(await standing(text));
  });

  it('may have spaces, a byte order mark and other keys around its entries, and may be gzipped', async () => {
    const { log } = JSON.parse(harOf(twice)) as { log: { entries: unknown[] } };
    const odd = JSON.stringify(
      { a: [{ log: 1 }], log: { pages: [{ entries: [1] }], entries: log.entries, b: { entries: [2] } }, c: 'log' },
      null,
      3,
    );
    for (const text of [odd, `\uFEFF${odd}`, ` \n\t${odd}\n`, gzipSync(odd), gzipSync(`\uFEFF${odd}`)])
      expect(await standing(text)).toMatchObject({ verdict: 'broken', broken: 1, recording: { calls: 2 } });
  });

  it.each([
    [
      'base64',
      { content: { size: 9, encoding: 'base64', text: Buffer.from('{"status":"pending"}').toString('base64') } },
    ],
    ['text', { content: { size: 9, text: '{"status":"pending"}' } }],
    ['text after a mark', { content: { size: 9, text: '\uFEFF{"status":"pending"}' } }],
  ])('has bodies as %s', async (_, response) => {
    expect(await standing(harOf([book({ response }), book()]))).toMatchObject({ verdict: 'broken' });
  });

  it.each([
    ['is missing', { content: { size: 500 } }],
    ['is shorter than it was', { content: { size: 500, text: '{"status":"pend' } }],
  ])('says that it does not show everything if a body %s', async (_, response) => {
    const { recording, verdict } = await standing(harOf([book({ response }), book()]));
    expect(verdict).toBe('kept');
    expect(recording.profiles).toMatchObject([{ profile: 'dp_a', gap: expect.stringMatching(/./) }]);
  });

  it.each([
    ['0', { status: 0, content: {} }],
    ['-1', { status: -1, content: { size: -1 }, _failureText: 'net::ERR_ABORTED' }],
    ['none', { status: undefined }],
  ])('an entry with the status %s has a lost response', async (_, response) => {
    const { judge } = await judgeText(harOf([book({ response, time: -1 }), book()]));
    expect(judge.subject('dp_a')?.exchanges).toBe(2);
    expect(await standing(harOf([book({ response }), book()]))).toMatchObject({ broken: 0 });
  });

  it('has headers of HTTP/2, in lower case and with pseudo headers', async () => {
    const headers = [':authority', 'api.example.com', 'authorization', `Bearer ${SECRET}`, 'x-service-id', 'pk_a:dp_a'];
    expect(await standing(harOf([book({ headers }), book({ headers })]))).toMatchObject({
      verdict: 'broken',
      recording: { profiles: [{ profile: 'dp_a' }] },
    });
  });

  it('may have calls of several profiles, and each profile is judged separately', async () => {
    const as = (serviceId: string) => book({ headers: ['X-Service-Id', serviceId] });
    const { verdict, recording } = await standing(harOf([as('pk_a:dp_a'), as('pk_b:dp_b'), as('pk_c')]));
    expect([verdict, recording.profiles.map(({ profile }) => profile)]).toEqual(['kept', ['dp_a', 'dp_b', 'pk_c']]);
  });

  it('is judged in the order in which its calls ended, regardless of the order of its entries', async () => {
    const first = book({ seconds: 0 });
    const second = book({ seconds: 5 });
    const { findings } = await standing(harOf([second, first]));
    expect(findings[0]?.exchanges.map(({ id }) => id)).toEqual(['entry 2', 'entry 1']);
    const withId = (value: string) => ({ response: { headers: [{ name: 'X-Request-Id', value }] } });
    const overlapping = [book({ seconds: 0, time: 9000, ...withId('a') }), book({ seconds: 5, ...withId('b') })];
    expect(await standing(harOf(overlapping))).toMatchObject({ verdict: 'kept' });
  });

  it('orders a request after a response if less than a millisecond separates them', async () => {
    const atOnce = [book({ seconds: 0, time: 1000.6 }), book({ seconds: 1 })];
    expect(await standing(harOf(atOnce))).toMatchObject({ verdict: 'broken' });
  });

  it('orders a request after the response with its identifiers', async () => {
    const search = { method: 'POST', url: `${SERVICE}/search`, sent: {}, received: { searchId: 's_1' }, time: 40 };
    const read = { url: `${SERVICE}/reservations/details?searchId=s_1`, received: { status: 'pending' }, time: 40 };
    const began: number[] = [];
    const check: ConductCheck = {
      ...{ title: 'looks at beginnings', rules: [], sees: 'any', occasion: '', wrong: '', right: '', scenarios: [] },
      judge: ({ exchange }) => void began.push(exchange.began - Date.parse('2027-01-10T12:00:00Z')),
    };
    await judgeText(harOf([search, { ...read, seconds: 0.02 }]), { areas: [{ name: 'test', checks: [check] }] });
    expect(began).toEqual([0, 40]);
  });

  it('is not judged if its calls come too late to be put in order', async () => {
    const calls = Array.from({ length: 300 }, (_, i) => book({ seconds: 300 - i, sent: { pricingToken: `pt_${i}` } }));
    const { verdict, reason } = conclude(await reportOn(harOf(calls)));
    expect(verdict).toBe('error');
    expect(reason).toContain('43 exchanges of 300 came so late');
  });

  it('is judged if it has the journeys of profiles one after another, with the same times', async () => {
    const journey = (profile: string) =>
      Array.from({ length: 300 }, (_, i) =>
        book({ seconds: i, headers: ['X-Service-Id', `pk_a:${profile}`], sent: { pricingToken: `pt_${i % 299}` } }),
      );
    const report = await reportOn(harOf([...journey('dp_a'), ...journey('dp_b'), ...journey('dp_c')]));
    expect(report.recording).toMatchObject({ late: 0, judged: 900 });
    expect(conclude(report).verdict).toBe('broken');
    expect(report.rules.find(({ id }) => id === RULE)).toMatchObject({ broken: 3 });
  });

  it('is not judged if the calls of one of several profiles come too late', async () => {
    const late = Array.from({ length: 300 }, (_, i) => book({ seconds: 300 - i, sent: { pricingToken: `pt_${i}` } }));
    const other = late.map((_, i) => book({ seconds: i, headers: ['X-Service-Id', 'pk_a:dp_b'] }));
    expect(conclude(await reportOn(harOf([...other, ...late]))).verdict).toBe('error');
  });

  it("a call has the service clock's time, with the milliseconds of the recorder", async () => {
    const response = { headers: [{ name: 'date', value: 'Sun, 10 Jan 2027 18:00:00 GMT' }] };
    const calls = [book({ time: 400, response }), book({ seconds: 0.2, response: { status: 0 } })];
    const { recording } = await reportOn(harOf(calls));
    expect([recording.from, recording.to]).toEqual(['2027-01-10T17:59:59.600Z', '2027-01-10T17:59:59.800Z']);
  });

  it.each([
    ['no text', { postData: { text: '' }, bodySize: 401 }],
    ['no size', { bodySize: -1 }],
    ['an empty list of parameters', { postData: { params: [] }, bodySize: 401 }],
    ['the parts of its JSON', { postData: { mimeType: 'application/json', params: [{ name: 'a', value: {} }] } }],
    ['the parts of a form', { postData: { params: [{ name: 'a', value: 'b' }] } }],
  ])('a file with %s in place of a body gives no verdict on bookings', async (_, request) => {
    const unseen = { ...book({ request }), sent: undefined };
    expect(await standing(harOf([unseen, unseen]))).toMatchObject({ broken: 0, undecided: 1 });
  });

  it('may write numbers and header names differently', async () => {
    const text = Buffer.from(JSON.stringify({ status: 'pending', reservations: [] })).toString('base64');
    const response = { status: '200', content: { text, encoding: 'Base64' } };
    expect(await standing(harOf([book({ response }), book()]))).toMatchObject({ verdict: 'broken' });
  });

  it.each([
    ['a note of the recorder', {}, { _taxiway: { began: 0, ended: 1, at: 1e300 } }],
    ['a Date', { headers: [{ name: 'date', value: '-271821-04-20T00:00:00Z' }] }, {}],
  ])('skips an entry if its %s is no instant', async (_, response, note) => {
    const { log } = JSON.parse(harOf([book({ response }), book()])) as { log: { entries: object[] } };
    const entries = log.entries.map((entry) => ({ ...entry, ...note }));
    expect((await reportOn(JSON.stringify({ log: { entries } }))).recording.from).toBe('2027-01-10T12:00:00.000Z');
  });
});

describe('the service', () => {
  const other = { url: 'https://cdn.example.com/search', headers: [] };

  it('is found by path and header, below any prefix; other calls are skipped', async () => {
    const at = (path: string, more = {}) => book({ url: `${SERVICE}${path}`, ...more });
    const preflight = { ...at('/api/book'), method: 'OPTIONS', headers: ['Access-Control-Request-Method', 'POST'] };
    const page = { url: `${SERVICE}/index.html`, headers: [] };
    const text = harOf([other, page, preflight, at('/api/book'), at('/api/book'), other]);
    expect(await standing(text)).toMatchObject({
      verdict: 'broken',
      findings: [{ exchanges: [{ path: '/book' }, { path: '/book' }] }],
      recording: { origins: [`${SERVICE}/api`], judged: 2, skipped: 4 },
    });
  });

  it('is not found in a file without calls to it', async () => {
    const strays = ['/api/v1/flights/search', '/api/book'].map((path) =>
      book({ url: `${SERVICE}${path}`, response: { status: 404 } }),
    );
    const { verdict, recording } = await standing(harOf([...strays, book(), book()]));
    expect({ verdict, origins: recording.origins }).toEqual({ verdict: 'broken', origins: [SERVICE] });
  });

  it('must be named by --origin if two prefixes match', async () => {
    const text = harOf(['/staging', '/live'].map((prefix) => book({ url: `${SERVICE}${prefix}/book` })));
    await expect(standing(text)).rejects.toThrow(`${SERVICE}/staging and ${SERVICE}/live both look like the service`);
    expect((await standing(text, { origins: [new URL(`${SERVICE}/live`)] })).recording.judged).toBe(1);
  });

  it('includes calls without a header, even before the first match', async () => {
    const { recording } = await standing(harOf([book({ headers: [] }), book(), book({ headers: [] })]));
    expect(recording).toMatchObject({ judged: 3, skipped: 0, profiles: [{ profile: 'dp_a' }, { profile: 'unknown' }] });
  });

  it('includes calls to unknown paths if they name a profile', async () => {
    const { recording } = await standing(
      harOf([book(), { url: `${SERVICE}/bok` }, { url: `${SERVICE}/x`, headers: [] }]),
    );
    expect(recording).toMatchObject({ judged: 2, skipped: 1 });
  });

  it('must be named by --origin if two origins match', async () => {
    const text = harOf([book(), book({ url: 'https://b.example.com/book' }), book()]);
    await expect(judgeText(text)).rejects.toThrow(
      `${SERVICE} and https://b.example.com both look like the service; select one with --origin`,
    );
    expect((await standing(text, { origins: [new URL('https://b.example.com')] })).recording).toMatchObject({
      judged: 1,
      skipped: 2,
    });
    const both = [new URL('https://b.example.com'), new URL(SERVICE)];
    expect((await standing(text, { origins: both })).recording).toMatchObject({ judged: 3 });
  });

  it('is below the path of --origin', async () => {
    const text = harOf([book({ url: `${SERVICE}/a/book` }), book({ url: `${SERVICE}/ab/book` })]);
    const { recording } = await standing(text, { origins: [new URL(`${SERVICE}/a`)] });
    expect(recording).toMatchObject({ judged: 1, skipped: 1 });
  });

  it('may have another name for the header', async () => {
    const headers = ['X-Partner', 'pk_a:dp_a'];
    const text = harOf([book({ headers })]);
    expect((await standing(text, { serviceIdHeader: 'x-PARTNER' })).recording.judged).toBe(1);
    const seen: (string | undefined)[] = [];
    const check: ConductCheck = {
      title: 'the header is seen',
      rules: [],
      sees: 'any',
      occasion: 'a call',
      wrong: '',
      right: '',
      scenarios: [],
      judge: ({ exchange }) => void seen.push(exchange.request.header('x-service-id')),
    };
    await judgeText(text, { serviceIdHeader: 'x-PARTNER', areas: [{ name: 'headers', checks: [check] }] });
    expect(seen).toEqual(['pk_a:dp_a']);
  });
});

describe('a HAR file that cannot be read', () => {
  const whole = harOf(twice);
  it.each([
    ['is empty', '', /it is empty/],
    ['is no JSON', 'hello', /does not begin with \{/],
    ['is a list', '[1]', /does not begin with \{/],
    ['is other JSON', '{"a":1,"log":2}', /JSON without log\.entries \(at its top: "a", "log"\)/],
    ['breaks off in an entry', whole.slice(0, -40), /it breaks off in the middle of entry 2; export it again/],
    ['breaks off after one', whole.slice(0, -2), /it breaks off after 2 entries/],
    ['ends with a wrong bracket', `${whole.slice(0, -1)}]`, /\] is in place of \}, after 2 entries/],
    ['has a wrong bracket before', whole.replace('{"name":"test"}', '{"a":[}'), /\} is in place of \]/],
    ['is nested without end', `{"a":${'['.repeat(2000)}`, /nested more than 1000 deep before entry 1/],
    ['is two files', `${whole}\n${whole}`, /continues after its end, .* two files in one; judge each separately/],
    ['goes on after its end', `${whole}]`, /continues after its end$/],
    ['is a zip', Buffer.from('PK\u0003\u0004...'), /it is a zip; unzip it .* with content: 'embed'/],
    ['is a packed zip', gzipSync('PK\u0003\u0004...'), /it is a zip/],
    ['consists of NUL bytes', Buffer.alloc(1000), /begins with NUL bytes/],
    ['has a broken entry', '{"log":{"entries":[{"request":}]}}', /entry 1 is not JSON/],
    [
      'has a call to the service without a time',
      whole.replace(/"startedDateTime":"[^"]*",/, ''),
      /entry 1 has no startedDateTime, and it is a call to the service; export it again/,
    ],
    ['is UTF-16', Buffer.from(`\uFEFF${whole}`, 'utf16le'), /UTF-16; save it as UTF-8/],
    ['is UTF-16 without a mark', Buffer.from(whole, 'utf16le'), /UTF-16; save it as UTF-8/],
    ['is UTF-16, high bytes first', Buffer.from(whole, 'utf16le').swap16(), /UTF-16; save it as UTF-8/],
    ['is packed UTF-16', gzipSync(Buffer.from(`\uFEFF${whole}`, 'utf16le')), /UTF-16; save it as UTF-8/],
    ['is a broken gzip', gzipSync(whole).subarray(0, 60), /cannot be unpacked/],
  ])('says so: it %s', async (_, text, message) => {
    await expect(judgeText(text)).rejects.toThrow(message);
  });

  it('treats keys like __proto__ as ordinary keys', async () => {
    const entry = '{"__proto__":{"request":{"url":"http://a"}},"constructor":1}';
    expect(await judgeText(`{"__proto__":1,"log":{"entries":[${entry}]}}`)).toMatchObject({ calls: 1, skipped: 1 });
    expect(Object.prototype).not.toHaveProperty('request');
  });
});

describe('credentials', () => {
  it('appear nowhere in a report, even if the recording repeats them', async () => {
    const url = `${SERVICE}/book?key=${SECRET}`;
    const leaky = book({
      url,
      sent: { pricingToken: 'pt_1', note: SECRET },
      received: { status: 'pending', echo: SECRET },
    });
    const report = await reportOn(harOf([leaky, leaky]));
    expect(report.rules.find(({ id }) => id === RULE)).toMatchObject({ verdict: 'broken' });
    expect(JSON.stringify(report)).not.toContain(SECRET);
  });

  it('credentials omitted by a browser do not count as missing', async () => {
    const headers = KEYS.slice(2);
    const authorization = async (entries: Parameters<typeof harOf>[0]) => {
      const seen: (string | undefined)[] = [];
      const check = {
        title: 'looks at the header',
        rules: [],
        sees: 'any',
        occasion: '',
        wrong: '',
        right: '',
        scenarios: [],
        judge: ({ exchange }: { exchange: { request: { header(name: string): string | undefined } } }) =>
          void seen.push(exchange.request.header('authorization')),
      } as const;
      await judgeText(harOf(entries), { areas: [{ name: 'test', checks: [check] }] });
      return seen;
    };
    expect(await authorization([book({ headers })])).toEqual([LEFT_OUT]);
    expect(await authorization([book(), book({ headers })])).toEqual(['Bearer …this', undefined]);
    expect(await authorization([book({ headers, response: { status: 401 } })])).toEqual([undefined]);
    const ofNothing = [...headers, 'authorization', 'Bearer undefined'];
    expect(await authorization([book({ headers: ofNothing })])).toEqual(['Bearer undefined']);
    expect(await authorization([book({ headers: [...headers, 'authorization', '[redacted]'] })])).toEqual(['…']);
  });
});

describe('a recording of many profiles', () => {
  const callsOf = (profiles: number) =>
    Array.from({ length: profiles }, (_, i) => {
      const headers = ['Authorization', 'Bearer tok', 'X-Service-Id', `pk_a:dp_${i}`];
      return [book({ headers, seconds: 2 * i }), book({ headers, seconds: 2 * i + 1 })];
    }).flat();

  it('has the verdicts on each of them', async () => {
    const { broken, recording } = await standing(harOf(callsOf(230)));
    expect([broken, recording.profiles.length, recording.unjudged]).toEqual([230, 230, 0]);
  });

  it('ends with an error if a profile was not judged', async () => {
    const report = await reportOn(harOf(callsOf(MAX_PROFILES + 1)));
    expect(report.recording).toMatchObject({ judged: 2 * MAX_PROFILES, unjudged: 2 });
    expect(conclude(report)).toMatchObject({
      verdict: 'error',
      reason: expect.stringMatching(/^2 exchanges of further profiles than the first 2000 were not judged; /),
    });
    expect(await standing(harOf(callsOf(MAX_PROFILES + 1)), { profile: `dp_${MAX_PROFILES}` })).toMatchObject({
      broken: 1,
      recording: { unjudged: 0 },
    });
  });
});
