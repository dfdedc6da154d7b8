import { createConnection } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { UPLOAD_LIMITS } from '../../src/control-api/state/read-upload.ts';
import { sendRaw } from '../server/wire.ts';
import type { Body } from '../support/body.ts';
import { useSandbox } from '../support/sandbox.ts';
import { expectRefused, headersOf, makeProfile } from './control-client.ts';
import type { StateClient } from './state-client.ts';
import { contentOf, ok, sealed, stateClient, walk } from './state-client.ts';

const sandbox = useSandbox({ seed: 'file', maxSearches: 30_000 });
const MB = 1024 * 1024;

let client: StateClient;
let file: string;
let address: string;

beforeAll(async () => {
  client = stateClient(sandbox.baseUrl, await makeProfile(sandbox.baseUrl));
  await walk(client);
  file = await client.export();
  address = `/_sandbox/profiles/${client.keys.profileCode}/import`;
});

/** The file with something changed, and a checksum that fits. */
const changed = (change: (file: Body) => void): string => {
  const copy = JSON.parse(file);
  change(copy);
  return sealed(copy);
};
const inRow = (table: string, column: string, change: (json: Body) => void) =>
  changed((copy) => {
    const row = copy[table][0];
    const json = JSON.parse(row[column]);
    change(json);
    row[column] = JSON.stringify(json);
  });

async function expectUnchanged(): Promise<void> {
  const { journal: _, ...now } = contentOf(await client.export());
  const { journal: _was, ...before } = contentOf(file);
  expect(now).toEqual(before);
}

describe('a changed file is refused, and nothing is lost:', () => {
  it.each<[string, () => string]>([
    ['empty', () => ''],
    ['cut in the middle', () => file.slice(0, file.length / 2)],
    ['without its last brace', () => file.slice(0, -1)],
    ['with something behind it', () => `${file}{}`],
    ['an array', () => '[]'],
    ['null', () => 'null'],
    ['a text', () => '"taxiway-profile"'],
    ['another JSON', () => '{"name":"package"}'],
    ['no checksum', () => file.replace(/,"checksum":"[^"]*"/, '')],
    ['another checksum', () => file.replace(/(sha256:.)[0-9a-f]{4}/, '$10000')],
    ['a checksum that is none', () => file.replace(/"sha256:[^"]*"/, '{"sha256":true}')],
    ['edited in one digit', () => file.replace('"marginPercent":5', '"marginPercent":6')],
    ['with a field more', () => file.replace('{"format"', '{"more":1,"format"')],
    ['with a prototype', () => file.replace('{"format"', '{"__proto__":{"version":2},"format"')],
  ])('%s', async (_, make) => {
    const refused = await client.import(make());
    expectRefused(refused, [400, 'import_damaged']);
    expect(refused.body.message[0]).toMatch(/^The file differs from its export: .*Export the profile again/);
    await expectUnchanged();
  });

  it('a file that is not UTF-8 is refused, and nothing is lost', async () => {
    const bytes = Buffer.from(file);
    bytes[bytes.indexOf('Madrid')] = 0xff;
    expectRefused(
      await sendRaw(sandbox.baseUrl, {
        method: 'POST',
        path: address,
        headers: { ...headersOf(client.keys), 'Content-Type': 'application/json' },
        body: bytes,
      }),
      [400, 'import_damaged'],
    );
    await expectUnchanged();
  });

  it.each([[2], [0], ['1'], [null], [[1]]])('a file of version %j is refused, and nothing is lost', async (version) => {
    const refused = await client.import(
      changed((copy) => {
        copy.version = version;
      }),
    );
    expectRefused(refused, [400, 'import_version']);
    const reads = `version ${JSON.stringify(version)}; this sandbox reads version 1`;
    expect(refused.body.message[0]).toContain(reads);
    if (version === 2) expect(refused.body.message[0]).toContain('It comes from a newer taxiway: update this one');
    if (version === 0) expect(refused.body.message[0]).toContain('It comes from an older taxiway');
    await expectUnchanged();
  });
});

it('a file with other white space, from jq for example, is accepted', async () => {
  await ok(client.import(JSON.stringify(JSON.parse(file), null, 2)));
  await ok(client.import(file));
});

describe('a file with impossible content is refused, with the place:', () => {
  it.each<[string, RegExp, () => string]>([
    [
      'a table too many',
      /additional properties/,
      () =>
        changed((copy) => {
          copy.credentials = [];
        }),
    ],
    [
      'a table too few',
      /required property 'orders'/,
      () =>
        changed((copy) => {
          delete copy.orders;
        }),
    ],
    [
      'a table that is not a list',
      /searches must be array/,
      () =>
        changed((copy) => {
          copy.searches = {};
        }),
    ],
    [
      'a row that is not an object',
      /searches\.0 must be object/,
      () =>
        changed((copy) => {
          copy.searches[0] = 5;
        }),
    ],
    [
      'a prototype of the file',
      /additional properties/,
      () => sealed(JSON.parse(file.replace('{"format"', '{"__proto__":{"a":1},"format"'))),
    ],
    [
      'a prototype of a row',
      /searches\.0 .*"__proto__"/,
      () => sealed(JSON.parse(file.replace('"searches":[{', '"searches":[{"__proto__":{"a":1},'))),
    ],
    [
      'a column of the prototype',
      /searches\.0 .*"constructor"/,
      () =>
        changed((copy) => {
          copy.searches[0].constructor = 'x';
        }),
    ],
    [
      "another profile's code",
      /bookings\.0 .*"profile_code"/,
      () =>
        changed((copy) => {
          copy.bookings[0].profile_code = 'dp_taxiway00001';
        }),
    ],
    [
      'an unknown column',
      /orders\.0 .*"secret"/,
      () =>
        changed((copy) => {
          copy.orders[0].secret = 'x';
        }),
    ],
    [
      'a column of another type',
      /created_at/,
      () =>
        changed((copy) => {
          copy.orders[0].created_at = '2027';
        }),
    ],
    [
      'an instant that cannot be written',
      /created_at must be /,
      () =>
        changed((copy) => {
          copy.searches[0].created_at = 1e16;
        }),
    ],
    [
      'a missing column',
      /searches\.0 must have required property 'search_id'/,
      () =>
        changed((copy) => {
          delete copy.searches[0].search_id;
        }),
    ],
    [
      'an id twice',
      /have an id twice/,
      () =>
        changed((copy) => {
          copy.orders.push(copy.orders[0]);
        }),
    ],
    [
      'no JSON in a column',
      /searches\.0\.origin must be JSON/,
      () =>
        changed((copy) => {
          copy.searches[0].origin = '{"';
        }),
    ],
    [
      'an unknown kind of search',
      /kind must be equal to one of/,
      () =>
        changed((copy) => {
          copy.searches[0].kind = 'ships';
        }),
    ],
    [
      'a search that nobody could make',
      /origin/,
      () =>
        changed((copy) => {
          for (const row of copy.searches) row.origin = '{}';
        }),
    ],
    [
      'a search of a billion offers',
      /origin\/?\.?offers must be <= 200/,
      () =>
        changed((copy) => {
          const row = copy.searches.find(({ kind }: { kind: string }) => kind === 'flights');
          row.origin = JSON.stringify({ ...JSON.parse(row.origin), offers: 1e9 });
        }),
    ],
    [
      'a trip of text',
      /trip must be object/,
      () =>
        changed((copy) => {
          const row = copy.searches.find(({ kind }: { kind: string }) => kind === 'transfers');
          row.origin = JSON.stringify({ ...JSON.parse(row.origin), trip: 'MAD' });
        }),
    ],
    [
      'a reservation that lacks something',
      /reservation must have required property 'pickup'/,
      () =>
        inRow('bookings', 'reservation', (json) => {
          delete json.pickup;
        }),
    ],
    [
      'a booking in no state',
      /status must be equal/,
      () =>
        changed((copy) => {
          copy.bookings[0].status = 'lost';
        }),
    ],
    [
      'a booking that failed for nothing',
      /error_code must be equal to one of/,
      () =>
        changed((copy) => {
          Object.assign(copy.bookings[0], { status: 'failed', error_code: null });
        }),
    ],
    [
      'a booking that failed for what there is not',
      /error_code must be equal/,
      () =>
        changed((copy) => {
          Object.assign(copy.bookings[0], { status: 'failed', error_code: 'toString' });
        }),
    ],
    [
      'a clock without an instant',
      /clock/,
      () =>
        changed((copy) => {
          copy.clock = { frozenAt: 'now' };
        }),
    ],
    [
      'a clock beyond all calendars',
      /clock/,
      () =>
        changed((copy) => {
          copy.clock = { frozenAt: Date.parse('9999-12-31T00:00:00Z') };
        }),
    ],
    [
      'a clock that goes back',
      /clock/,
      () =>
        changed((copy) => {
          copy.clock = { aheadMs: -1 };
        }),
    ],
    [
      'an unknown scenario',
      /"storm" is not a scenario/,
      () =>
        changed((copy) => {
          copy.armed = { scenario: 'storm', calls: null };
        }),
    ],
    [
      'scenarios that contradict each other',
      /contradict/,
      () =>
        changed((copy) => {
          copy.armed = { scenario: 'book:failed,book:pending', calls: null };
        }),
    ],
    [
      'a search armed with a wrong parameter',
      /reads/,
      () =>
        changed((copy) => {
          copy.searches[0].armed = 'book:pending(reads=x)';
        }),
    ],
    [
      'a margin of a text',
      /marginPercent must be number/,
      () =>
        changed((copy) => {
          copy.profile.marginPercent = '5';
        }),
    ],
    [
      'no name',
      /name must NOT have fewer than 1/,
      () =>
        changed((copy) => {
          copy.profile.name = '';
        }),
    ],
    [
      'a time zone that there is not',
      /time zones/,
      () =>
        inRow('bookings', 'reservation', (json) => {
          json.pickup.timeZone = 'Mars/Olympus';
        }),
    ],
    [
      'a time zone in other letters',
      /time zones/,
      () =>
        inRow('bookings', 'reservation', (json) => {
          json.pickup.timeZone = 'europe/MADRID';
        }),
    ],
    [
      'an empty response',
      /orders\.0\/?\.?answer/,
      () =>
        changed((copy) => {
          copy.orders[0].answer = '{}';
        }),
    ],
    [
      'a response for another order',
      /answer must name the order/,
      () =>
        inRow('orders', 'answer', (json) => {
          json.orderId = 'ord_other';
        }),
    ],
    [
      'a negative count of reads',
      /reads must be >= 0/,
      () =>
        changed((copy) => {
          copy.bookings[0].reads = -1;
        }),
    ],
    [
      'more reads than can be counted',
      /reads must be <=/,
      () =>
        changed((copy) => {
          copy.bookings[0].reads = Number.MAX_SAFE_INTEGER;
        }),
    ],
    [
      'a search that is forgotten after the year 9999',
      /expires_at must/,
      () =>
        changed((copy) => {
          copy.searches[0].expires_at = 253402300799999;
        }),
    ],
    [
      'a search that ends before it begins',
      /expires_at must/,
      () =>
        changed((copy) => {
          copy.searches[0].expires_at = 0;
        }),
    ],
    [
      'a pickup in the last hour of the year 9999',
      /pickups/,
      () =>
        inRow('bookings', 'reservation', (json) => {
          json.pickupDateTime = '9999-12-31T23:30:00Z';
        }),
    ],
    [
      'a pickup in a leap second',
      /pickups/,
      () =>
        inRow('bookings', 'reservation', (json) => {
          json.pickupDateTime = '2016-12-31T23:59:60Z';
        }),
    ],
    [
      'a pickup at another instant than its row says',
      /pickup_at must/,
      () =>
        changed((copy) => {
          copy.bookings[0].pickup_at += 1;
        }),
    ],
    [
      'a last pickup at another instant than its reservation says',
      /last_pickup_at must/,
      () =>
        changed((copy) => {
          copy.bookings[0].last_pickup_at += 1;
        }),
    ],
    [
      'another reservation than its row says',
      /reservation must have/,
      () =>
        inRow('bookings', 'reservation', (json) => {
          json.reservationId = '0'.repeat(32);
        }),
    ],
    [
      'a pending booking without an outcome',
      /settle_to must be string/,
      () =>
        changed((copy) => {
          Object.assign(copy.bookings[0], { status: 'pending', settle_to: null, due_at: 1 });
        }),
    ],
    [
      'a booking that will fail for nothing',
      /settle_error_code must be equal to one of/,
      () =>
        changed((copy) => {
          Object.assign(copy.bookings[0], { status: 'pending', settle_to: 'failed', settle_error_code: null });
        }),
    ],
    [
      'a change to nothing',
      /replaced_by must be string/,
      () =>
        changed((copy) => {
          Object.assign(copy.bookings[0], { changed_at: 1, replaced_by: null });
        }),
    ],
    [
      'a search from nowhere',
      /not an IATA code/,
      () =>
        changed((copy) => {
          const row = copy.searches.find(({ kind }: { kind: string }) => kind === 'flights');
          row.origin = row.origin.replace('"MAD"', '"XXQ"');
        }),
    ],
    [
      'a trip too far',
      /must be a search that can be made/,
      () =>
        inRow('searches', 'origin', (json) => {
          json.trip.dropoff = { iataCode: 'JFK' };
        }),
    ],
    [
      'the change of a return with an outbound pickup in a leap second',
      /must have its outbound pickup/,
      () =>
        inRow('searches', 'origin', (json) => {
          json.outboundPickupDateTime = '2016-12-31T23:59:60Z';
        }),
    ],
    [
      'a search that the supplier did not return',
      /effect/,
      () =>
        inRow('searches', 'origin', (json) => {
          json.effect = 'down';
        }),
    ],
    [
      'JSON too deep to be written again',
      /levels deep/,
      () =>
        changed((copy) => {
          copy.orders[0].provider_record = `{"request":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}},"response":{}}`;
        }),
    ],
    [
      'an amount without end',
      /numbers up to/,
      () =>
        changed((copy) => {
          copy.orders[0].answer = copy.orders[0].answer.replace(/"totalAmount":[\d.]+/, '"totalAmount":1e999');
        }),
    ],
    [
      'a method that is a command',
      /method must match/,
      () =>
        changed((copy) => {
          copy.journal.exchanges[0].method = 'GET; touch RAN';
        }),
    ],
    [
      'an id that is a command',
      /exchangeId must match/,
      () =>
        changed((copy) => {
          copy.journal.exchanges[0].exchangeId = 'req_1\ntouch RAN';
        }),
    ],
    [
      'a path that names another host',
      /path must match/,
      () =>
        changed((copy) => {
          copy.journal.exchanges[0].path = '@evil.example/x';
        }),
    ],
    [
      'a path that begins with two slashes',
      /path must match/,
      () =>
        changed((copy) => {
          copy.journal.exchanges[0].path = '//evil.example/x';
        }),
    ],
    [
      'a path with a blank',
      /path must match/,
      () =>
        changed((copy) => {
          copy.journal.exchanges[0].path = '/a b';
        }),
    ],
    [
      'an operation that there is not',
      /operationId must be equal/,
      () =>
        changed((copy) => {
          copy.journal.exchanges[0].operationId = 'bookTrain';
        }),
    ],
    [
      'a header name that is a file',
      /headers\/?\.?0/,
      () =>
        changed((copy) => {
          copy.journal.exchanges[0].request.headers[0] = ['@/etc/hostname', 'x'];
        }),
    ],
    [
      'a header with a line break',
      /headers\/?\.?0/,
      () =>
        changed((copy) => {
          copy.journal.exchanges[0].request.headers[0] = ['X-A', 'a\r\nX-B: b'];
        }),
    ],
    [
      'a scenario that nothing requested',
      /scenarioFrom must be string/,
      () =>
        changed((copy) => {
          Object.assign(copy.journal.exchanges[0], { scenario: 'slow', scenarioFrom: null });
        }),
    ],
    [
      'an exchange that is none',
      /journal\.exchanges\.0 must be object/,
      () =>
        changed((copy) => {
          copy.journal.exchanges[0] = null;
        }),
    ],
    [
      'an exchange with half a header',
      /headers\.0 must NOT have fewer than 2/,
      () =>
        changed((copy) => {
          copy.journal.exchanges[0].request.headers[0] = ['alone'];
        }),
    ],
  ])('%s', async (_, message, make) => {
    const refused = await client.import(make());
    expectRefused(refused, [400, 'import_unfit']);
    expect(refused.body.message[0]).toMatch(message);
    expect(refused.body.details[0].path).toMatch(/^(\/|$)/);
    await expectUnchanged();
  });

  it('every table of the store is in the schema of the control API', () => {
    expect(Object.keys(JSON.parse(file)).sort()).toEqual([
      'armed',
      'bookings',
      'checksum',
      'clock',
      'exportedAt',
      'format',
      'journal',
      'orders',
      'pricings',
      'profile',
      'searches',
      'version',
    ]);
  });
});

describe('a body that cannot be a file is refused before it fills the memory', () => {
  const filled = (start: string, part: string, megabytes: number) =>
    Buffer.concat([Buffer.from(start), Buffer.alloc(megabytes * MB, part)]);

  it.each<[string, () => Buffer]>([['64 MB of brackets', () => filled('', '[', 63)]])('%s', async (_, make) => {
    const before = process.memoryUsage().heapUsed;
    const body = make();
    expectRefused(
      await sendRaw(sandbox.baseUrl, {
        method: 'POST',
        path: address,
        headers: { ...headersOf(client.keys), 'Content-Type': 'application/json' },
        body,
      }),
      [400, 'import_damaged'],
    );
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * MB);
    await expectUnchanged();
  });

  it('brackets within a text do not count as brackets', async () => {
    const priced = await client.price();
    const deep = '[{"\\'.repeat(60);
    const {
      reservations: [reservation],
    } = await client.book({ ...priced, specialInstructions: deep });
    await ok(client.import(await client.export()));
    expect(
      (await client.read(`reservationId=${reservation.reservationId}`)).body.reservations[0].specialInstructions,
    ).toBe(deep);
    await ok(client.import(file));
  });

  it('a body with too large a Content-Length, unread', async () => {
    const { host } = new URL(sandbox.baseUrl);
    const response = await new Promise<string>((resolve, reject) => {
      const socket = createConnection({ host: host.split(':')[0], port: Number(host.split(':')[1]) });
      const headers = Object.entries({ ...headersOf(client.keys), 'Content-Type': 'application/json' })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('');
      socket.write(
        `POST ${address} HTTP/1.1\r\nHost: ${host}\r\n${headers}Content-Length: ${UPLOAD_LIMITS.bytes + 1}\r\n\r\n{`,
      );
      socket.once('data', (data) => {
        resolve(data.toString());
        socket.destroy();
      });
      socket.once('error', reject);
    });
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response).toContain('import_too_large');
    await expectUnchanged();
  });

  it.each([
    [{}],
    [{ 'Content-Type': 'text/plain' }],
    [{ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }],
  ])('a body declared %j', async (headers: Record<string, string>) => {
    expectRefused(
      await sendRaw(sandbox.baseUrl, {
        method: 'POST',
        path: address,
        headers: { ...headersOf(client.keys), ...headers },
        body: file,
      }),
      [400, 'unsupported_content_type'],
    );
    await expectUnchanged();
  });

  it('a body whose client disconnects, and the next import is accepted', async () => {
    const { hostname, port } = new URL(sandbox.baseUrl);
    await new Promise<void>((resolve) => {
      const socket = createConnection({ host: hostname, port: Number(port) });
      const headers = Object.entries({ ...headersOf(client.keys), 'Content-Type': 'application/json' })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('');
      socket.write(
        `POST ${address} HTTP/1.1\r\nHost: ${hostname}\r\n${headers}Content-Length: ` +
          `${Buffer.byteLength(file)}\r\n\r\n${file.slice(0, 1000)}`,
        () => socket.destroy(),
      );
      socket.once('close', () => resolve());
    });
    await expectUnchanged();
    await ok(client.import(file));
  });
});
