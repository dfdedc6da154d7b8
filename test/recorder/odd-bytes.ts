import fc from 'fast-check';

/** Bytes sent by one side as latin1, in two parts, and the end of the connection. */
export interface Odd {
  text: string;
  cutAt: number;
  end: 'waits' | 'ends' | 'leaves';
}

const endings = {
  cutAt: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(400)),
  end: fc.constantFrom<Odd['end'][]>('waits', 'waits', 'ends', 'leaves'),
};
const lines = fc.constantFrom(...Array<string>(20).fill('\r\n'), '\n', '\r');
const bytes = fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)), maxLength: 40 });

/** Mostly the ordinary one, so that the oddities of a message are looked at one at a time. */
const mostly = (usual: string, ...odd: string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...odd) });

const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const SMUGGLED = 'GET /smuggled?m=00000 HTTP/1.1\r\nHost: a\r\n\r\n';
const bodies = fc.oneof(
  fc.constantFrom('', '{}', '{"liveMode":false}', SMUGGLED, `{}${SMUGGLED}`, chunked('{}'), chunked(SMUGGLED)),
  fc.constantFrom(
    '2;a=b\r\n{}\r\n0\r\nContent-Length: 9\r\nX-After: 1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n',
    '2\r\n{}\r\n0\r\nX-After: \x01\r\n\r\n',
    '2\r\n{}XX\r\n0\r\n\r\n',
    'zz\r\n{}\r\n0\r\n\r\n',
    'ffffffffffffffffff\r\n{}',
    '2\r\n{}\r\n',
    '2\n{}\n0\n\n',
    `0\r\n\r\n${SMUGGLED}`,
  ),
  bytes,
);
const headersOf = (own: readonly string[]): fc.Arbitrary<string[]> =>
  fc.array(
    fc.oneof(
      fc.constantFrom(...own),
      fc.constantFrom(
        'Connection: close',
        'Connection: keep-alive, content-length',
        'Connection: transfer-encoding',
        'Connection: host, ,,"',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Upgrade: h2c',
        'Trailer: X-After',
        'Content-Length: 0',
        'Content-Length: 5',
        'Content-Length: 34',
        'Content-Length: 100000',
        'Content-Length: +2',
        'Content-Length: -2',
        'Content-Length: 0x2',
        'Content-Length: 2, 2',
        'Content-Length: 99999999999999999999999',
        'content-length : 2',
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: Chunked',
        'Transfer-Encoding: gzip, chunked',
        'Transfer-Encoding: chunked, identity',
        'Transfer-Encoding: \x0bchunked',
        'Transfer-Encoding:\r\n chunked',
        'Content-Encoding: gzip',
        'Content-Encoding: br, gzip, deflate, zstd',
        'X-Fold: a\r\n b',
        'X-Control: a\x00b',
        'X-Control: a\x1bb',
        'X-High: \xe9\xff',
        'X Y: 1',
        ': 1',
        'X(: 1',
        'no colon',
        '__proto__: 1',
        'Keep-Alive: timeout=0, max=0',
      ),
      fc.constantFrom(`X-Large: ${'x'.repeat(70_000)}`, 'X-Many: 1\r\n'.repeat(3000).trim()),
      bytes.map((text) => `X-Bytes: ${text}`),
    ),
    { maxLength: 2 },
  );

/**
 * Requests with an `n` of their own in the target, and an `m` in what looks like a request in their bodies. Most
 * come as far as the upstream.
 */
export function oddRequests(count: number, seed: number): Odd[] {
  const requests = fc.record({
    method: mostly('POST', 'GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PRI', 'get', 'G T', 'PURGE'),
    target: mostly('/book?n=', '/n?n=', '/book?scenario=%ff&n=', 'http://x/?n=', '//y/?n=', 'x?n=', '/\xe9?\xff#&n='),
    version: mostly('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.1 ', 'XTTP/1.1', ''),
    host: mostly('Host: a', 'Host: a\r\nHost: b', 'Host: \xff', 'X-No: host'),
    framing: mostly('length', 'chunked', 'none'),
    headers: headersOf([
      'Expect: 100-continue',
      'Expect: something',
      'TE: trailers',
      'HTTP2-Settings: AAMAAABk',
      'X-Sandbox-Scenario: \xff;=()',
      'X-Service-Id: pk_a:\xff',
      'Authorization: Bearer sk_\xff',
    ]),
    body: bodies,
    line: lines,
    ...endings,
  });
  // Requests that node:http would frame only as its caller says.
  const attacks = fc.record({
    method: fc.constantFrom('GET', 'DELETE', 'OPTIONS', 'POST'),
    headers: fc.constantFrom(
      ['Connection: keep-alive, content-length'],
      ['Connection: Content-Length'],
      ['Connection: transfer-encoding, keep-alive'],
      ['Connection: Upgrade', 'Upgrade: h2c'],
      [],
    ),
    framing: fc.constantFrom('length', 'chunked'),
    body: fc.constantFrom(SMUGGLED, `{}${SMUGGLED}`),
  });
  const all = fc
    .tuple(requests, fc.option(attacks, { freq: 2 }), mostly('', 'twice'))
    .map(([request, attack, twice]) => ({ ...request, ...(attack === null ? {} : attack), isTwice: twice !== '' }));
  return fc.sample(all, { numRuns: count, seed }).map(({ method, target, version, host, ...rest }, n) => {
    const { framing, headers, body, line, cutAt, end, isTwice } = rest;
    const head = [`${method} ${target}${n} ${version}`, host, ...framingOf(framing, body), ...headers];
    const text = `${head.join(line)}${line}${line}${framing === 'chunked' ? chunked(body) : body}`;
    const marked = text.replaceAll('m=00000', `m=${String(n).padStart(5, '0')}`);
    return { text: isTwice ? marked + marked : marked, cutAt, end };
  });
}

/** Responses, by their number. */
export function oddResponses(count: number, seed: number): Odd[] {
  const responses = fc.record({
    before: mostly(
      '',
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 102 Processing\r\n\r\n'.repeat(20),
      'HTTP/1.1 103 Early Hints\r\nLink: \xff\r\n\r\n',
      'HTTP/1.1 100 \x1b\r\nContent-Length: 5\r\n\r\n',
      '\r\n\r\n',
    ),
    status: fc.oneof(
      mostly(
        'HTTP/1.1 200 OK',
        'HTTP/1.1 200 O\x1bk',
        'HTTP/1.1 200',
        'HTTP/1.1 200 ',
        'HTTP/1.1 200 \x00',
        'ICY 200 OK',
      ),
      fc
        .constantFrom('099', '000', '1000', '99', '20x', '-1', '199', '101 Switching', '600', '999', '204', '205')
        .map((status) => `HTTP/1.1 ${status}`),
      fc
        .constantFrom('304 Not Modified', '401 No', '407 No', '426 No', '500 \xe9', '503 \x7f')
        .map((text) => `HTTP/1.1 ${text}`),
      fc.constantFrom(
        'HTTP/1.0 200 OK',
        'HTTP/0.9 200 OK',
        'HTTP/2 200',
        'HTTP/1.1  200 OK',
        '',
        '<html>',
        'SSH-2.0-x',
      ),
      fc.constant(`HTTP/1.1 200 ${'x'.repeat(70_000)}`),
      bytes,
    ),
    framing: mostly('length', 'chunked', 'none'),
    headers: headersOf([
      'Set-Cookie: a=\xff',
      'Date: never',
      'Location: http://\xff',
      'Content-Type: \xff',
      'Content-Type: application/json\r\nContent-Type: text/html',
      'WWW-Authenticate: \x01',
    ]),
    body: bodies,
    after: mostly('', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', 'HTTP/1.1 099 X\r\n\r\n', '\x00\x00'),
    line: lines,
    ...endings,
  });
  return fc.sample(responses, { numRuns: count, seed }).map(({ before, status, framing, headers, body, ...rest }) => {
    const { after, line, cutAt, end } = rest;
    const head = [status, ...framingOf(framing, body), ...headers].join(line);
    return {
      text: `${before}${head}${line}${line}${framing === 'chunked' ? chunked(body) : body}${after}`,
      cutAt,
      end,
    };
  });
}

function framingOf(framing: string, body: string): string[] {
  if (framing === 'none') return [];
  return [framing === 'length' ? `Content-Length: ${body.length}` : 'Transfer-Encoding: chunked'];
}
