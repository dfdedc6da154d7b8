import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import express from 'express';
import supertest from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../src/base/ids.ts';
import { useSandbox } from '../support/sandbox.ts';
import type { PreparedCalls } from './calls.ts';
import { FLIGHT_SEARCH, makeCall, prepareCall, prepareCalls } from './calls.ts';
import type { DocumentedOperation } from './spec.ts';
import { documentedOperations, faultsOf, faultsOfError, postOperations } from './spec.ts';
import type { RawRequest, RawResponse } from './wire.ts';
import { sendRaw } from './wire.ts';

const sandbox = useSandbox();
let calls: PreparedCalls;

beforeAll(async () => {
  calls = await prepareCalls(sandbox);
});

const MEGABYTE = 1024 * 1024;
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Bodies in place of a JSON object, with the expected error code. */
const badBodies: [string, string | Buffer, string][] = [
  ['malformed JSON', '{"slices":', 'malformed_json'],
  ['text after the JSON', '{} {}', 'malformed_json'],
  ['single quotes', "{'slices': []}", 'malformed_json'],
  ['a trailing comma', '{"slices": [],}', 'malformed_json'],
  ['NaN', '{"slices": NaN}', 'malformed_json'],
  ['nothing', '', 'invalid_request'],
  ['an empty object', '{}', 'invalid_request'],
  ['an array', '[{}]', 'invalid_request'],
  ['null', 'null', 'invalid_request'],
  ['a number', '5', 'invalid_request'],
  ['a string', '"slices"', 'invalid_request'],
  ['true', 'true', 'invalid_request'],
  [
    'bytes that are not UTF-8',
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe9, 0xff]), Buffer.from('"}')]),
    'malformed_json',
  ],
  ['UTF-16', Buffer.from('{}', 'utf16le'), 'malformed_json'],
  ['a hundred thousand nested arrays', '['.repeat(100_000) + ']'.repeat(100_000), 'invalid_request'],
  // Checked one by one, these would take the validator minutes.
  ['three hundred thousand empty passengers', `{"passengers":[${'{},'.repeat(300_000)}{}]}`, 'invalid_request'],
  [
    'fifty thousand unknown fields',
    `{${Array.from({ length: 50_000 }, (_, i) => `"k${i}":0`).join()}}`,
    'invalid_request',
  ],
  ['more than 1 MB', ' '.repeat(MEGABYTE) + '{}', 'payload_too_large'],
  ['more than 10 MB', ' '.repeat(10 * MEGABYTE) + '{}', 'payload_too_large'],
];

/** Wrong headers for a correct body. */
const badHeaders: [string, Record<string, string>, string][] = [
  ['no content type', {}, 'unsupported_content_type'],
  ['an empty content type', { 'Content-Type': '' }, 'unsupported_content_type'],
  ['text', { 'Content-Type': 'text/plain' }, 'unsupported_content_type'],
  ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'unsupported_content_type'],
  ['another kind of JSON', { 'Content-Type': 'application/vnd.api+json' }, 'unsupported_content_type'],
  ['a content type that is none', { 'Content-Type': ';;;' }, 'unsupported_content_type'],
  ['UTF-16', { 'Content-Type': 'application/json; charset=utf-16' }, 'unsupported_content_type'],
  ['Latin 1', { 'Content-Type': 'application/json; charset=iso-8859-1' }, 'unsupported_content_type'],
  ['an encoding that does not exist', { ...JSON_TYPE, 'Content-Encoding': 'zip' }, 'unsupported_content_encoding'],
  ['gzip, which it is not', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, 'malformed_json'],
  ['Brotli, which it is not', { ...JSON_TYPE, 'Content-Encoding': 'br' }, 'malformed_json'],
];

/** Further accepted headers. */
const goodHeaders: [string, Record<string, string>][] = [
  ['a character set', { 'Content-Type': 'application/json; charset=utf-8' }],
  ['a character set in capitals', { 'Content-Type': 'APPLICATION/JSON;CHARSET="UTF-8"' }],
  ['a parameter that nobody knows', { 'Content-Type': 'application/json; version=1' }],
];

describe.each(postOperations)('$operationId', (operation) => {
  it.each(badBodies)('returns 400 to %s [auth.headers.content-type]', async (_what, body, code) => {
    expectRefused(operation, await post(operation, { body }), code);
  });

  it.each(badHeaders)(
    'returns 400 to a body declared as %s [auth.headers.content-type]',
    async (_what, headers, code) => {
      expectRefused(operation, await post(operation, { headers }), code);
    },
  );

  it.each(['unlisted', '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'names the unknown field %s',
    async (field) => {
      const response = await post(operation, { body: withField(calls[operation.operationId].body ?? {}, field) });
      expectRefused(operation, response, 'non_whitelisted_field');
      expect(response.body.details).toContainEqual({
        path: `/${field}`,
        message: `property ${field} should not exist`,
      });
    },
  );

  it('names an unknown field of each of its objects by path', async () => {
    const { body } = calls[operation.operationId];
    for (const [path, nested] of objectsOf(body ?? {})) {
      const response = await post(operation, { body: JSON.stringify(put(body, path, { ...nested, unlisted: 1 })) });
      expectRefused(operation, response, 'non_whitelisted_field');
      expect(response.body.details).toContainEqual({
        path: `/${[...path, 'unlisted'].join('/')}`,
        message: expect.stringContaining('property unlisted should not exist'),
      });
    }
  });

  it.each([null, 5, 'x', [], {}, true, 1e400, [[null]]])(
    'refuses %j in place of any of its values, by path or code',
    async (value) => {
      const { body } = calls[operation.operationId];
      for (const [key, right] of Object.entries(body ?? {})) {
        if (typeof right === typeof value && Array.isArray(right) === Array.isArray(value)) continue;
        const response = await post(operation, { body: JSON.stringify({ ...body, [key]: value }) });
        expectRefused(operation, response, 'invalid_request');
        expect(response.body.details[0].path).toMatch(new RegExp(`^/${key}`));
      }
    },
  );

  it('refuses unknown and repeated query keys with 400', async () => {
    expectRefused(operation, await post(operation, { query: '?unlisted=1' }), 'invalid_request');
    expectRefused(operation, await post(operation, { query: '?__proto__=1&constructor=2' }), 'invalid_request');
    expectRefused(
      operation,
      await post(operation, { query: '?scenario=server-error&scenario=server-error' }),
      'invalid_scenario',
    );
    expectRefused(operation, await post(operation, { query: '?unlisted=%zz&%ff' }), 'invalid_request');
  });
});

describe('a body', () => {
  it.each(goodHeaders)('may be declared with %s [auth.headers.content-type]', async (_what, headers) => {
    expect((await post(flightSearch, { headers })).status).toBe(200);
  });

  it('may be compressed, up to 1 MB unpacked', async () => {
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
    expect((await post(flightSearch, { headers, body: gzipSync(JSON.stringify(FLIGHT_SEARCH)) })).status).toBe(200);
    expectRefused(
      flightSearch,
      await post(flightSearch, { headers, body: gzipSync(Buffer.alloc(50 * MEGABYTE, ' ')) }),
      'payload_too_large',
    );
  });

  it('may come without its length, or with a byte order mark', async () => {
    const text = JSON.stringify(FLIGHT_SEARCH);
    expect(
      (await post(flightSearch, { headers: { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }, body: text })).status,
    ).toBe(200);
    expect((await post(flightSearch, { body: `\uFEFF${text}` })).status).toBe(200);
  });

  it('may have been read already by an app around the sandbox', async () => {
    const app = express().use(express.json(), sandbox.sandbox.app);
    const { path, body } = calls.searchFlights;
    expect((await supertest(app).post(path).set(sandbox.sandbox.headers()).send(body)).status).toBe(200);
  });

  it('a body of 1 MB is read', async () => {
    const text = JSON.stringify(FLIGHT_SEARCH);
    expect((await post(flightSearch, { body: text + ' '.repeat(MEGABYTE - text.length) })).status).toBe(200);
  });

  it('is ignored with a GET', async () => {
    const { query, path } = calls.getReservation;
    const headers = { ...sandbox.sandbox.headers(), ...JSON_TYPE, 'Content-Length': '12' };
    expect(
      (
        await sendRaw(sandbox.baseUrl, {
          path: `${path}?${new URLSearchParams(query).toString()}`,
          headers,
          body: '{"malformed"',
        })
      ).status,
    ).toBe(200);
  });

  it('a body with a hundred wrong fields is refused with fifty of them', async () => {
    const fields = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`field${i}`, i]));
    const { body } = await post(flightSearch, { body: JSON.stringify({ ...FLIGHT_SEARCH, ...fields }) });
    expect(body.details).toHaveLength(50);
  });

  it('a field name of a megabyte is refused with a short message', async () => {
    const response = await post(flightSearch, { body: JSON.stringify({ ...FLIGHT_SEARCH, ['k'.repeat(900_000)]: 1 }) });
    expectRefused(flightSearch, response, 'non_whitelisted_field');
    expect(response.text.length).toBeLessThan(6500);
  });
});

describe('a value', () => {
  it.each(['mad', 'MADR', 'M4D', 'MÄD', ' MAD', 'MAD\n', '', '😀😀😀'])('%j is not an IATA code', async (origin) => {
    const body = { ...FLIGHT_SEARCH, slices: [{ ...FLIGHT_SEARCH.slices[0], origin }] };
    const response = await post(flightSearch, { body: JSON.stringify(body) });
    expectRefused(flightSearch, response, 'invalid_request');
    expect(response.body.details[0].path).toBe('/slices/0/origin');
  });

  it.each([
    '2027-02-30',
    '2027-13-01',
    '2027-3-1',
    '15.03.2027',
    '2027-03-15T10:00:00',
    '20270315',
    '',
    '+002027-03-15',
  ])('%j is not a date', async (date) => {
    const body = { ...FLIGHT_SEARCH, slices: [{ ...FLIGHT_SEARCH.slices[0], departure_date: date }] };
    expectRefused(flightSearch, await post(flightSearch, { body: JSON.stringify(body) }), 'invalid_request');
  });

  it('1990-02-30 is not a birthday', async () => {
    const [order] = documentedOperations.filter(({ operationId }) => operationId === 'createFlightOrder');
    const body = calls.createFlightOrder.body as { passengers: object[] };
    const response = await post(order, {
      body: JSON.stringify({ ...body, passengers: [{ ...body.passengers[0], bornDate: '1990-02-30' }] }),
    });
    expectRefused(order, response, 'invalid_request');
    expect(response.body.details[0].path).toBe('/passengers/0/bornDate');
  });

  it.each(['Zoë 😀', '\u202eetalp', '李雷', '\ud800', "Robert'); drop table orders;--", '<b>', '${x}'])(
    '%j is returned unchanged',
    async (lastName) => {
      const bookTransfer = await prepareCall(sandbox, 'bookTransfer');
      const traveller = { ...(bookTransfer.body?.['traveller'] as object), lastName };
      const { body } = await makeCall(sandbox, { ...bookTransfer, body: { ...bookTransfer.body, traveller } });
      expect(body.reservations[0].traveller.lastName).toBe(lastName);
      const { searchId } = body;
      expect(
        (await sandbox.get('/reservations/details', { query: { searchId } })).body.reservations[0].traveller.lastName,
      ).toBe(lastName);
    },
  );
});

describe('an address', () => {
  it.each(['/v1/flights/order/0/%zz', '/v1/flights/offers/%/x', '/v1/flights/order/required-fields/0/%c3%28'])(
    '%s cannot be decoded',
    async (path) => {
      const { status, body } = await sendRaw(sandbox.baseUrl, {
        method: path.includes('offers') ? 'GET' : 'POST',
        path,
        headers: { ...sandbox.sandbox.headers(), ...JSON_TYPE },
        body: path.includes('offers') ? undefined : '{}',
      });
      expect([status, body.code, faultsOfError(body)]).toEqual([400, 'malformed_url', []]);
    },
  );

  it.each(['2', '-1', '00', '0.0', '1e0', '+1', '%20', 'zero', 'null', '__proto__', '0x1'])(
    'names no provider %s [flight-order.path.gdsprovider]',
    async (gdsprovider) => {
      const own = await prepareCalls(sandbox);
      for (const operationId of ['getFlightOffer', 'getRequiredFields', 'createFlightOrder'] as const) {
        const path = own[operationId].path.replace(/\/[01]\/(off_\w+)$/, `/${gdsprovider}/$1`);
        const { status, body } = await makeCall(sandbox, { ...own[operationId], path });
        expect([status, body.code, body.details[0].path]).toEqual([400, 'invalid_request', 'path/gdsprovider']);
      }
    },
  );

  it.each(['%00', 'a%2Fb', '..%2f..', 'off_%F0%9F%98%80', 'a'.repeat(5000), '__proto__'])(
    'names no offer %s',
    async (offerId) => {
      const { status, body } = await sendRaw(sandbox.baseUrl, {
        path: `/v1/flights/offers/0/${offerId}`,
        headers: sandbox.sandbox.headers(),
      });
      expect([status, faultsOf('getFlightOffer', 400, body)]).toEqual([400, []]);
    },
  );

  it.each(['reservationId', 'searchId', 'confirmationNumber', 'partnerTrackingId'])(
    'has %s once, with a value',
    async (key) => {
      for (const query of [
        `${key}=a&${key}=b`,
        `${key}=`,
        `${key}`,
        `${key}[]=a`,
        `${key}[x]=a`,
        `${key}=%00`,
        `${key}=${'a'.repeat(9000)}`,
      ]) {
        const { status, body } = await sendRaw(sandbox.baseUrl, {
          path: `/reservations/details?${query}`,
          headers: sandbox.sandbox.headers(),
        });
        expect([query.slice(0, 30), status, faultsOf('getReservation', 400, body)]).toEqual([
          query.slice(0, 30),
          400,
          [],
        ]);
      }
    },
  );

  it.each([
    '/',
    '/search/x',
    '/v2/flights/search',
    '/flights/search',
    '/_sandbox',
    '/favicon.ico',
    '//search',
    '/v1/flights/order/0',
    '/constructor',
  ])('%s has nothing for a POST: 404 with the error body', async (path) => {
    const { status, body } = await sendRaw(sandbox.baseUrl, { method: 'POST', path, headers: JSON_TYPE, body: '{' });
    expect([status, body.code, faultsOfError(body)]).toEqual([404, 'not_found', []]);
  });

  it.each(documentedOperations)(
    'the address of $operationId is unknown with a final slash or in another case',
    async ({ operationId, method }) => {
      const { path } = calls[operationId];
      for (const other of [`${path}/`, path.toUpperCase()]) {
        expect(
          (await sendRaw(sandbox.baseUrl, { method, path: other, headers: sandbox.sandbox.headers() })).status,
        ).toBe(404);
      }
    },
  );

  it.each(documentedOperations)(
    'the address of $operationId accepts only $method: 405 with Allow and the error body',
    async ({ operationId, method }) => {
      for (const wrong of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'].filter(
        (other) => other !== method,
      )) {
        const { status, headers, body } = await sendRaw(sandbox.baseUrl, {
          method: wrong,
          path: calls[operationId].path,
          headers: JSON_TYPE,
        });
        expect([wrong, status, headers.allow]).toEqual([wrong, 405, method]);
        if (wrong !== 'HEAD') expect([body.code, faultsOfError(body)]).toEqual(['method_not_allowed', []]);
      }
    },
  );

  it('an address too long for Node gets 400 with the error body', async () => {
    const { status, body } = await sendRaw(sandbox.baseUrl, { path: `/?${'a'.repeat(20_000)}` });
    expect([status, body.code, faultsOfError(body)]).toEqual([400, 'invalid_request', []]);
  });
});

describe('bytes that are not HTTP', () => {
  it.each([
    'hello\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'POST /search HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
  ])('%j returns 400 with the error body', async (text) => {
    const response = await sendText(text);
    expect(response.split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request');
    expect(faultsOfError(JSON.parse(response.split('\r\n\r\n')[1]))).toEqual([]);
  });

  it('does not affect the service', async () => {
    expect((await post(flightSearch, {})).status).toBe(200);
  });
});

it('random JSON always returns 400, on any operation [errors.flight.documented-statuses-only]', async () => {
  const random = new Random('bad input');
  for (let i = 0; i < 10; i++) {
    const body = JSON.stringify(randomValue(random, 4));
    const responses = await Promise.all(
      postOperations.map(async (operation) => ({ operation, response: await post(operation, { body }) })),
    );
    for (const { operation, response } of responses) {
      expect([body, response.status, faultsOf(operation.operationId, 400, response.body)]).toEqual([body, 400, []]);
    }
  }
});

it('a body of an operation with one value replaced at random returns 200 or 400', async () => {
  const random = new Random('one wrong value');
  for (const operation of postOperations) {
    for (let i = 0; i < 6; i++) {
      const { body } = calls[operation.operationId];
      const [path] = random.pick(valuesOf(body));
      const changed = JSON.stringify(put(body, path, randomValue(random, 2)));
      const response = await post(operation, { body: changed });
      expect([200, 400], `${changed} is returned ${response.text}`).toContain(response.status);
      expect(faultsOf(operation.operationId, response.status, response.body)).toEqual([]);
    }
  }
});

const [flightSearch] = postOperations.filter(({ operationId }) => operationId === 'searchFlights');

/** Sends the prepared call of an operation with other bytes, headers or query. */
function post(
  { operationId }: DocumentedOperation,
  { body, headers = JSON_TYPE, query = '' }: Pick<RawRequest, 'body' | 'headers'> & { query?: string },
): Promise<RawResponse> {
  return sendRaw(sandbox.baseUrl, {
    method: 'POST',
    path: calls[operationId].path + query,
    headers: { ...sandbox.sandbox.headers(), ...headers },
    body: body ?? JSON.stringify(calls[operationId].body),
  });
}

function expectRefused({ operationId }: DocumentedOperation, { status, body, text }: RawResponse, code: string): void {
  expect([status, body?.code], text.slice(0, 300)).toEqual([400, code]);
  expect(faultsOf(operationId, 400, body)).toEqual([]);
  expect(text).not.toMatch(/node_modules|\.ts:\d|at \w+ \(/);
}

function sendText(text: string): Promise<string> {
  const { hostname, port } = new URL(sandbox.baseUrl);
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (chunk) => {
      response += chunk.toString();
    });
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
  });
}

/** JSON.stringify leaves `__proto__` of a literal out, so the field is written into the text. */
function withField(body: object, field: string): string {
  return `${JSON.stringify(body).slice(0, -1)},"${field}":{"x":1}}`;
}

type Path = (string | number)[];

function objectsOf(body: object): [Path, object][] {
  return valuesOf(body).filter(
    (entry): entry is [Path, object] => typeof entry[1] === 'object' && entry[1] !== null && !Array.isArray(entry[1]),
  );
}

function valuesOf(value: unknown, path: Path = []): [Path, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    return [[place, item] as [Path, unknown], ...valuesOf(item, place)];
  });
}

function put(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = Array.isArray(whole) ? [...whole] : { ...(whole as object) };
  (copy as Record<string | number, unknown>)[key] = put((copy as Record<string | number, unknown>)[key], rest, value);
  return copy;
}

function randomValue(random: Random, depth: number): unknown {
  const kind = random.int(0, depth > 0 ? 9 : 6);
  if (kind === 0) return null;
  if (kind === 1) return random.chance(0.5);
  if (kind === 2) return random.pick([0, -1, 1.5, 1e308, 9007199254740993, -0]);
  if (kind === 3)
    return random.pick([
      '',
      ' ',
      'EUR',
      'MAD',
      'adult',
      '2027-03-15',
      '0'.repeat(32),
      '\u0000',
      '😀',
      '__proto__',
      'x'.repeat(2000),
    ]);
  if (kind < 7) return random.text(5);
  const items = Array.from({ length: random.int(0, 4) }, () => randomValue(random, depth - 1));
  if (kind === 7) return items;
  return Object.fromEntries(
    items.map((item) => [
      random.pick(['slices', 'passengers', 'searchId', 'reservationId', 'type', 'id', 'constructor', random.text(3)]),
      item,
    ]),
  );
}

it('a request of HTTP/1.1 without Host is refused with the error body', async () => {
  const response = await sendText('GET /_sandbox/health HTTP/1.1\r\nConnection: close\r\n\r\n');
  const [head = '', body = ''] = response.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(faultsOfError(JSON.parse(body))).toEqual([]);
  expect(JSON.parse(body)).toMatchObject({
    code: 'invalid_request',
    liveMode: false,
    details: [{ path: 'header/host' }],
  });
  expect(await sendText('GET /_sandbox/health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});
