import { beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import { BOUNDS } from '../../src/journal/bounds.ts';
import { Journal } from '../../src/journal/journal.ts';
import { startSandbox } from '../../src/server/create-sandbox.ts';
import type { JournalStore } from '../../src/store/journal.ts';
import { control, headersOf, makeProfile } from '../control-api/control-client.ts';
import { journalClient } from '../control-api/journal-client.ts';
import type { StateClient } from '../control-api/state-client.ts';
import { ok, stateClient } from '../control-api/state-client.ts';
import type { ProfileVerdicts } from '../control-api/verdicts-client.ts';
import { NO_RESEND, ordersBrokenIn, verdictOn, verdictsOn } from '../control-api/verdicts-client.ts';
import { newSchema } from '../support/postgres/new-schema.ts';
import { useReplicas } from '../support/postgres/replicas.ts';
import { present } from '../support/present.ts';
import { NOW } from '../support/sandbox.ts';
import { AIRPORT_TO_TOWN, easy, TRAVELLER } from '../transfers/transfer-client.ts';

// Two processes on one schema. Each client calls both, and asks both for its verdicts.

const replicas = useReplicas(NOW);
let one: StateClient;
let other: StateClient;

beforeEach(async () => {
  const keys = await makeProfile(replicas.baseUrls[0]);
  one = stateClient(replicas.baseUrls[0], keys);
  other = stateClient(replicas.baseUrls[1], keys);
});

const own = () => `/profiles/${one.keys.profileCode}`;
const clearOn = (at: 0 | 1) =>
  control(replicas.baseUrls[at], 'DELETE', `${own()}/verdicts`, { headers: headersOf(one.keys) });

/** Reads verdicts again, as they say, until the other process has confirmed them: it has a second, and may be busy. */
async function confirmedOn(baseUrl: string, keys = one.keys, query = ''): Promise<ProfileVerdicts> {
  for (let i = 0; i < 30; i++) {
    const found = await verdictsOn(baseUrl, keys, query);
    if (!found.unjudged?.startsWith('another process did not confirm')) return found;
  }
  throw new Error('the other process did not confirm its calls in 30 reads');
}

/** Returns the verdicts by both processes, which are equal. */
async function verdicts(query = '') {
  const [first, second] = await Promise.all(replicas.baseUrls.map((baseUrl) => confirmedOn(baseUrl, one.keys, query)));
  expect(second).toEqual(first);
  if (!first) throw new Error('there are no replicas');
  return first;
}

async function brokenRules(): Promise<string[]> {
  return (await verdicts('?verdict=broken')).verdicts.rules.map(({ id }) => id);
}

/** Sends a booking again that is pending. */
async function breakRule(first: StateClient, second: StateClient): Promise<void> {
  const priced = await first.price();
  await second.book(priced, '?scenario=pending');
  await first.book(priced);
}

describe('the verdicts of two processes', () => {
  it('include every call that ended before, on both processes', async () => {
    for (let i = 1; i <= 10; i++) {
      const [first, second] = i % 2 === 0 ? [one, other] : [other, one];
      await first.read('searchId=1');
      const { exchanges } = (await confirmedOn(replicas.baseUrls[second === one ? 0 : 1])).verdicts;
      expect(exchanges).toBe(i);
    }
  });

  it('show a broken rule with the calls of both', async () => {
    await breakRule(one, other);
    const { verdicts: found } = await verdicts(`?rule=${NO_RESEND}`);
    expect(found.rules).toMatchObject([
      { verdict: 'broken', broken: 1, findings: [{ exchanges: [{ status: 200 }, { status: 200 }] }] },
    ]);
    expect(found.exchanges).toBe(4);
    const onOther = journalClient(replicas.baseUrls[1], one.keys);
    // The journal has the calls of two processes in the order in which they are written.
    const { exchanges } = await onOther.list({ limit: 4 });
    const { exchangeId } = present(
      exchanges.find(({ path }) => path === '/book'),
      'the second booking',
    );
    const { verdicts: caused } = await onOther.exchange(exchangeId);
    expect(caused).toMatchObject([{ rules: [NO_RESEND] }]);
    expect((await journalClient(replicas.baseUrls[0], one.keys).exchange(exchangeId)).verdicts).toEqual(caused);
    const listed = await Promise.all(
      replicas.baseUrls.map(
        async (baseUrl) => (await control(baseUrl, 'GET', `/profiles?search=${one.keys.profileCode}`)).body.profiles[0],
      ),
    );
    expect(listed.map(({ judged }) => judged)).toMatchObject([
      { exchanges: 4, broken: 1 },
      { exchanges: 4, broken: 1 },
    ]);
  });

  it('accuse no client of concurrent journeys over both', async () => {
    const clients = [one, other];
    const next = (i: number) => clients[i % 2] ?? one;
    const journey = async (i: number): Promise<void> => {
      const trip = { ...AIRPORT_TO_TOWN, pickupDateTime: `2027-03-15T${10 + i}:30:00` };
      const { searchId, offers } = (await ok(next(i).call('POST', '/search', trip))).body;
      const { resultId, bookingToken } = offers.find(easy);
      const { pricingToken } = (await ok(next(i + 1).call('POST', '/pricing', { searchId, resultId, bookingToken })))
        .body;
      const request = { searchId, resultId, bookingToken, pricingToken, traveller: TRAVELLER };
      // The poll of a time-out overlaps with its booking.
      const booked = next(i).book(request, '?scenario=pending(reads=2)');
      await Promise.all([booked, next(i + 1).read(`searchId=${searchId}`)]);
      for (let read = 0; read < 3; read++) await next(read).read(`searchId=${searchId}`);
    };
    await Promise.all(Array.from({ length: 10 }, (_, i) => journey(i)));
    const { verdicts: found } = await verdicts('?ended=true');
    expect(found.rules.flatMap(({ findings }) => findings)).toEqual([]);
    expect(found.rules.find(({ id }) => id === 'transfer.identifiers.search-id')).toMatchObject({ undecided: 0 });
    expect(found.exchanges).toBe(10 * 7);
  });

  it('omit calls of a page with keys from the other process', async () => {
    const { body } = await control(replicas.baseUrls[1], 'POST', `${own()}/page-keys/console`, {
      headers: headersOf(one.keys),
    });
    await stateClient(replicas.baseUrls[0], body.credential).read('searchId=undefined');
    expect(await verdicts()).toMatchObject({
      passedOver: 1,
      verdicts: { exchanges: 0 },
      gap: expect.stringMatching(/the console/),
    });
  });

  it('include calls to unknown addresses, and list those without valid credentials separately', async () => {
    await one.call('POST', '/gateway/v1/flights/search', {});
    const authorization = `Basic ${Buffer.from('a key pair').toString('base64')}`;
    await fetch(`${replicas.baseUrls[1]}/v1/flights/search`, {
      method: 'POST',
      headers: { ...headersOf(one.keys), authorization },
    });
    const { verdicts: found, unauthenticated } = await verdicts('?verdict=broken');
    expect(found.rules.map(({ id }) => id)).toEqual(['service.base-url']);
    expect(unauthenticated.rules.map(({ id }) => id)).toContain('auth.headers.authorization');
    expect((await clearOn(1)).body.exchanges).toBe(1);
    expect(await verdicts()).toMatchObject({ verdicts: { exchanges: 0 }, unauthenticated: { exchanges: 0 } });
  });

  it('keep calls to unknown addresses while calls of others are dropped', async () => {
    await one.call('POST', '/gateway/v1/flights/search', {});
    await Promise.all(Array.from({ length: 250 }, () => fetch(`${replicas.baseUrls[1]}/unknown`)));
    expect(await verdicts('?verdict=broken')).toMatchObject({ verdicts: { summary: { broken: 1 } }, unjudged: null });
  });
});

describe('verdicts that begin again on the other process', () => {
  it('keep the ids known to clients after a DELETE', async () => {
    const priced = await one.price();
    await breakRule(one, other);
    expect(await brokenRules()).toEqual([NO_RESEND]);
    expect((await clearOn(1)).body.exchanges).toBe(6);
    expect(await verdicts()).toMatchObject({ verdicts: { exchanges: 0 }, gap: null });
    await other.book(priced);
    const { verdicts: found } = await verdicts('?rule=transfer.identifiers.search-id');
    expect(found.rules).toMatchObject([{ verdict: 'kept', kept: 1 }]);
  });

  it('do not accuse a client of an id from before a reset', async () => {
    const priced = await one.price();
    await breakRule(one, other);
    expect(await brokenRules()).toEqual([NO_RESEND]);
    await ok(other.reset());
    expect(await verdicts()).toMatchObject({
      verdicts: { exchanges: 0 },
      gap: null,
      unjudged: null,
    });
    await one.call('POST', '/book', priced);
    expect(await brokenRules()).toEqual([]);
    await breakRule(other, one);
    expect(await brokenRules()).toEqual([NO_RESEND]);
  });

  it('do not judge imported exchanges', async () => {
    const priced = await one.price();
    await other.book(priced, '?scenario=pending');
    const file = await one.export();
    await ok(other.import(file));
    expect(await verdicts()).toMatchObject({ verdicts: { exchanges: 0 }, gap: expect.stringMatching(/an import/) });
    await one.read(`searchId=${priced.searchId}`);
    expect(await verdicts()).toMatchObject({ verdicts: { exchanges: 1, summary: { broken: 0 } } });
  });

  it('end with the profile', async () => {
    await one.read('searchId=1');
    await verdicts();
    await ok(other.remove());
    expect((await control(replicas.baseUrls[0], 'GET', `${own()}/verdicts`)).status).toBe(404);
  });
});

describe('a stream of verdicts', () => {
  it('has the findings of the other process, and reports when the verdicts begin again there', async () => {
    const streams = await Promise.all(
      replicas.baseUrls.map((baseUrl) => journalClient(baseUrl, one.keys).stream({ of: 'verdicts' })),
    );
    await breakRule(one, other);
    for (const stream of streams)
      await expect
        .poll(() => stream.events.map(({ event, data }) => [event, data.broken ?? data.rules]))
        .toEqual(
          expect.arrayContaining([
            ['counts', 0],
            ['finding', [NO_RESEND]],
            ['counts', 1],
          ]),
        );
    await clearOn(1);
    for (const stream of streams) {
      await expect.poll(() => stream.events.map(({ event }) => event)).toContain('restarted');
      expect(stream.events.filter(({ event }) => event === 'finding')).toHaveLength(1);
      stream.close();
    }
  });

  it('ends when the other process removes the profile', async () => {
    const stream = await journalClient(replicas.baseUrls[0], one.keys).stream({ of: 'verdicts' });
    await ok(other.remove());
    await stream.ended;
  });
});

it('a journal at its bound is judged by all processes before it drops calls', async () => {
  const store = newSchema();
  const options = { store, clock: new VirtualClock(NOW), log: 'silent' } as const;
  const small = { ...BOUNDS, profile: { exchanges: 20, bytes: 8_000_000, unauthenticated: 200 } };
  const sandboxes = [];
  for (let i = 0; i < 2; i++)
    sandboxes.push(await startSandbox(options, { makeJournal: (own, report) => new Journal(own, report, small) }));
  try {
    const baseUrls = await Promise.all(sandboxes.map((sandbox) => sandbox.listen()));
    const keys = await makeProfile(baseUrls[0] ?? '');
    const clients = baseUrls.map((baseUrl) => stateClient(baseUrl, keys));
    const [first, second] = clients;
    if (!first || !second) throw new Error('there are no two sandboxes');
    const priced = await first.price();
    for (let i = 0; i < 30; i++) await clients[i % 2]?.read('searchId=undefined');
    await second.book(priced);
    const [a, b] = await Promise.all(baseUrls.map((baseUrl) => confirmedOn(baseUrl, keys)));
    expect(b).toEqual(a);
    expect([a?.gap, a?.verdicts.exchanges]).toEqual([null, 33]);
    const ids = ['search-id', 'result-id', 'pricing-token'].map((name) => `transfer.identifiers.${name}`);
    const found = a?.verdicts.rules.filter(({ id }) => ids.includes(id)) ?? [];
    for (const { findings } of found)
      expect(findings.filter(({ actual }) => !actual.includes('undefined'))).toEqual([]);
  } finally {
    for (const sandbox of sandboxes) await sandbox.close();
  }
});

it('a journal at its bound is judged with the calls of other profiles that wait to be written', async () => {
  const store = newSchema();
  const options = { store, clock: new VirtualClock(NOW), log: 'silent' } as const;
  const small = { ...BOUNDS, profile: { exchanges: 20, bytes: 8_000_000, unauthenticated: 200 } };
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const isAtGate = new Set<string>();
  const gated = (own: JournalStore): JournalStore => ({
    ...own,
    append: async (exchanges, ...rest) => {
      for (const { profileCode } of exchanges) {
        if (gates.has(profileCode)) isAtGate.add(profileCode);
        await gates.get(profileCode)?.promise;
      }
      return own.append(exchanges, ...rest);
    },
  });
  const sandboxes = [
    await startSandbox(options, { makeJournal: (own, report) => new Journal(gated(own), report, small) }),
    await startSandbox(options, { makeJournal: (own, report) => new Journal(own, report, small) }),
  ];
  try {
    const [address = '', elsewhere = ''] = await Promise.all(sandboxes.map((sandbox) => sandbox.listen()));
    const [keys, searching] = [await makeProfile(address), stateClient(address, await makeProfile(address))];
    const client = stateClient(address, keys);
    const journal = journalClient(elsewhere, keys);
    for (let i = 0; i < 20; i++) await client.read('searchId=undefined');
    await expect.poll(async () => (await journal.list()).exchanges.length).toBe(20);
    for (const code of [keys.profileCode, searching.keys.profileCode]) gates.set(code, Promise.withResolvers());
    await client.read('searchId=undefined');
    await expect.poll(() => [...isAtGate]).toContain(keys.profileCode);
    const [offer] = await searching.searchFlights();
    await stateClient(elsewhere, keys).order(`${offer?.gdsprovider}/${offer?.offerId}`);
    gates.get(keys.profileCode)?.resolve();
    await expect.poll(async () => (await journal.list()).dropped.exchanges, { timeout: 20_000 }).toBeGreaterThan(0);
    gates.get(searching.keys.profileCode)?.resolve();
    for (const baseUrl of [address, elsewhere])
      expect(ordersBrokenIn((await confirmedOn(baseUrl, keys)).verdicts)).toEqual([
        'flight-order.tracked-offer.same-profile 1',
      ]);
  } finally {
    for (const { resolve } of gates.values()) resolve();
    for (const sandbox of sandboxes) await sandbox.close();
  }
});

it('verdicts keep dropped calls when another process writes its own after a read that it did not confirm', async () => {
  const store = newSchema();
  const options = { store, clock: new VirtualClock(NOW), log: 'silent' } as const;
  const small = { ...BOUNDS, profile: { exchanges: 20, bytes: 8_000_000, unauthenticated: 200 } };
  let writable: Promise<unknown> = Promise.resolve();
  const slow = (own: JournalStore): JournalStore => ({
    ...own,
    append: async (...batch) => {
      await writable;
      return own.append(...batch);
    },
  });
  const sandboxes = [
    await startSandbox(options, { makeJournal: (own, report) => new Journal(own, report, small) }),
    await startSandbox(options, { makeJournal: (own, report) => new Journal(slow(own), report, small) }),
  ];
  try {
    const [address = '', other = ''] = await Promise.all(sandboxes.map((sandbox) => sandbox.listen()));
    const keys = await makeProfile(address);
    const [first, second] = [stateClient(address, keys), stateClient(other, keys)];
    for (let i = 0; i < 30; i++) await first.read('searchId=undefined');
    await expect.poll(async () => (await journalClient(address, keys).list()).dropped.exchanges).toBeGreaterThan(0);
    const { promise, resolve } = Promise.withResolvers<void>();
    writable = promise;
    await second.read('searchId=undefined');
    await first.read('searchId=undefined');
    expect((await verdictsOn(address, keys)).unjudged).toMatch(/^another process did not confirm/);
    resolve();
    const [a, b] = [await confirmedOn(address, keys), await confirmedOn(other, keys)];
    expect(b).toEqual(a);
    expect([a.gap, a.verdicts.exchanges]).toEqual([null, 32]);
  } finally {
    for (const sandbox of sandboxes) await sandbox.close();
  }
});

it('the verdicts say after kill -9 of one process that calls may be missing, until they are cleared', async () => {
  await breakRule(one, other);
  const before = await verdicts();
  await replicas.kill(0);
  const lost = /^a process of the sandbox ended, or is out of reach/;
  const after = { ...before, unjudged: expect.stringMatching(lost), gap: expect.stringMatching(lost) };
  // PostgreSQL notices the end of the process.
  await expect.poll(() => verdictsOn(replicas.baseUrls[1], one.keys), { timeout: 60_000 }).toEqual(after);
  expect((await verdictOn(replicas.baseUrls[1], one.keys)).verdict).toBe('broken');
  await replicas.start(0);
  expect(await confirmedOn(replicas.baseUrls[0])).toEqual(after);
  await clearOn(0);
  expect(await verdicts()).toMatchObject({ unjudged: null, gap: expect.stringMatching(lost) });
  await ok(other.reset());
  expect(await verdicts()).toMatchObject({ unjudged: null, gap: expect.stringMatching(/^the profile was reset/) });
});

it('a profile without calls on a process is judged as before after kill -9 of that process', async () => {
  await one.read('searchId=1');
  const stranger = stateClient(replicas.baseUrls[1], await makeProfile(replicas.baseUrls[1]));
  await stranger.read('searchId=1');
  await replicas.kill(0);
  try {
    const own = () => verdictsOn(replicas.baseUrls[1], one.keys);
    await expect
      .poll(async () => (await own()).unjudged, { timeout: 60_000 })
      .toMatch(/^a process of the sandbox ended/);
    expect(await confirmedOn(replicas.baseUrls[1], stranger.keys)).toMatchObject({ unjudged: null, gap: null });
  } finally {
    await replicas.start(0);
  }
});

it('no client is accused of ids that a process gave it right before kill -9', async () => {
  const priced = await one.price();
  await replicas.kill(0);
  try {
    await expect.poll(async () => (await other.call('GET', '/_sandbox/health')).status, { timeout: 60_000 }).toBe(200);
    await other.book(priced);
    const { verdicts: found } = await confirmedOn(replicas.baseUrls[1]);
    const ids = /call-order|identifiers|token/;
    expect(found.rules.filter(({ id, verdict }) => ids.test(id) && verdict === 'broken')).toEqual([]);
  } finally {
    await replicas.start(0);
  }
});

it('verdicts say so while another process does not confirm that it has written its calls', async () => {
  const address = replicas.baseUrls[1];
  // A process without its session, which a busy machine may take from it, is not asked. It has no calls either.
  await expect.poll(async () => (await control(replicas.baseUrls[0], 'GET', '/ready')).status).toBe(200);
  replicas.signal(0, 'SIGSTOP');
  try {
    expect((await verdictsOn(address, one.keys)).unjudged).toMatch(/^another process did not confirm/);
    for (const [method, path] of [
      ['GET', '/profiles/nobody/verdicts'],
      ['DELETE', `/profiles/${one.keys.profileCode}/verdicts`],
    ] as const)
      expect((await control(address, method, path)).body.unjudged).toMatch(/^another process did not confirm/);
  } finally {
    replicas.signal(0, 'SIGCONT');
  }
  await expect.poll(async () => (await verdictsOn(address, one.keys)).unjudged, { timeout: 60_000 }).toBe(null);
});
