import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { book, harOf, KEYS, SERVICE, standing } from '../support/recordings.ts';

type Entry = Record<string, unknown> & { request: Record<string, unknown>; response: Record<string, unknown> };
type Change = Record<string, unknown>;

const entriesOf = (sketches: Parameters<typeof harOf>[0]) =>
  (JSON.parse(harOf(sketches)) as { log: { entries: Entry[] } }).log.entries;
const fileOf = (entries: readonly unknown[]) => JSON.stringify({ log: { entries } });
const result = async (entries: readonly unknown[]) => {
  const { verdict, recording } = await standing(fileOf(entries));
  const { judged, skipped, doubled } = recording;
  return { verdict, judged, skipped, doubled };
};

describe('an entry that is not a call to the service is skipped and counted', () => {
  const [first, second] = entriesOf([book(), book()]);
  const [stray] = entriesOf([{ url: 'https://cdn.example.com/v1/flights/search', headers: [] }]);
  const at = (url: unknown) => ({ ...stray, request: { ...stray?.request, url } });
  const changed = (change: Change) => ({ ...stray, ...change });

  it.each<[string, unknown]>([
    ['null', null],
    ['a text with brackets', '{"request":[}'],
    ['a number', -17.5e3],
    ['a boolean', true],
    ['an empty list', []],
    ['a list with an entry', [[first], { request: {} }]],
    ['an empty object', {}],
    ['a request that is null', { request: null }],
    ['a request that is a text', { request: 'GET /' }],
    ['a request without an address', { request: {} }],
    ['an address that is null', at(null)],
    ['an address that is a number', at(7)],
    ['an address that is no URL', at('/search')],
    ['a data URL', at('data:application/json,{}')],
    ['a blob URL', at('blob:https://api.example.com/1')],
    ['a page of an extension', at('chrome-extension://abc/search')],
    ['a web socket', at('wss://api.example.com/search')],
    ['an empty page', at('about:blank')],
    ['a tunnel', changed({ request: { method: 'CONNECT', url: SERVICE } })],
    ['no startedDateTime', changed({ startedDateTime: undefined })],
    ['a startedDateTime that is null', changed({ startedDateTime: null })],
    ['a startedDateTime in words', changed({ startedDateTime: 'yesterday' })],
    ['a startedDateTime that is a number', changed({ startedDateTime: 1_768_046_400_000 })],
    ['no response', changed({ response: undefined })],
    ['a response that is null', changed({ response: null })],
    ['a response that is a list', changed({ response: [] })],
    ['a time in words', changed({ time: 'fast' })],
    ['an endless time', changed({ time: 1e300 })],
    ['no method', changed({ request: { url: 'https://cdn.example.com/book' } })],
    ['headers that are null', changed({ request: { url: 'https://cdn.example.com/book', headers: null } })],
  ])('%s', async (_, entry) => {
    expect(await result([entry, first, entry, second])).toEqual({
      ...{ verdict: 'broken', judged: 2, skipped: 2, doubled: 0 },
    });
  });
});

describe('a call to the service may be written in several ways', () => {
  const pending = { status: 'pending', reservations: [] };
  const json = JSON.stringify(pending);
  const base64 = Buffer.from(json).toString('base64');
  const inRequest = (change: Change) => ({ request: change });
  const inResponse = (change: Change) => ({ response: change });
  const packed = (encoding: string, bytes: Buffer) =>
    inResponse({
      headers: [{ name: 'Content-Encoding', value: encoding }],
      content: { text: bytes.toString('base64'), encoding: 'base64' },
    });
  const posted = (postData: unknown) => inRequest({ postData });
  const sent = '{"pricingToken":"pt_1"}';

  it.each<[string, Change & { request?: Change; response?: Change }]>([
    ['a status in quotes', inResponse({ status: '200' })],
    ['a time in words', { time: 'fast' }],
    ['no time', { time: undefined }],
    ['a method in lower case', inRequest({ method: 'post' })],
    ['headers that are null', inResponse({ headers: null })],
    ['headers of wrong types', inResponse({ headers: [null, 1, { name: 1, value: 2 }, { name: 'a' }] })],
    ['a size in words', inResponse({ content: { size: 'small', text: json } })],
    ['an empty error', inResponse({ _error: null })],
    ['an encoding that is null', inResponse({ content: { text: json, encoding: null } })],
    ['another encoding', inResponse({ content: { text: json, encoding: 'utf-8' } })],
    ['base64', inResponse({ content: { text: base64, encoding: 'base64' } })],
    ['base64 in lines', inResponse({ content: { text: base64.replace(/.{8}/g, '$&\r\n'), encoding: 'base64' } })],
    ['base64 without its end', inResponse({ content: { text: base64.replace(/=+$/, ''), encoding: 'BASE64' } })],
    ['plain text marked as base64', inResponse({ content: { text: json, encoding: 'base64' } })],
    ['indented plain text marked as base64', inResponse({ content: { text: `\n ${json}`, encoding: 'base64' } })],
    ['a body packed by gzip', packed('gzip', gzipSync(json))],
    ['a body packed by Brotli', packed('br', brotliCompressSync(json))],
    ['a packed body', packed('deflate', deflateSync(json))],
    ['a body sent as base64', posted({ text: Buffer.from(sent).toString('base64'), encoding: 'base64' })],
    ['a body sent as plain text, marked as base64', posted({ text: sent, _encoding: 'base64' })],
    ['a body without a type', posted({ text: sent })],
    ['a time zone', { startedDateTime: '2027-01-10T13:00:00.000+01:00' }],
    ['microseconds', { startedDateTime: '2027-01-10T12:00:00.000123Z' }],
  ])('%s', async (_, { request, response, ...change }) => {
    const [first, second] = entriesOf([book(), book()]);
    const odd = {
      ...{ ...first, ...change },
      ...{ request: { ...first?.request, ...request }, response: { ...first?.response, ...response } },
    };
    expect(await result([odd, second])).toEqual({ verdict: 'broken', judged: 2, skipped: 0, doubled: 0 });
  });
});

const OLD = ['http://api.example.com/book', `${SERVICE}/old/book`];
it.each(OLD)('a redirect from %s does not count as a second service', async (url) => {
  const headers = [{ name: 'Location', value: `${SERVICE}/book` }];
  const away = entriesOf([book({ url, time: 1, response: { status: 308, headers } })]);
  const calls = entriesOf([book(), book()]);
  expect(await result([...away, ...calls])).toEqual({ verdict: 'broken', judged: 2, skipped: 1, doubled: 0 });
});

it('a call to a given origin is judged, although its response is a redirect', async () => {
  const headers = [{ name: 'Location', value: `${SERVICE}/elsewhere` }];
  const entries = entriesOf([book({ response: { status: 308, headers } }), book()]);
  const { recording } = await standing(fileOf(entries), { origins: [new URL(SERVICE)] });
  expect(recording).toMatchObject({ judged: 2, skipped: 0 });
});

describe('a call recorded at two layers is one call', () => {
  const inner = { seconds: 0.005, time: 30 };
  const outer = { seconds: 0, time: 40 };
  const ids = { headers: [{ name: 'X-Request-Id', value: 'req_1' }] };
  const bare = { content: { size: 0, text: '' } };
  const third = { seconds: 0.01, time: 10 };
  const forwarded = (value: string) => ({ headers: [...KEYS, 'X-Forwarded-For', value, 'Via', value] });
  const packed = {
    content: { encoding: 'base64', text: Buffer.from(JSON.stringify(book().received)).toString('base64') },
  };

  it.each([
    ['with the body at the page only', [book(outer), book({ ...inner, response: bare })]],
    ['with the body at the worker only', [book({ ...outer, response: bare }), book(inner)]],
    ['with both bodies', [book(outer), book(inner)]],
    ['with the worker first', [book(inner), book(outer)]],
    ['at the same times', [book(outer), book(outer)]],
    ['with times that tools round', [book({ ...outer, seconds: 0.002, time: 36 }), book(outer)]],
    ['without the keys at the page', [book({ ...outer, headers: [] }), book(inner)]],
    ['without the body sent', [book(outer), { ...book(inner), sent: undefined, request: { bodySize: 30 } }]],
    ['with the same request id', [book({ ...outer, response: ids }), book({ ...inner, response: ids })]],
    ['with a request id at one layer', [book({ ...outer, response: ids }), book(inner)]],
    ['with base64 at one layer', [book({ ...outer, response: packed }), book(inner)]],
    ['behind proxies', [book({ ...outer, ...forwarded('a') }), book({ ...inner, ...forwarded('a, b') })]],
    ['without a response at both', [outer, inner].map((when) => book({ ...when, response: { status: 0 } }))],
  ])('%s', async (_, sketches) => {
    const found = await result(entriesOf(sketches));
    expect(found).toMatchObject({ judged: 1, skipped: 0, doubled: 1 });
    expect(found.verdict).not.toBe('broken');
  });

  it('a call recorded at three layers is one call', async () => {
    const found = await result(entriesOf([third, outer, inner].map((when) => book({ ...when, response: ids }))));
    expect(found).toMatchObject({ verdict: 'kept', judged: 1, doubled: 2 });
  });

  it('a booking recorded twice without request ids may have been sent twice', async () => {
    const lost = { response: { status: 0 } };
    for (const more of [{}, lost]) {
      const found = await standing(fileOf(entriesOf([outer, inner].map((at) => book({ ...at, ...more })))));
      expect(found).toMatchObject({ kept: 0, recording: { judged: 1, doubled: 1, perhapsTwice: 1 } });
    }
    expect(await standing(fileOf(entriesOf([book(outer), book(inner)])))).toMatchObject({
      verdict: 'undecided',
      reason: expect.stringContaining('stands twice in the recording') as string,
    });
    const known = await standing(fileOf(entriesOf([outer, inner].map((at) => book({ ...at, response: ids })))));
    expect(known).toMatchObject({ verdict: 'kept', recording: { doubled: 1, perhapsTwice: 0 } });
  });

  it('a recording joined with another one has each call once', async () => {
    const journey = (shift: number, time: number) => [0, 2, 4].map((at) => book({ seconds: at + shift, time }));
    const found = await result(entriesOf([...journey(0, 40), ...journey(0.01, 20)]));
    expect(found).toMatchObject({ verdict: 'broken', judged: 3, doubled: 3 });
  });
});

describe('two calls that differ in any part are two', () => {
  const inner = { seconds: 0.005, time: 30 };
  const outer = { seconds: 0, time: 40 };
  const withId = (value: string) => ({ headers: [{ name: 'X-Request-Id', value }] });
  const withDate = (value: string) => ({ headers: [{ name: 'Date', value: `Sun, 10 Jan 2027 12:00:0${value} GMT` }] });
  const key = (value: string) => ({ headers: [...KEYS, 'Idempotency-Key', value] });
  const named = (reservationId: string) => ({ received: { status: 'completed', reservations: [{ reservationId }] } });
  const [authorization = '', , serviceId = ''] = KEYS;

  it.each([
    ['one after the other', book({ ...outer, seconds: 0.04 }), book(outer)],
    ['overlapping', book({ ...outer, seconds: 0.02 }), book(outer)],
    ['with other request ids', book({ ...outer, response: withId('a') }), book({ ...inner, response: withId('b') })],
    ['with other Dates', book({ ...outer, response: withDate('0') }), book({ ...inner, response: withDate('1') })],
    ['with other reservations', book({ ...outer, ...named('a') }), book({ ...inner, ...named('b') })],
    ['with another status', book({ ...outer, response: { status: 502 } }), book(inner)],
    ['with one lost response', book({ ...outer, response: { status: 0 } }), book(inner)],
    ['with another body', book(outer), book({ ...inner, sent: { pricingToken: 'pt_2' } })],
    ['with another query', book(outer), book({ ...inner, url: `${SERVICE}/book?a=1` })],
    ['with another idempotency key', book({ ...outer, ...key('1') }), book({ ...inner, ...key('2') })],
    ['with another key', book(outer), book({ ...inner, headers: [authorization, 'Bearer b', ...KEYS.slice(2)] })],
    ['of another profile', book(outer), book({ ...inner, headers: [...KEYS.slice(0, 2), serviceId, 'pk_a:dp_b'] })],
  ])('%s', async (_, one, other) => {
    expect(await result(entriesOf([one, other]))).toMatchObject({ judged: 2, doubled: 0 });
  });
});
