import { beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { KeyPair, Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { control, headersOf } from '../control-api/control-client.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import type { Body } from '../support/body.ts';
import type { CallOptions } from '../support/sandbox.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import {
  AIRPORT_TO_TOWN,
  bookRequest,
  changeRequest,
  easy,
  pricingRequest,
  transferClient,
  TRAVELLER,
} from '../transfers/transfer-client.ts';

const sandbox = useSandbox();
let keys: KeyPair;
beforeEach(async () => {
  keys = await sandbox.sandbox.addProfile();
});

interface Response {
  status: number;
  headers: object;
  body: Body;
}

/** The scenario that acted and its trigger, as the response states them. */
function echo({ headers }: Response): [scenario: string | undefined, from: string | undefined] {
  const all = headers as Record<string, string>;
  return [all['x-sandbox-scenario'], all['x-sandbox-scenario-from']];
}

const post = (path: string, body: object, options: CallOptions = {}) => sandbox.post(path, body, { keys, ...options });
const byHeader = (scenario: string) => ({ headers: { 'X-Sandbox-Scenario': scenario } });
const named = (lastName: string) => ({ traveller: { ...TRAVELLER, firstName: 'Scenario', lastName } });

async function arm(scenario: string, calls?: number): Promise<void> {
  const { status } = await control(sandbox.baseUrl, 'PUT', `/profiles/${keys.profileCode}/scenario`, {
    body: { scenario, calls },
    headers: headersOf(keys),
  });
  expect(status).toBe(200);
}

/** A priced offer of a search that may have been asked to arm its offers. */
async function priced(scenario?: string) {
  const search = (await post('/search', AIRPORT_TO_TOWN, { scenario })).body;
  const offer = search.offers.find(easy);
  return { search, offer, pricing: (await post('/pricing', pricingRequest(search, offer), { scenario: 'none' })).body };
}

async function book(input: { armedSearch?: string; body?: object; options?: CallOptions } = {}) {
  return post('/book', bookRequest(await priced(input.armedSearch), input.body), input.options);
}

/** Books for two travellers, each with the first name Scenario. */
async function bookWithCompany(first: string, second: string): Promise<Response> {
  const search = (await post('/search', { ...AIRPORT_TO_TOWN, passengers: 2 })).body;
  const offer = search.offers.find(easy);
  const pricing = (await post('/pricing', pricingRequest(search, offer))).body;
  const extraPassengers = [{ firstName: 'SCENARIO', lastName: second }];
  return post('/book', bookRequest({ search, offer, pricing }, { ...named(first), extraPassengers }));
}

/** A priced offer of a change search for a new reservation. */
async function pricedChange(scenario?: string) {
  const client = transferClient(sandbox, { keys });
  const { reservationId } = await client.reserve();
  const search = (
    await post('/reservations/changes/search', { reservationId, pickupDateTime: '2027-03-15T13:00:00' }, { scenario })
  ).body;
  const pricing = (await post('/pricing', pricingRequest(search, search.offers[0]), { scenario: 'none' })).body;
  return { reservationId, priced: { search, offer: search.offers[0], pricing } };
}

describe('the five ways to select a scenario', () => {
  /** A request for a failed booking by each trigger; the echo names the trigger. */
  const ways = [
    ['query', () => book({ options: { scenario: 'failed' } })],
    ['header', () => book({ options: byHeader('failed') })],
    ['name', () => book({ body: named('failed') })],
    ['offer', () => book({ armedSearch: 'book:failed' })],
    [
      'profile',
      async () => {
        await arm('failed');
        return book();
      },
    ],
  ] as const;

  it.each(ways)('%s: it acts, and the response echoes it with its origin', async (from, ask) => {
    const response = await ask();
    expect([response.status, response.body.status, ...echo(response)]).toEqual([200, 'failed', 'failed', from]);
  });

  it('no scenario acts or is echoed if none of them selects one', async () => {
    const response = await book();
    expect([response.body.status, ...echo(response)]).toEqual(['completed', undefined, undefined]);
  });

  it.each([
    [
      'query',
      { options: { scenario: 'pending', ...byHeader('failed') }, body: named('failed'), armedSearch: 'book:failed' },
    ],
    ['header', { options: byHeader('pending'), body: named('failed'), armedSearch: 'book:failed' }],
    ['name', { body: named('pending'), armedSearch: 'book:failed' }],
    ['offer', { armedSearch: 'book:pending' }],
  ])('%s wins over all that come after it', async (from, input) => {
    await arm('failed');
    const response = await book(input);
    expect([response.body.status, ...echo(response)]).toEqual(['pending', 'pending', from]);
  });

  it('only one of them counts', async () => {
    await arm('book:slow(delay=PT0S)');
    expect(echo(await book({ options: byHeader('pending') }))).toEqual(['pending', 'header']);
    expect(echo(await book({ armedSearch: 'book:pending' }))).toEqual(['pending', 'offer']);
  });

  it.each([
    ['query', { options: { scenario: 'none' } }],
    ['header', { options: byHeader('none') }],
    ['name', { body: named('none') }],
    ['name', { body: named(' None ') }],
  ])('none by %s disables what is armed on offer and profile', async (from, input) => {
    await arm('failed', 1);
    const response = await book({ ...input, armedSearch: 'book:failed' });
    expect([response.body.status, ...echo(response)]).toEqual(['completed', 'none', from]);
    expect((await control(sandbox.baseUrl, 'GET', `/profiles/${keys.profileCode}/scenario`)).body.armed).toEqual({
      scenario: 'failed',
      calls: 1,
    });
  });
});

describe('a traveller called Scenario', () => {
  it.each(['Pending', ' pending ', 'PENDING(READS=3)'])(
    'selects the scenario of the last name: "%s"',
    async (lastName) => {
      const response = await book({ body: named(lastName) });
      expect([response.body.status, ...echo(response)]).toEqual(['pending', 'pending', 'name']);
    },
  );

  it('may be any passenger of a flight order', async () => {
    const { offers } = (
      await post('/v1/flights/search', { ...FLIGHT_SEARCH, passengers: [{ type: 'adult' }, { type: 'adult' }] })
    ).body;
    const order = flightOrder(offers[0]);
    const passengers = order.passengers.map((passenger, i) =>
      i === 1 ? { ...passenger, firstName: 'SCENARIO', lastName: 'Order-Refused' } : passenger,
    );
    const response = await post(`/v1/flights/order/${offers[0].gdsprovider}/${offers[0].offerId}`, {
      ...order,
      passengers,
    });
    expect([response.status, response.body.code, ...echo(response)]).toEqual([
      400,
      'order_refused',
      'order-refused',
      'name',
    ]);
  });

  it.each([
    ['Nonsense', 'unknown_scenario'],
    ['de la Cruz', 'unknown_scenario'],
    ['no-offers', 'scenario_not_applicable'],
    ['pending(reads=x)', 'invalid_scenario'],
    ['pending,failed', 'invalid_scenario'],
  ])('an unusable last name "%s" is refused, and nothing is booked', async (lastName, code) => {
    const offer = await priced();
    const response = await post('/book', bookRequest(offer, named(lastName)));
    expect([response.status, response.body.code, response.body.details[0].path]).toEqual([
      400,
      code,
      '/traveller/lastName',
    ]);
    expect((await post('/book', bookRequest(offer))).body.status).toBe('completed');
  });

  it('a last name longer than any list of scenarios is refused before it is read', async () => {
    const offer = await priced();
    const response = await post(
      '/book',
      bookRequest(offer, named(Array.from({ length: 1000 }, () => 'pending').join())),
    );
    expect([response.status, response.body.code, response.body.details[0].path]).toEqual([
      400,
      'unknown_scenario',
      '/traveller/lastName',
    ]);
  });

  it.each([
    ['two travellers', 'slow(delay=PT0S)', 'pending', ['pending', 'slow,pending']],
    ['a family', 'pending', 'Pending ', ['pending', 'pending']],
    ['one with a scenario for another operation', 'cancel:502', 'pending', ['pending', 'pending,cancel:502']],
  ])('acts together with the scenario of another traveller: %s', async (_who, first, second, expected) => {
    const response = await bookWithCompany(first, second);
    expect([response.body.status, echo(response)[0]]).toEqual(expected);
  });

  it.each([
    ['pending', 'failed', 'invalid_scenario'],
    ['none', 'pending', 'invalid_scenario'],
    ['pending', 'nonsense', 'unknown_scenario'],
  ])('contradictory last names of two travellers are refused: %s and %s', async (first, second, code) => {
    const response = await bookWithCompany(first, second);
    expect([response.status, response.body.code]).toEqual([400, code]);
  });

  it.each([
    ['BadGateway', '502', 502],
    ['Bad Gateway After Commit', '502', 502],
    ['badgatewaylate', '502', 502],
    ['Server-Error', 'server-error', 500],
    ['Pending Forever', 'pending-forever', 200],
    ['PendingForever,Slow(delay=PT0S)', 'pending-forever,slow', 200],
  ])('can have a last name of letters and blanks: "%s"', async (lastName, shown, status) => {
    const response = await book({ body: named(lastName) });
    expect([response.status, ...echo(response)]).toEqual([status, shown, 'name']);
  });

  it('has no effect in any other field', async () => {
    const response = await book({ body: { traveller: { ...TRAVELLER, firstName: 'Scenarios', lastName: 'failed' } } });
    expect([response.body.status, ...echo(response)]).toEqual(['completed', undefined, undefined]);
    const last = await book({ body: { traveller: { ...TRAVELLER, firstName: 'Ada', lastName: 'Scenario' } } });
    expect(last.body.status).toBe('completed');
  });
});

describe('an e-mail address with a plus', () => {
  const withEmail = (email: string, more: object = {}) => ({ traveller: { ...TRAVELLER, email, ...more } });

  it.each([
    ['ada+pending@example.com', 'pending', 'pending'],
    ['Ada.B+PendingForever@example.com', 'pending', 'pending-forever'],
    ['a+b+failed@example.com', 'failed', 'failed'],
    ['ada+none@example.com', 'completed', 'none'],
  ])('names the scenario of a booking: %s', async (email, status, acted) => {
    const response = await book({ body: withEmail(email) });
    expect([response.body.status, ...echo(response)]).toEqual([status, acted, 'email']);
  });

  it.each(['ada+travel@example.com', 'ada+no-offers@example.com', 'ada+@example.com', 'pending@example.com'])(
    'selects nothing if there is no scenario for the operation: %s',
    async (email) => {
      const response = await book({ body: withEmail(email) });
      expect([response.body.status, ...echo(response)]).toEqual(['completed', undefined, undefined]);
    },
  );

  it('gives way to a traveller called Scenario, and has priority over armed scenarios', async () => {
    await arm('failed');
    const both = await book({
      body: withEmail('ada+failed@example.com', { firstName: 'Scenario', lastName: 'pending' }),
    });
    expect([both.body.status, ...echo(both)]).toEqual(['pending', 'pending', 'name']);
    const alone = await book({ body: withEmail('ada+pending@example.com') });
    expect([alone.body.status, ...echo(alone)]).toEqual(['pending', 'pending', 'email']);
  });

  it('names the scenario of a flight order, once for a family with one address', async () => {
    const search = { ...FLIGHT_SEARCH, passengers: [{ type: 'adult' }, { type: 'adult' }] };
    const { offers } = (await post('/v1/flights/search', search)).body;
    const order = flightOrder(offers[0]);
    const passengers = order.passengers.map((passenger) => ({
      ...passenger,
      email: 'byron+order-refused@example.com',
    }));
    const response = await post(`/v1/flights/order/${offers[0].gdsprovider}/${offers[0].offerId}`, {
      ...order,
      passengers,
    });
    expect([response.body.code, ...echo(response)]).toEqual(['order_refused', 'order-refused', 'email']);
  });
});

describe('a search that arms its offers', () => {
  it('echoes no scenario, and returns the usual response', async () => {
    const response = await post('/search', AIRPORT_TO_TOWN, { scenario: 'book:pending' });
    expect([response.status, ...echo(response)]).toEqual([200, 'book:pending', 'query']);
    expect(response.body.offers.length).toBeGreaterThan(0);
  });

  it('can use the header too', async () => {
    const search = (await post('/search', AIRPORT_TO_TOWN, byHeader('book:pending(reads=0)'))).body;
    const offer = search.offers.find(easy);
    const pricing = (await post('/pricing', pricingRequest(search, offer))).body;
    expect(echo(await post('/book', bookRequest({ search, offer, pricing })))).toEqual(['pending', 'offer']);
  });

  it('acts only on the operation that it names', async () => {
    const search = (await post('/search', AIRPORT_TO_TOWN, { scenario: 'book:pending' })).body;
    const offer = search.offers.find(easy);
    const pricing = await post('/pricing', pricingRequest(search, offer));
    expect([pricing.status, ...echo(pricing)]).toEqual([200, undefined, undefined]);
    const read = await sandbox.get('/reservations/details', { keys, query: { searchId: search.searchId } });
    expect(echo(read)).toEqual([undefined, undefined]);
  });

  it('affects its own offers only, not those of another search', async () => {
    const [armed, other] = [await priced('book:pending'), await priced()];
    expect((await post('/book', bookRequest(other))).body.status).toBe('completed');
    expect((await post('/book', bookRequest(armed))).body.status).toBe('pending');
    expect((await book()).body.status).toBe('completed');
  });

  it('can act now and later, and arm several calls', async () => {
    const response = await post('/search', AIRPORT_TO_TOWN, { scenario: 'slow(delay=PT0S),pricing:502,book:pending' });
    expect(echo(response)).toEqual(['slow,pricing:502,book:pending', 'query']);
    const offer = response.body.offers.find(easy);
    const pricing = await post('/pricing', pricingRequest(response.body, offer));
    expect([pricing.status, ...echo(pricing)]).toEqual([502, '502', 'offer']);
  });

  it('arms flight offers: reading, required fields and the order', async () => {
    const found = await post('/v1/flights/search', FLIGHT_SEARCH, {
      scenario: 'order:order-refused,offer:server-error',
    });
    const offer = found.body.offers[0];
    const place = `${offer.gdsprovider}/${offer.offerId}`;
    const read = await sandbox.get(`/v1/flights/offers/${place}`, { keys });
    expect([read.status, ...echo(read)]).toEqual([500, 'server-error', 'offer']);
    const fields = await post(`/v1/flights/order/required-fields/${place}`, {
      offerId: offer.offerId,
      passengers: [{ type: 'adult' }],
    });
    expect([fields.status, ...echo(fields)]).toEqual([200, undefined, undefined]);
    const order = await post(`/v1/flights/order/${place}`, flightOrder(offer));
    expect([order.status, order.body.code, ...echo(order)]).toEqual([400, 'order_refused', 'order-refused', 'offer']);
    const other = (await post('/v1/flights/search', { ...FLIGHT_SEARCH, cabin_class: 'business' })).body.offers[0];
    expect((await post(`/v1/flights/order/${other.gdsprovider}/${other.offerId}`, flightOrder(other))).status).toBe(
      200,
    );
  });

  it('may be a change search, and arms the confirmation', async () => {
    const { reservationId, priced: armed } = await pricedChange('change:failed(reason=price_changed)');
    const response = await post('/reservations/changes', changeRequest(reservationId, armed));
    expect([response.body.status, response.body.error.code, ...echo(response)]).toEqual([
      'failed',
      'price_changed',
      'failed',
      'offer',
    ]);
    const plain = await pricedChange();
    expect((await post('/reservations/changes', changeRequest(plain.reservationId, plain.priced))).body.status).toBe(
      'completed',
    );
  });

  it.each([
    ['/search', 'order:failed', 'scenario_not_applicable'],
    ['/search', 'lunch:pending', 'unknown_scenario'],
    ['/search', 'book:no-offers', 'scenario_not_applicable'],
    ['/search', 'book:pending(reads=x)', 'invalid_scenario'],
    ['/search', 'book:pending,book:failed', 'invalid_scenario'],
    ['/search', 'pending', 'scenario_not_applicable'],
    ['/pricing', 'book:no-offers', 'scenario_not_applicable'],
    ['/pricing', 'slow; 502', 'invalid_scenario'],
    ['/search', 'slow;order:order-refused;no-offers', 'scenario_not_applicable'],
  ])('%s?scenario=%s is refused at once', async (path, scenario, code) => {
    const response = await post(path, AIRPORT_TO_TOWN, { scenario });
    expect([response.status, response.body.code, response.body.details[0].path]).toEqual([400, code, 'query/scenario']);
  });

  it('has no effect on calls of another profile with the same ids', async () => {
    const armed = await priced('book:server-error');
    const other = await sandbox.sandbox.addProfile();
    const response = await post('/book', bookRequest(armed), { keys: other });
    expect([response.body.error.code, ...echo(response)]).toEqual(['search_not_found', undefined, undefined]);
  });

  it('remains effective after a restart on a file', async () => {
    const store = temporaryFile();
    const start = async () => {
      const own = await createSandbox({ store, seed: 'armed', clock: new VirtualClock(NOW), log: 'silent' });
      return { own, send: await sender(own) };
    };
    const before = await start();
    const { body: search } = await before.send('/search?scenario=book:pending', AIRPORT_TO_TOWN);
    const offer = search.offers.find(easy);
    const { body: pricing } = await before.send('/pricing', pricingRequest(search, offer));
    await before.own.close();
    const after = await start();
    const response = await after.send('/book', bookRequest({ search, offer, pricing }));
    expect([response.body.status, ...echo(response)]).toEqual(['pending', 'pending', 'offer']);
    await after.own.close();
  });
});

describe('a scenario armed on a profile', () => {
  it('acts only on the named operation', async () => {
    await arm('book:pending,driver:server-error');
    const found = await post('/search', AIRPORT_TO_TOWN);
    expect(echo(found)).toEqual([undefined, undefined]);
    expect(echo(await book())).toEqual(['pending', 'profile']);
  });

  it('is shown under a shared name: before and after the commit look the same', async () => {
    await arm('502-after-commit');
    const offer = await priced();
    const response = await post('/book', bookRequest(offer));
    expect([response.status, ...echo(response)]).toEqual([502, '502', 'profile']);
    const read = await sandbox.get('/reservations/details', {
      keys,
      query: { searchId: offer.search.searchId },
      scenario: 'none',
    });
    expect(read.body.status).toBe('completed');
  });
});

describe('chance', () => {
  const act = async (own: Sandbox, scenario: string, times: number) => {
    const send = await sender(own);
    const acted: boolean[] = [];
    for (let i = 0; i < times; i++)
      acted.push(
        (
          await send(
            `/reservations/details?searchId=0f8fad5bd9cb469fa16570867728950e&scenario=${encodeURIComponent(scenario)}`,
          )
        ).status === 502,
      );
    return acted;
  };
  const withSeed = async (seed: string, scenario: string, times: number) => {
    const own = await createSandbox({ seed, clock: new VirtualClock(NOW), log: 'silent' });
    const acted = await act(own, scenario, times);
    await own.close();
    return acted;
  };

  it('a chance of 0 never acts and is echoed as none, and one of 1 always acts', async () => {
    expect((await withSeed('a', '502(chance=0)', 50)).some(Boolean)).toBe(false);
    expect((await withSeed('a', '502(chance=1)', 50)).every(Boolean)).toBe(true);
    expect(echo(await book({ options: { scenario: 'failed(chance=0)' } }))).toEqual(['none', 'query']);
  });

  it('a chance of 0.2 acts about forty times in two hundred calls, on the same calls for the same seed', async () => {
    const [first, again, other] = [
      await withSeed('a', '502(chance=0.2)', 200),
      await withSeed('a', '502(chance=0.2)', 200),
      await withSeed('b', '502(chance=0.2)', 200),
    ];
    const count = first.filter(Boolean).length;
    expect([count > 20, count < 60]).toEqual([true, true]);
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('is drawn separately for each profile', async () => {
    const alone = await createSandbox({ seed: 'own', clock: new VirtualClock(NOW), log: 'silent' });
    const shared = await createSandbox({ seed: 'own', clock: new VirtualClock(NOW), log: 'silent' });
    const [mine, same, noise] = [await alone.addProfile(), await shared.addProfile(), await shared.addProfile()];
    const read = async (own: Sandbox, pair: KeyPair, baseUrl: string) =>
      (
        await sendRaw(baseUrl, {
          path:
            '/reservations/details?searchId=0f8fad5bd9cb469fa16570867728950e&scenario=' +
            `${encodeURIComponent('502(chance=0.5)')}`,
          headers: own.headers(pair),
        })
      ).status;
    const [quiet, busy] = [await alone.listen(), await shared.listen()];
    const statuses: [number[], number[]] = [[], []];
    for (let i = 0; i < 40; i++) {
      statuses[0].push(await read(alone, mine, quiet));
      await read(shared, noise, busy);
      statuses[1].push(await read(shared, same, busy));
    }
    expect(statuses[1]).toEqual(statuses[0]);
    expect(new Set(statuses[0]).size).toBe(2);
    await Promise.all([alone.close(), shared.close()]);
  });
});

/** Sends calls to a sandbox of its own: POST with a body, GET without. */
async function sender(own: Sandbox): Promise<(path: string, body?: object) => Promise<Response>> {
  const baseUrl = await own.listen();
  return (path, body) =>
    sendRaw(baseUrl, {
      method: body ? 'POST' : 'GET',
      path,
      headers: { ...own.headers(), ...(body && { 'Content-Type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
}
