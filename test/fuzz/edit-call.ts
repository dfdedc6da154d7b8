import fc from 'fast-check';
import type { Call, Header } from './call.ts';
import { bytesOf } from './call.ts';
import type { DescribedApi } from './described-api.ts';
import { editJson } from './edit-json.ts';
import type { KnownValues } from './fitting-values.ts';
import { fittingValues } from './fitting-values.ts';

/** One edit of a call, at random: of its body, the bytes of that, its query, headers, path or method. */
export function editCall(api: DescribedApi, known: KnownValues, call: Call): fc.Arbitrary<Call> {
  return fc.oneof(
    ...(call.body
      ? [
          { weight: 12, arbitrary: editBody(api, known, call) },
          { weight: 2, arbitrary: editBytes(call) },
          { weight: 2, arbitrary: editContentType(call) },
        ]
      : [{ weight: 1, arbitrary: addBody(call) }]),
    { weight: call.query.length > 0 ? 5 : 2, arbitrary: editQuery(api, known, call) },
    { weight: 3, arbitrary: editHeaders(call) },
    { weight: call.path.length > call.operation.path.length ? 4 : 2, arbitrary: editPath(call) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND')
        .map((method) => edited(call, { method }, `method ${method}`)),
    },
  );
}

function edited(call: Call, changes: Partial<Call>, edit: string): Call {
  return { ...call, ...changes, edits: [...call.edits, edit] };
}

function editBody(api: DescribedApi, known: KnownValues, call: Call): fc.Arbitrary<Call> {
  if (!call.body || !('json' in call.body) || !call.operation.body) return editBytes(call);
  return editJson(api, call.operation.body.schema, known, call.body.json).map(({ json, edit }) =>
    edited(call, { body: { json } }, edit),
  );
}

function editBytes(call: Call): fc.Arbitrary<Call> {
  const bytes = bytesOf(call.body) ?? Buffer.alloc(0);
  const text = bytes.toString();
  const variants: [string, Buffer | string | undefined][] = [
    ['no body', undefined],
    ['an empty body', ''],
    ['half of the body', bytes.subarray(0, bytes.length >> 1)],
    ['text behind the body', `${text} {}`],
    ['a trailing comma', text.replace(/\}$/, ',}')],
    ['single quotes', text.replaceAll('"', "'")],
    ['NaN', text.replace(/:\s*("[^"]*"|\d+)/, ':NaN')],
    ['1e400', text.replace(/:\s*\d+/, ':1e400')],
    ['a byte order mark', `\uFEFF${text}`],
    ['bytes that are not UTF-8', Buffer.concat([bytes.subarray(0, -1), Buffer.from([0xff, 0xfe])])],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['a field given twice', text.replace(/^\{("[^"]+":)/, '{$1null,$1')],
    ['blanks around it', `\n\t ${text} \r\n`],
    ['10,000 lists in each other', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['null', 'null'],
    ['a form', 'a=1&b=2'],
    ['XML', '<a/>'],
    ['NUL', '\u0000'],
  ];
  return fc
    .constantFrom(...variants)
    .map(([words, body]) =>
      edited(call, { body: body === undefined ? undefined : { bytes: Buffer.from(body as string) } }, words),
    );
}

function addBody(call: Call): fc.Arbitrary<Call> {
  const type: Header = ['Content-Type', 'application/json'];
  return fc
    .constantFrom('{}', '[]', '{"a":1}', '{', '')
    .map((text) =>
      edited(
        call,
        { body: { bytes: Buffer.from(text) }, headers: [...call.headers, type] },
        `a body ${text} that nobody requested`,
      ),
    );
}

function editContentType(call: Call): fc.Arbitrary<Call> {
  const others = call.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  const set = (header: Header) => edited(call, { headers: [...others, header] }, header.join(': '));
  return fc.oneof(
    fc.constant(edited(call, { headers: others }, 'no content type')),
    fc.constantFrom(...CONTENT_TYPES).map((type) => set(['Content-Type', type])),
    fc
      .constantFrom('gzip', 'br', 'deflate', 'identity', 'zip', '')
      .map((encoding) =>
        edited(call, { headers: [...call.headers, ['Content-Encoding', encoding]] }, `Content-Encoding: ${encoding}`),
      ),
  );
}

const CONTENT_TYPES = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/vnd.api+json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/json; charset=utf-16',
  'application/json;charset="UTF-8"',
  'application/json; version=1',
  'application/jsonp',
  'json',
  '*/*',
];

function editQuery(api: DescribedApi, known: KnownValues, call: Call): fc.Arbitrary<Call> {
  const listed = call.operation.parameters.filter((each) => each.in === 'query');
  const add = (name: string, value: string | undefined) =>
    edited(call, { query: [...call.query, [name, value]] }, `query ${name}=${value}`);
  const set = (name: string, value: string) =>
    edited(call, { query: [...call.query.filter(([each]) => each !== name), [name, value]] }, `query ${name}=${value}`);
  return fc.oneof(
    fc.constantFrom(...ODD_QUERIES).map(([name, value]) => add(name, value)),
    ...(call.query.length > 0
      ? [
          fc.constantFrom(...call.query).map(([name, value]) => add(name, value)),
          fc
            .constantFrom(...call.query)
            .map(([name]) => edited(call, { query: call.query.filter(([each]) => each !== name) }, `no query ${name}`)),
        ]
      : []),
    ...(listed.length > 0
      ? [
          fc
            .tuple(fc.constantFrom(...listed), fc.constantFrom(...ODD_TEXTS))
            .map(([{ name }, text]) => set(name, text)),
          fc
            .constantFrom(...listed)
            .chain(({ name, schema }) =>
              fittingValues(api, schema, known, name).map((value) => set(name, encode(String(value)))),
            ),
        ]
      : []),
  );
}

const ODD_QUERIES: readonly (readonly [string, string | undefined])[] = [
  ['unlisted', '1'],
  ['unlisted', undefined],
  ['__proto__', '1'],
  ['constructor', ''],
  ['', 'x'],
  ['', undefined],
  ['%zz', '1'],
  ['a[b]', '1'],
  ['Scenario', 'none'],
  ['%F0%9F%98%80', '1'],
  ['q'.repeat(3000), '1'],
];

/** Encoded values, for a query or a part of a path. */
const ODD_TEXTS = [
  '',
  '+1',
  '%2B1',
  '1+',
  '%201',
  '1%20',
  '01',
  '1.0',
  '1e1',
  '0x1',
  '-1',
  '-0',
  '0',
  '1',
  '9007199254740993',
  '1e400',
  'NaN',
  'null',
  'true',
  '%00',
  '%zz',
  '%ff',
  '%F0%9F%98%80',
  '__proto__',
  'constructor',
  '%E2%80%AE',
  'x'.repeat(1000),
  '%2F..%2F..',
  "'%20or%201=1",
  '$(id)',
  '2027-01-10',
  '2027-01-10T12:00:00Z',
  '2027-01-10T12:00:00+02:00',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '2027-12-31T23:59:60Z',
];

function editHeaders(call: Call): fc.Arbitrary<Call> {
  const set = ([name, value]: Header) =>
    edited(
      call,
      { headers: [...call.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase()), [name, value]] },
      `${name}: ${value}`,
    );
  return fc.oneof(
    fc.constantFrom(...ODD_HEADERS).map(set),
    fc
      .constantFrom(...ODD_HEADERS)
      .map((header) => edited(call, { headers: [...call.headers, header] }, `${header.join(': ')} as well`)),
    ...(call.headers.length > 0
      ? [
          fc
            .constantFrom(...call.headers)
            .map(([name]) => edited(call, { headers: call.headers.filter(([each]) => each !== name) }, `no ${name}`)),
          fc
            .tuple(
              fc.constantFrom(...call.headers),
              fc.constantFrom(
                '',
                ' ',
                'x',
                'Bearer',
                'Bearer x',
                'bearer  x y',
                'Basic YTpi',
                ':',
                'a:b',
                'a:dp_abcdefghijkl',
                'ÿ',
                'x'.repeat(3000),
              ),
            )
            .map(([[name], value]) => set([name, value])),
          fc.constantFrom(...call.headers).map(([name, value]) => set([name.toUpperCase(), value])),
        ]
      : []),
  );
}

const ODD_HEADERS: readonly Header[] = [
  ['Accept', 'text/html'],
  ['Accept', ''],
  ['Accept', '*/*;q=0'],
  ['Accept-Encoding', 'gzip'],
  ['Expect', 'x'],
  ['Host', 'example.com'],
  ['Host', ''],
  ['Origin', 'http://example.com'],
  ['X-Forwarded-For', '::1'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'never'],
  ['Range', 'bytes=0-1'],
  ['Cookie', 'a=b; __proto__=c'],
  ['Last-Event-ID', '0'],
  ['Last-Event-ID', '-1'],
  ['Last-Event-ID', 'x'],
  ['Last-Event-ID', '9'.repeat(15)],
  ['X-Sandbox-Scenario', 'none'],
  ['X-Sandbox-Scenario', 'nobody'],
  ['X-Sandbox-Scenario', ''],
  ['X-Request-Id', 'ÿ'],
  ['__proto__', 'x'],
  ['X-Long', 'x'.repeat(9000)],
  ['Authorization', 'Bearer sk_sandbox_wrong'],
  ['X-Service-Id', 'pk_sandbox_wrong:dp_abcdefghijkl'],
];

function editPath(call: Call): fc.Arbitrary<Call> {
  const set = (path: string) => edited(call, { path }, `path ${path.slice(0, 100)}`);
  const parts = call.path.split('/');
  // Only the parts that come from a parameter are given odd texts: a literal part with one is just another address.
  const places = call.operation.path.split('/').flatMap((part, i) => (part.startsWith('{') ? [i] : []));
  const elsewhere = fc
    .constantFrom(
      `${call.path}/`,
      `/${call.path}`,
      `${call.path}/x`,
      call.path.toUpperCase(),
      `${call.path}%00`,
      `${call.path};a=b`,
      call.path.replace(/\/[^/]*$/, ''),
      '/%zz',
      '/constructor',
      `${call.path}/..`,
      `/.${call.path}`,
    )
    .map((path) => set(path || '/nothing'));
  if (places.length === 0) return elsewhere;
  return fc.oneof(
    { weight: 1, arbitrary: elsewhere },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...places), fc.constantFrom(...ODD_TEXTS))
        .map(([place, text]) => set(parts.map((part, i) => (i === place ? text : part)).join('/'))),
    },
  );
}

/** As encodeURIComponent, which cannot take half a surrogate pair. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
