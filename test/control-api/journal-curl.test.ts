import { describe, expect, it } from 'vitest';
import { asCurl } from '../../src/exchange/as-curl.ts';
import type { ControlSchema } from '../../src/interface/control-api.ts';
import { curls, runBash } from '../examples/run-bash.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { useSandbox } from '../support/sandbox.ts';
import { bookRequest, transferClient } from '../transfers/transfer-client.ts';
import { journalClient } from './journal-client.ts';
import { runForged } from './run-forged.ts';

const sandbox = useSandbox();
const keys = () => sandbox.sandbox.demoKeys;
const journal = () => journalClient(sandbox.baseUrl, keys());
const send = (method: string, path: string, body?: string | Buffer, headers: Record<string, string | string[]> = {}) =>
  sendRaw(sandbox.baseUrl, {
    method,
    path,
    body,
    headers: {
      ...sandbox.sandbox.headers(),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
  });

/** Runs the curl line of the newest exchange; returns both exchanges, and what bash printed. */
async function repeat(secret = keys().secretKey) {
  const first = await journal().newest();
  const command = await journal().curl(first.exchangeId);
  const printed = await runBash(['-c', command], { TAXIWAY_SECRET: secret });
  return { first, second: await journal().newest(), command, ...printed };
}

/** The headers that the caller chose. */
const own = ({ request }: ControlSchema['Exchange']) =>
  request.headers.filter(
    ({ name }: { name: string }) =>
      !/^(host|connection|content-length|accept|accept-.*|user-agent|sec-.*)$/i.test(name),
  );

describe('pasted into bash, the curl line of an exchange', () => {
  it('makes the call again', async () => {
    const response = await send('POST', '/v1/flights/search', JSON.stringify(FLIGHT_SEARCH, null, 2));
    const { first, second, stdout, stderr, command } = await repeat();
    expect(stderr).toBe('');
    expect(JSON.parse(stdout).offers).toHaveLength(response.body.offers.length);
    expect(second.sequence).toBe(first.sequence + 1);
    expect(second.request.body).toBe(first.request.body);
    expect(command).toContain('"Authorization: Bearer $TAXIWAY_SECRET"');
    expect(command).toContain('# Set TAXIWAY_SECRET to the secret key that ends in "demo".');
    expect(command).not.toContain(keys().secretKey);
  });

  it('is refused without the secret', async () => {
    await send('GET', '/reservations/details?searchId=1');
    expect(JSON.parse((await repeat('sk_wrong')).stdout)).toMatchObject({ statusCode: 403 });
  });

  it('reads the reservation of a booking in doubt', async () => {
    const priced = await transferClient(sandbox).priced();
    await sandbox.post('/book', bookRequest(priced), { scenario: '502-after-commit' });
    const { stdout, command } = await repeat();
    expect(command).toContain('/book?scenario=502-after-commit');
    expect(JSON.parse(stdout)).toMatchObject({ statusCode: 502 });
  });

  it
    .runIf(curls[0] === 'the curl of this machine')
    .each<[string, string, string, string | Buffer | undefined, Record<string, string | string[]>]>([
      [
        'quotes, dollars and backslashes',
        'POST',
        '/v1/flights/search',
        `{"a": "it's $HOME \`date\` \\\\ \\"!!\\" 'x'"}`,
        { 'X-Note': `it's "$HOME" \`date\` \\ !!` },
      ],
      [
        'lines, tabs and control characters',
        'POST',
        '/v1/flights/search',
        '{\r\n\t"a":\n"\u0007\u001b[31m"}',
        { 'X-Note': 'a\tb' },
      ],
      [
        'letters of every kind',
        'POST',
        '/v1/flights/search',
        '{"Málaga": "日本 😀"}',
        { 'X-Note': Buffer.from('Málaga').toString('latin1') },
      ],
      ['a header that is not UTF-8', 'POST', '/v1/flights/search', '{}', { 'X-Note': '\xe9\xff' }],
      ['bytes that are not text', 'POST', '/v1/flights/search', Buffer.from([0x7b, 0xff, 0xfe, 0x27, 0x22, 0x7d]), {}],
      ['a zero byte', 'POST', '/v1/flights/search', Buffer.from('{"a": "\0%s\\n"}'), {}],
      ['a body that curl would take for the name of a file', 'POST', '/v1/flights/search', '@/etc/hostname', {}],
      [
        'brackets, braces and encoded characters in its path',
        'GET',
        '/reservations/details?searchId=[1-3]{a,b}%20%27&x=%2F..%2F',
        undefined,
        {},
      ],
      [
        'headers twice, and one that is empty',
        'GET',
        '/reservations/details?searchId=1',
        undefined,
        { 'X-Twice': ['1', '2'], 'X-Empty': '' },
      ],
      ['a long body', 'POST', '/v1/flights/search', JSON.stringify({ a: 'x'.repeat(60_000) }), {}],
      ['no body where there should be one', 'POST', '/v1/flights/search', undefined, {}],
    ])('sends %s byte for byte', async (_what, method, path, body, headers) => {
    await send(method, path, body, headers);
    const { first, second, stderr } = await repeat();
    expect(stderr).toBe('');
    expect(second.sequence).toBe(first.sequence + 1);
    expect(second).toMatchObject({ method: first.method, path: first.path, status: first.status });
    expect([second.request.body, second.request.encoding]).toEqual([first.request.body, first.request.encoding]);
    expect(own(second)).toEqual(own(first));
  });

  it.each([
    ['the body was cut', JSON.stringify({ a: 'x'.repeat(210_000) }), '# The body is incomplete: it had 210008 bytes'],
    ['a secret was redacted', '{"a": "sk_live_1"}', '# sk_… replaces a secret key.'],
  ])('says that %s', async (_what, body, remark) => {
    await send('POST', '/v1/flights/search', body);
    expect(await journal().curl((await journal().newest()).exchangeId)).toContain(remark);
  });

  it('states that a body was refused unread', async () => {
    await send('POST', '/v1/flights/search', Buffer.from([0xff, 1]), { 'Content-Type': 'application/zip' });
    expect(await journal().curl((await journal().newest()).exchangeId)).toContain(
      '# The body was refused unread, and is not recorded.',
    );
  });

  it('is plain text', async () => {
    await send('GET', '/reservations/details?searchId=1');
    const { exchangeId } = await journal().newest();
    const { headers } = await sandbox.get(`/_sandbox/profiles/${keys().profileCode}/journal/${exchangeId}/curl`);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  });
});

describe('for any exchange, bash runs only curl', () => {
  const clean = {
    exchangeId: 'req_1',
    method: 'GET',
    path: '/a',
    request: { headers: [['Authorization', 'Bearer …demo']], body: null, encoding: 'utf-8', bodyBytes: 0, cut: false },
  };
  const evil = `x'; touch RAN; $(touch RAN) \`touch RAN\` "; touch RAN; #\ntouch RAN\r\ntouch RAN\u2028touch RAN\\`;

  it.each<[string, object]>([
    ['method', { method: `GET; ${evil}` }],
    ['method that is an option', { method: '--config' }],
    ['id', { exchangeId: `req_1\n${evil}` }],
    ['path', { path: `/${evil}` }],
    ['path that would name another host', { path: '@evil.example/x' }],
    ['path that would extend the name of the host', { path: '.evil.example/x' }],
    ['path that would be another address', { path: 'http://evil.example/x' }],
    ['path that would replace the port', { path: '1@evil.example:80/x' }],
    ['header name', { request: { ...clean.request, headers: [[evil, 'x']] } }],
    ['header name that is a file', { request: { ...clean.request, headers: [['@/etc/hostname', 'x']] } }],
    ['header value', { request: { ...clean.request, headers: [['X-Note', evil]] } }],
    ['header value with a line break', { request: { ...clean.request, headers: [['X-Note', 'a\r\nX-Other: b']] } }],
    ['credential', { request: { ...clean.request, headers: [['Authorization', `$(touch RAN) ${evil}`]] } }],
    ['body', { request: { ...clean.request, body: evil } }],
    ['body with a zero byte', { request: { ...clean.request, body: `\0${evil}` } }],
    ['count of bytes', { request: { ...clean.request, cut: true, bodyBytes: evil } }],
  ])('a forged %s', async (_what, forged) => {
    const { ran, calls } = await runForged(asCurl({ ...clean, ...forged } as never, 'http://127.0.0.1:4010'));
    expect(ran).toEqual([]);
    expect(calls).toHaveLength(1);
    const [url] = calls[0].filter((argument) => argument.startsWith('http'));
    expect(new URL(url).origin).toBe('http://127.0.0.1:4010');
    expect(
      calls[0].filter(
        (argument, i) => calls[0][i - 1] === '-H' && (argument.startsWith('@') || /[\r\n]/.test(argument)),
      ),
    ).toEqual([]);
  });

  it('a host name cannot break out of its quotes', () => {
    expect(asCurl({ ...clean, path: "/a'b" } as never, "http://x';date;'")).toContain(
      String.raw`'http://x'\'';date;'\''/a'\''b'`,
    );
  });
});

it('an address in absolute form is kept without its host', async () => {
  const { port } = new URL(sandbox.baseUrl);
  const response = await sendRaw(sandbox.baseUrl, {
    method: 'GET',
    path: `http://user@evil.example:${port}/reservations/details?searchId=1`,
    headers: sandbox.sandbox.headers(),
  });
  expect(response.status).toBe(400);
  const exchange = await journal().newest();
  expect(exchange.path).toBe('/reservations/details?searchId=1');
  expect(await journal().curl(exchange.exchangeId)).toContain(`'${sandbox.baseUrl}/reservations/details?searchId=1'`);
});
