import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { KeyPair, Sandbox, SandboxOptions } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { easy } from '../transfers/transfer-client.ts';
import { control, expectRefused, headersOf, makeProfile } from './control-client.ts';
import type { StateClient } from './state-client.ts';
import { contentOf, ok, sealed, stateClient, walk } from './state-client.ts';

const sandbox = useSandbox({ seed: 'state' });
const newClient = async (): Promise<StateClient> => stateClient(sandbox.baseUrl, await makeProfile(sandbox.baseUrl));
const EMPTY = {
  clock: null,
  armed: null,
  searches: [],
  pricings: [],
  orders: [],
  bookings: [],
  journal: { exchanges: [] },
};

describe('after a reset', () => {
  it('the same calls return the same bytes as in a new sandbox, each time', async () => {
    const client = await newClient();
    const first = await walk(client);
    expect(first.filter((response) => response.startsWith('200')).length).toBeGreaterThan(20);
    for (let i = 0; i < 2; i++) {
      await ok(client.reset());
      expect(await walk(client)).toEqual(first);
    }
    const fresh = await withSandbox({ seed: 'state' }, async (_, baseUrl) => {
      let keys: KeyPair;
      do keys = await makeProfile(baseUrl);
      while (keys.profileCode !== client.keys.profileCode);
      return walk(stateClient(baseUrl, keys));
    });
    expect(fresh).toEqual(first);
  });

  it('no earlier record exists, and credentials, name and margin are unchanged', async () => {
    const keys = await makeProfile(sandbox.baseUrl, { name: 'Kept', marginPercent: 7 });
    const client = stateClient(sandbox.baseUrl, keys);
    const [offer] = await client.searchFlights();
    const { orderId } = (
      await ok(client.call('POST', `/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`, flightOrder(offer)))
    ).body;
    const priced = await client.price();
    const {
      reservations: [{ reservationId }],
    } = await client.book(await client.price());
    await client.arm('slow(delay=PT0.01S)');
    const { body } = await ok(client.reset());
    expect(body).toMatchObject({
      profile: { profileCode: keys.profileCode, name: 'Kept', marginPercent: 7, armed: null },
      liveMode: false,
    });

    expect(contentOf(await client.export())).toMatchObject({ ...EMPTY, profile: { name: 'Kept', marginPercent: 7 } });
    expect((await client.call('GET', `/v1/flights/offers/${offer.gdsprovider}/${offer.offerId}`)).body.code).toBe(
      'offer_not_found',
    );
    expect((await client.resource(orderId)).status).toBe(404);
    expect((await client.read(`reservationId=${reservationId}`)).body.code).toBe('reservation_not_found');
    expect((await client.call('POST', '/book', priced)).body.error.code).toBe('search_not_found');
  });

  it('a search with the id of an earlier one has its own offers, regardless of inputs and time', async () => {
    const client = await newClient();
    const before = await client.price();
    sandbox.clock.advance(60_000);
    await ok(client.reset());
    const trip = { pickup: { iataCode: 'LHR' }, dropoff: { iataCode: 'LGW' }, passengers: 3 };
    const after = await client.price(trip);
    expect(after.searchId).toBe(before.searchId);
    const {
      reservations: [reservation],
    } = await client.book({ ...after, extraPassengers: [] });
    expect(reservation).toMatchObject({ pickup: { iataCode: 'LHR' }, dropoff: { iataCode: 'LGW' }, passengers: 3 });
  });

  it('the clock follows the service again', async () => {
    const client = await newClient();
    await ok(
      client.import(
        sealed({ ...JSON.parse(await client.export()), clock: { frozenAt: Date.parse('2028-01-01T00:00:00Z') } }),
      ),
    );
    expect((await client.call('GET', '/reservations/details?searchId=0')).headers.date).toBe(
      'Sat, 01 Jan 2028 00:00:00 GMT',
    );
    await ok(client.reset());
    expect((await client.call('GET', '/reservations/details?searchId=0')).headers.date).toBe(
      new Date(sandbox.clock.now()).toUTCString(),
    );
  });

  it('a reset of one profile leaves the others unchanged', async () => {
    const [mine, other] = [await newClient(), await newClient()];
    await walk(other);
    const before = contentOf(await other.export());
    await walk(mine);
    await ok(mine.reset());
    expect(contentOf(await other.export())).toEqual(before);
  });

  it('a call that a scenario delays does not delay the reset, and is served by the new state', async () => {
    const client = await newClient();
    const priced = await client.price();
    await ok(
      client.import(
        sealed({ ...JSON.parse(await client.export()), clock: { frozenAt: sandbox.clock.now() + 600_000 } }),
      ),
    );
    const late = client.call('POST', '/book?scenario=slow(delay=PT1.5S)', priced);
    const search = client.call('POST', '/v1/flights/search?scenario=slow(delay=PT1.5S)', FLIGHT_SEARCH);
    await wait(100);
    const started = performance.now();
    await ok(client.reset());
    expect(performance.now() - started).toBeLessThan(1200);
    expect((await late).body.error.code).toBe('search_not_found');
    expect(Date.parse(String((await search).headers.date))).toBe(sandbox.clock.now());
    expect(JSON.parse(await client.export()).searches).toMatchObject([{ created_at: sandbox.clock.now() }]);
  });

  it('no call during a reset fails or sees removed state', async () => {
    const client = await newClient();
    let working = true;
    const responses: string[] = [];
    const workers = Array.from({ length: 6 }, async () => {
      while (working) {
        const { body: search, status } = await client.call('POST', '/search', {
          pickup: { iataCode: 'MAD' },
          dropoff: { address: 'Calle de Alcalá 42, Madrid' },
          pickupDateTime: '2027-03-15T11:30:00',
          passengers: 1,
        });
        if (status !== 200) return responses.push(`${status} at search`);
        const { resultId, bookingToken } = search.offers.find(easy);
        const pricing = await client.call('POST', '/pricing', { searchId: search.searchId, resultId, bookingToken });
        responses.push(`${pricing.status} ${pricing.body.code ?? 'priced'}`);
        if (pricing.status !== 200) continue;
        const { body, ...booked } = await client.call('POST', '/book', {
          searchId: search.searchId,
          resultId,
          bookingToken,
          pricingToken: pricing.body.pricingToken,
          traveller: { firstName: 'Ada', lastName: 'Byron', email: 'a@example.com', phoneNumber: '+34612345678' },
        });
        responses.push(`${booked.status} ${body.error?.code ?? body.status}`);
      }
    });
    for (let round = 0; round < 40; round++) {
      await wait(round % 12);
      const [, file] = await Promise.all([ok(client.reset()), client.export(), client.export()]);
      const { searches, pricings, bookings } = JSON.parse(round % 2 === 0 ? file : await client.export());
      const known = new Set(searches.map((row: { search_id: string }) => row.search_id));
      const priced = new Set(pricings.map((row: { pricing_token: string }) => row.pricing_token));
      expect([...pricings, ...bookings].filter((row: { search_id: string }) => !known.has(row.search_id))).toEqual([]);
      expect(bookings.filter((row: { pricing_token: string }) => !priced.has(row.pricing_token))).toEqual([]);
    }
    while (!responses.includes('200 completed')) await wait(5);
    working = false;
    await Promise.all(workers);
    const refused = ['search_not_found', 'result_not_found', 'booking_token_invalid'];
    const failed = [...refused, 'pricing_token_invalid', 'flight_info_required'];
    const expected = [
      ...['priced', 'completed', ...failed].map((code) => `200 ${code}`),
      ...refused.map((code) => `400 ${code}`),
    ];
    expect(expected).toEqual(expect.arrayContaining([...new Set(responses)]));
    await ok(client.reset());
    expect(contentOf(await client.export())).toMatchObject({ searches: [], pricings: [], bookings: [] });
  }, 30_000);
});

describe('an export', () => {
  it('is a JSON download with the whole profile', async () => {
    const client = await newClient();
    await walk(client);
    await client.arm('book:pending(reads=2)', 3);
    const { headers, body } = await ok(client.call('GET', `/_sandbox/profiles/${client.keys.profileCode}/export`));
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="taxiway-${client.keys.profileCode}.json"`,
    });
    expect(body).toMatchObject({
      format: 'taxiway-profile',
      version: 1,
      exportedAt: new Date(sandbox.clock.now()).toISOString(),
      profile: { name: 'Unnamed', marginPercent: 5 },
      clock: null,
      armed: { scenario: 'book:pending(reads=2)', calls: 3 },
    });
    expect([body.searches.length, body.pricings.length, body.orders.length]).toEqual([6, 5, 2]);
    expect(body.bookings.length).toBeGreaterThanOrEqual(3);
    expect(body.journal.exchanges.length).toBeGreaterThanOrEqual(23);
  });

  it('contains no secret, even if it was sent as a name, and no seed of secrets', async () => {
    const client = await newClient();
    const { secretKey, publicKey, profileCode } = client.keys;
    await client.book({
      ...(await client.price()),
      specialInstructions: `my key is ${secretKey}`,
      partnerTrackingId: 'desk_42',
    });
    const text = await client.export();
    for (const secret of [secretKey, 'secret_hash', '"state/']) expect(text).not.toContain(secret);
    // The journal shows who called, as the header says it; nothing else does.
    for (const name of [publicKey, profileCode])
      expect(text.replaceAll(`${publicKey}:${profileCode}`, '')).not.toContain(name);
    expect(text).toContain('my key is sk_sandbox_…');
    expect(text).toContain('desk_42');
    await ok(client.import(text));
  });
});

describe('an import', () => {
  it('into a sandbox with another seed gives the same offers, tokens, orders, reservations and journal', async () => {
    const source = await newClient();
    const offers = await source.searchFlights();
    const offer = (gdsprovider: number) => offers.filter((one) => one.gdsprovider === gdsprovider)[0];
    const order = await ok(source.call('POST', `/v1/flights/order/0/${offer(0).offerId}`, flightOrder(offer(0))));
    const [priced, pending] = [await source.price(), await source.price()];
    const {
      reservations: [reservation],
    } = await source.book(await source.price());
    await source.book(pending, '?scenario=pending(reads=2)');
    const file = await source.export();

    await withSandbox({ seed: 'another', clock: new VirtualClock(sandbox.clock.now()) }, async (other, baseUrl) => {
      const target = stateClient(baseUrl, other.demoKeys);
      await walk(target);
      const { body } = await ok(target.import(file));
      expect(body.imported).toEqual({
        searches: 4,
        pricings: 3,
        orders: 1,
        bookings: 2,
        exchanges: JSON.parse(file).journal.exchanges.length,
      });
      expect(contentOf(await target.export())).toEqual(contentOf(file));

      for (const gdsprovider of [0, 1]) {
        const path = `/v1/flights/offers/${gdsprovider}/${offer(gdsprovider).offerId}`;
        const [here, there] = [await ok(target.call('GET', path)), await ok(source.call('GET', path))];
        expect(here.text).toBe(there.text);
        expect(here.body.offerData).toEqual(offer(gdsprovider));
      }
      expect((await target.resource(order.body.orderId)).text).toBe((await source.resource(order.body.orderId)).text);
      expect(
        (await target.call('POST', `/v1/flights/order/0/${offer(0).offerId}`, flightOrder(offer(0)))).body.code,
      ).toBe('offer_already_ordered');
      expect(
        (await ok(target.call('POST', `/v1/flights/order/1/${offer(1).offerId}`, flightOrder(offer(1))))).body.status,
      ).toBe('booked');
      expect((await ok(target.read(`reservationId=${reservation.reservationId}`))).body.reservations).toEqual([
        reservation,
      ]);

      const { bookingToken, searchId, resultId } = priced;
      const here = await ok(target.call('POST', '/pricing', { searchId, resultId, bookingToken }));
      const there = await ok(source.call('POST', '/pricing', { searchId, resultId, bookingToken }));
      const withoutToken = ({ pricingToken: _, ...rest }: { pricingToken: string }): object => rest;
      expect(withoutToken(here.body)).toEqual(withoutToken(there.body));
      expect(await target.book(priced)).toEqual(await source.book(priced));
      for (const status of ['pending', 'pending', 'completed'])
        expect((await target.read(`searchId=${pending.searchId}`)).body.status).toBe(status);
    });
  });

  it('restores the exported state, regardless of later changes', async () => {
    const client = await newClient();
    await walk(client);
    const file = await client.export();
    await walk(client);
    await client.arm('slow(delay=PT0.01S)');
    await ok(client.import(file));
    expect(contentOf(await client.export())).toEqual(contentOf(file));
  });

  it('leads to the same new ids each time, and to none from the file, even after a reset', async () => {
    const client = await newClient();
    const before = await client.searchFlights();
    const file = await client.export();
    const runs: string[][] = [];
    for (let i = 0; i < 2; i++) {
      await ok(client.reset());
      await ok(client.import(file));
      runs.push(await walk(client));
    }
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[0].join()).not.toContain(before[0].offerId);
  });

  it('restores hidden and double bookings', async () => {
    const client = await newClient();
    const [hidden, twice] = [await client.price(), await client.price()];
    expect((await client.call('POST', '/book?scenario=502-late(reads=1)', hidden)).status).toBe(502);
    const made = [await client.book(twice), await client.book(twice, '?scenario=resend-double-books')].map(
      ({ reservations: [one] }) => one.reservationId,
    );
    expect(new Set(made).size).toBe(2);
    const file = await client.export();
    await ok(client.reset());
    await ok(client.import(file));
    expect(contentOf(await client.export())).toEqual(contentOf(file));
    for (const reservationId of made) expect((await client.read(`reservationId=${reservationId}`)).status).toBe(200);
    expect((await client.read(`searchId=${hidden.searchId}`)).body.code).toBe('reservation_not_found');
    expect((await client.read(`searchId=${hidden.searchId}`)).body.status).toBe('completed');
  });

  it('an import of bookings with purged searches never reuses the ids of their pricings', async () => {
    const client = await newClient();
    const before = await client.book(await client.price());
    const file = JSON.parse(await client.export());
    await ok(client.import(sealed({ ...file, searches: [], pricings: [] })));
    const after = await client.book(await client.price());
    expect([before.status, after.status]).toEqual(['completed', 'completed']);
    expect(after.reservations[0].reservationId).not.toBe(before.reservations[0].reservationId);
  });

  it('an import with the same seed leaves all profiles working, although their next ids are taken', async () => {
    const client = await newClient();
    await walk(client);
    const file = await client.export();
    await withSandbox({ seed: 'state' }, async (other, baseUrl) => {
      let keys: KeyPair;
      do keys = await makeProfile(baseUrl);
      while (keys.profileCode !== client.keys.profileCode);
      await ok(stateClient(baseUrl, other.demoKeys).import(file));
      const responses = await walk(stateClient(baseUrl, keys));
      expect(responses.filter((response) => /^500/.test(response))).toEqual([]);
      expect(contentOf(await stateClient(baseUrl, other.demoKeys).export())).toEqual(contentOf(file));
    });
  });

  it('restores the clock: running ahead, frozen, or that of the service', async () => {
    const client = await newClient();
    const priced = await client.price();
    await client.book(priced, '?scenario=pending(reads=9,after=PT1H)');
    const file = JSON.parse(await client.export());
    const dateHere = async () => Date.parse(String((await client.read('searchId=0')).headers.date));

    await ok(client.import(sealed({ ...file, clock: { aheadMs: 3_600_000 } })));
    expect(await dateHere()).toBe(sandbox.clock.now() + 3_600_000);
    expect((await client.read(`searchId=${priced.searchId}`)).body.status).toBe('completed');
    sandbox.clock.advance(5000);
    expect(await dateHere()).toBe(sandbox.clock.now() + 3_600_000);

    await ok(client.import(sealed({ ...file, clock: { frozenAt: Date.parse(NOW) } })));
    sandbox.clock.advance(5000);
    expect(await dateHere()).toBe(Date.parse(NOW));

    await ok(client.import(sealed(file)));
    expect(await dateHere()).toBe(sandbox.clock.now());
    expect((await client.read(`searchId=${priced.searchId}`)).body.status).toBe('pending');
  });

  it('keeps the armed scenario and its remaining calls', async () => {
    const client = await newClient();
    await client.arm('book:failed', 2);
    await client.book(await client.price());
    const file = await client.export();
    await ok(client.import(file));
    expect((await client.book(await client.price())).status).toBe('failed');
    expect((await client.book(await client.price())).status).toBe('completed');
  });

  it('an import with ids of another profile is refused and names them', async () => {
    const [mine, other] = [await newClient(), await newClient()];
    const offers = await other.searchFlights();
    await mine.searchFlights();
    const before = contentOf(await mine.export());
    const refused = await mine.import(await other.export());
    expectRefused(refused, [409, 'import_conflicts']);
    expect(refused.body.message).toEqual([
      expect.stringMatching(`^${offers[0].offerId.slice(4, 20)} is in another profile`),
    ]);
    expect(contentOf(await mine.export())).toEqual(before);
    const file = await other.export();
    await ok(other.remove());
    await ok(mine.import(file));
  });

  it('survives a restart of a sandbox with a file store', async () => {
    const store = temporaryFile();
    const source = await newClient();
    await walk(source);
    const file = await source.export();
    const keys = await withSandbox({ seed: 'file', store }, async (other, baseUrl) => {
      await ok(stateClient(baseUrl, other.demoKeys).import(file));
      return other.demoKeys;
    });
    await withSandbox({ seed: 'file', store }, async (_, baseUrl) => {
      const client = stateClient(baseUrl, keys);
      expect(contentOf(await client.export())).toEqual(contentOf(file));
      await walk(client);
      await ok(client.reset());
      await walk(client);
    });
  });

  it('concurrent imports and bookings leave one complete file, and the other imports are refused', async () => {
    const client = await newClient();
    await client.book(await client.price());
    const first = await client.export();
    for (let i = 0; i < 3; i++) await client.book(await client.price());
    const second = await client.export();
    const counts = [first, second].map((file) => JSON.parse(file).bookings.length);
    for (let round = 0; round < 5; round++) {
      const bookings = Array.from({ length: 4 }, async () => {
        const { body: search } = await client.call('POST', '/search', {
          pickup: { iataCode: 'MAD' },
          dropoff: { address: 'Calle de Alcalá 42, Madrid' },
          pickupDateTime: '2027-03-15T11:30:00',
          passengers: 2,
        });
        const { resultId, bookingToken } = search.offers.find(easy);
        return client.call('POST', '/pricing', { searchId: search.searchId, resultId, bookingToken });
      });
      const imports = await Promise.all([client.import(first), client.import(second), client.import(first)]);
      expect(imports.map(({ status, body }) => (status === 200 ? status : body.code))).toContain(200);
      for (const { status, body } of imports)
        expect([200, 'import_underway']).toContain(status === 200 ? status : body.code);
      for (const { status, body } of await Promise.all(bookings))
        expect([200, 'search_not_found']).toContain(status === 200 ? status : body.code);
      const { bookings: kept, searches, pricings } = JSON.parse(await client.export());
      expect(counts).toContain(kept.length);
      const known = new Set(searches.map((row: { search_id: string }) => row.search_id));
      expect(pricings.filter((row: { search_id: string }) => !known.has(row.search_id))).toEqual([]);
    }
  });
});

describe('a removed profile', () => {
  it.each([
    ['in memory', ':memory:'],
    ['in a file', temporaryFile()],
  ])('is found by one of ten concurrent removals, with a store %s', (_kind, store) =>
    withSandbox({ store }, async (_, baseUrl) => {
      const { profileCode } = await makeProfile(baseUrl);
      const removals = Array.from({ length: 10 }, () => control(baseUrl, 'DELETE', `/profiles/${profileCode}`));
      const statuses = (await Promise.all(removals)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, ...Array<number>(9).fill(404)]);
    }),
  );

  it('is unknown with all its records, and its key pairs are refused', async () => {
    const client = await newClient();
    await walk(client);
    expect((await ok(client.remove())).body.profile.profileCode).toBe(client.keys.profileCode);
    expectRefused(await client.call('POST', '/search', {}), [403, 'invalid_credentials']);
    expectRefused(await client.remove(), [403, 'invalid_credentials']);
    expectRefused(await control(sandbox.baseUrl, 'GET', `/profiles/${client.keys.profileCode}/export`), [
      404,
      'profile_not_found',
    ]);
    const {
      body: { profiles },
    } = await control(sandbox.baseUrl, 'GET', '/profiles?limit=200');
    expect(profiles.map((profile: { profileCode: string }) => profile.profileCode)).not.toContain(
      client.keys.profileCode,
    );
  });

  it('leaves other profiles unchanged', async () => {
    const [mine, other] = [await newClient(), await newClient()];
    await walk(other);
    const before = contentOf(await other.export());
    await ok(mine.remove());
    expect(contentOf(await other.export())).toEqual(before);
  });

  it('is removed once by concurrent requests, and concurrent calls get a response', async () => {
    const client = await newClient();
    const priced = await client.price();
    const calls = Promise.all([
      client.call('POST', '/book', priced),
      client.read('searchId=0'),
      client.call('POST', `/_sandbox/profiles/${client.keys.profileCode}/credentials`),
    ]);
    const removed = await Promise.all([1, 2, 3].map(() => client.remove()));
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    for (const { status } of await calls) expect([200, 201, 400, 403]).toContain(status);
  });

  it('cannot be the demo profile, which can only be reset', async () => {
    const demo = stateClient(sandbox.baseUrl, sandbox.sandbox.demoKeys);
    const refused = await demo.remove();
    expectRefused(refused, [409, 'profile_stays']);
    expect(refused.body.message[0]).toMatch(/Reset it instead/);
    await ok(demo.reset());
  });
});

it('another profile can neither export, import, reset nor remove it', async () => {
  const [mine, other] = [await newClient(), await newClient()];
  for (const [method, what] of [
    ['POST', '/reset'],
    ['GET', '/export'],
    ['POST', '/import'],
    ['DELETE', ''],
  ] as const) {
    expectRefused(
      await control(sandbox.baseUrl, method, `/profiles/${mine.keys.profileCode}${what}`, {
        headers: headersOf(other.keys),
      }),
      [403, 'foreign_profile'],
    );
  }
});

async function withSandbox<T>(
  options: SandboxOptions,
  run: (sandbox: Sandbox, baseUrl: string) => Promise<T>,
): Promise<T> {
  const made = await createSandbox({ clock: new VirtualClock(NOW), log: 'silent', ...options });
  try {
    const result = await run(made, await made.listen());
    expect(made.violations).toEqual([]);
    return result;
  } finally {
    await made.close();
  }
}
