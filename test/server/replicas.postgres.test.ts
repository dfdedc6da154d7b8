import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { KeyPair } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { operations } from '../../src/interface/control-api.gen.ts';
import { brokenIn, verdictsIn } from '../check/judge/support/verdicts-in.ts';
import { control, headersOf, makeProfile } from '../control-api/control-client.ts';
import { journalClient } from '../control-api/journal-client.ts';
import { ok, stateClient } from '../control-api/state-client.ts';
import { leftovers } from '../store/leftovers.ts';
import { newSchema } from '../support/postgres/new-schema.ts';
import { useReplicas } from '../support/postgres/replicas.ts';
import { NOW } from '../support/sandbox.ts';
import { AIRPORT_TO_TOWN, easy, TRAVELLER } from '../transfers/transfer-client.ts';

// Every client has both replicas in front of it, and takes the next one for its next call.

const replicas = useReplicas(NOW);

/** A new profile with a client on each replica. */
async function bothOf() {
  const keys = await makeProfile(replicas.baseUrls[0]);
  return [stateClient(replicas.baseUrls[0], keys), stateClient(replicas.baseUrls[1], keys)] as const;
}

/** Runs a race several times, each time beginning at another replica. */
async function inTurns(race: (one: Client, other: Client) => Promise<void>): Promise<void> {
  const [first, second] = await bothOf();
  for (let i = 0; i < TURNS; i++) await (i % 2 === 0 ? race(first, second) : race(second, first));
}

type Client = ReturnType<typeof stateClient>;
type Journal = operations['listJournal']['responses']['200']['content']['application/json'];
const TURNS = 10;

it('a profile, its searches and its pricings are shared between replicas', async () => {
  const [one, other] = await bothOf();
  const priced = await one.price();
  const booked = await other.book(priced);
  expect(booked.status).toBe('completed');
  expect((await one.read(`searchId=${priced.searchId}`)).body.reservations).toEqual(booked.reservations);
});

it('one pricing is booked once by concurrent replicas', () =>
  inTurns(async (one, other) => {
    const priced = await one.price();
    const booked = await Promise.all(
      [one, other, one, other].map((client, i) => client.book({ ...priced, partnerTrackingId: `p-${i}` })),
    );
    expect(booked.map(({ status }) => status).sort()).toEqual(['completed', 'failed', 'failed', 'failed']);
    const { body } = await other.read(`searchId=${priced.searchId}`);
    expect(body.reservations).toHaveLength(1);
  }));

it('one offer is sold once by concurrent replicas', () =>
  inTurns(async (one, other) => {
    const [offer] = await one.searchFlights();
    if (!offer) throw new Error('the search has no offers');
    const path = `/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`;
    const ordered = await Promise.all([one, other, one].map((client) => client.call('POST', path, flightOrder(offer))));
    const codes = ordered.map(({ status, body }) => body.code ?? status);
    expect(codes.toSorted()).toEqual([200, 'offer_already_ordered', 'offer_already_ordered']);
  }));

it('one change of a reservation is confirmed once', () =>
  inTurns(async (one, other) => {
    const { reservationId } = (await one.book(await one.price())).reservations[0];
    const change = async (client: Client) => {
      const { body: search } = await ok(
        client.call('POST', '/reservations/changes/search', { reservationId, pickupDateTime: LATER }),
      );
      const { resultId, bookingToken } = search.offers.find(easy);
      const { body } = await ok(client.call('POST', '/pricing', { searchId: search.searchId, resultId, bookingToken }));
      return { reservationId, searchId: search.searchId, resultId, pricingToken: body.pricingToken };
    };
    const changes = [await change(one), await change(other)];
    const confirmed = await Promise.all(
      [one, other].map((client, i) => ok(client.call('POST', '/reservations/changes', changes[i]))),
    );
    expect(confirmed.map(({ body }) => body.status).toSorted()).toEqual(['completed', 'failed']);
  }));

it('a scenario armed for three calls acts on three of twelve', () =>
  inTurns(async (one, other) => {
    await one.arm('server-error', 3);
    const clients = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? one : other));
    const responses = await Promise.all(clients.map((client) => client.call('POST', '/search', AIRPORT_TO_TOWN)));
    expect(responses.filter(({ status }) => status !== 200)).toHaveLength(3);
  }));

it('each read of a pending booking counts once, on any replica', () =>
  inTurns(async (one, other) => {
    const { searchId } = await one.price().then(async (priced) => {
      await other.book(priced, '?scenario=pending(reads=5)');
      return priced;
    });
    const clients = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? one : other));
    const read = await Promise.all(clients.map(async (client) => (await client.read(`searchId=${searchId}`)).body));
    expect(read.filter(({ status }) => status === 'pending')).toHaveLength(5);
  }));

it('the clock of a profile moves for both replicas, and concurrent moves add up', () =>
  inTurns(async (one, other) => {
    const own = `/_sandbox/profiles/${one.keys.profileCode}/clock`;
    const before = Date.parse((await one.call('GET', own)).body.now);
    await Promise.all(
      [one, other, one, other].map((client) => ok(client.call('POST', `${own}/advance`, { by: 'PT1M' }))),
    );
    for (const client of [one, other])
      expect(Date.parse((await client.call('GET', own)).body.now) - before).toBe(4 * 60_000);
  }));

it('the next call with a revoked key is refused by each replica', () =>
  inTurns(async (one, other) => {
    const own = `/profiles/${one.keys.profileCode}/credentials`;
    const made = await control(replicas.baseUrls[0], 'POST', own, { headers: headersOf(one.keys) });
    const keys = made.body.credential;
    for (const baseUrl of replicas.baseUrls)
      expect((await stateClient(baseUrl, keys).call('POST', '/search', AIRPORT_TO_TOWN)).status).toBe(200);
    await other.call('DELETE', `/_sandbox${own}/${keys.publicKey}`);
    for (const baseUrl of replicas.baseUrls)
      expect((await stateClient(baseUrl, keys).call('POST', '/search', AIRPORT_TO_TOWN)).status).toBe(403);
  }));

it('a reset on one replica removes all records on the other, and the profile remains usable', () =>
  inTurns(async (one, other) => {
    const priced = await other.price();
    await other.book(priced);
    await ok(one.reset());
    expect((await other.call('POST', '/book', priced)).body.status).not.toBe('completed');
    expect((await other.read(`searchId=${priced.searchId}`)).status).toBe(400);
    expect((await one.book(await other.price())).status).toBe('completed');
  }));

it('bookings during resets of both replicas belong to one state or to the next', () =>
  inTurns(async (one, other) => {
    const bookOn = async (client: Client) => {
      const search = await client.call('POST', '/search', AIRPORT_TO_TOWN);
      const { searchId, offers } = search.body;
      const { resultId, bookingToken } = offers.find(easy);
      const { status, body } = await client.call('POST', '/pricing', { searchId, resultId, bookingToken });
      if (status !== 200) return status;
      const request = { searchId, resultId, bookingToken, pricingToken: body.pricingToken, traveller: TRAVELLER };
      return (await client.call('POST', '/book', request)).status;
    };
    const statuses = await Promise.all([
      ...[one, other, one, other].map(bookOn),
      ...[one, other].map(async (client) => (await client.reset()).status),
    ]);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    await ok(one.reset());
    const own = `/_sandbox/profiles/${one.keys.profileCode}/resources?kind=reservations`;
    for (const client of [one, other]) expect((await ok(client.call('GET', own))).body.resources).toEqual([]);
  }));

it('an import on one replica replaces the state of the other', () =>
  inTurns(async (one, other) => {
    const { searchId } = await one.price();
    const file = await other.export();
    await ok(other.reset());
    await ok(one.import(file));
    const again = await other.call('GET', `/_sandbox/profiles/${one.keys.profileCode}/resources/${searchId}`);
    expect([again.status, again.text]).toEqual([200, again.text]);
    await ok(one.reset());
  }));

it('a clock goes back only if the profile has no records on any replica', async () => {
  const [one, other] = await bothOf();
  const clock = `/_sandbox/profiles/${one.keys.profileCode}/clock`;
  const past = { mode: 'frozen', now: '2026-06-01T00:00:00Z' };
  expect((await one.call('PUT', clock, past)).status).toBe(200);
  await ok(one.call('PUT', clock, { mode: 'frozen', now: NOW }));
  await other.price();
  expect((await one.call('PUT', clock, past)).body.code).toBe('clock_cannot_go_back');
});

it('one of two concurrent imports of a file is stored, the other is refused for its ids', async () => {
  const [source] = await bothOf();
  await source.price();
  const file = await source.export();
  await ok(source.remove());
  for (let i = 0; i < TURNS; i++) {
    const [[one], [, other]] = [await bothOf(), await bothOf()];
    const imported = await Promise.all([one.import(file), other.import(file)]);
    expect(imported.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await Promise.all([one, other].map((client) => ok(client.remove())));
  }
});

it('one replica removes the expired records of all', async () => {
  const [one, other] = await bothOf();
  const clock = `/_sandbox/profiles/${one.keys.profileCode}/clock`;
  for (const client of [one, other]) await client.price();
  await ok(one.call('POST', `${clock}/advance`, { by: 'P2D' }));
  const kept = async (client: Client) =>
    (await client.call('GET', `/_sandbox/profiles/${one.keys.profileCode}`)).body.kept.searches.count;
  for (const client of [one, other]) await expect.poll(() => kept(client), { timeout: 60_000 }).toBe(0);
});

it('one of ten concurrent removals finds the profile, and no reset finds it afterwards', async () => {
  for (let i = 0; i < TURNS; i++) {
    const { profileCode } = await makeProfile(replicas.baseUrls[0]);
    const removals = Array.from({ length: 10 }, (_, each) =>
      control(replicas.baseUrls[(each + i) % 2], 'DELETE', `/profiles/${profileCode}`),
    );
    const reset = control(replicas.baseUrls[i % 2], 'POST', `/profiles/${profileCode}/reset`);
    const removed = (await Promise.all(removals)).map(({ status }) => status);
    expect(removed.toSorted()).toEqual([200, ...Array<number>(9).fill(404)]);
    expect([200, 404]).toContain((await reset).status);
    const later = replicas.baseUrls.map((url) => control(url, 'POST', `/profiles/${profileCode}/reset`));
    expect((await Promise.all(later)).map(({ status }) => status)).toEqual([404, 404]);
  }
});

it('a removed profile is unknown to the other replica', async () => {
  const [one, other] = await bothOf();
  await other.price();
  await ok(one.remove());
  expect((await other.call('POST', '/search', AIRPORT_TO_TOWN)).status).toBe(403);
  expect((await control(replicas.baseUrls[1], 'GET', `/profiles/${one.keys.profileCode}`)).status).toBe(404);
});

describe('a stream of the journal', () => {
  it('the stream of each replica has the exchanges of both, in the same order without gaps', async () => {
    const [one, other] = await bothOf();
    const streams = await Promise.all(replicas.baseUrls.map((baseUrl) => journalClient(baseUrl, one.keys).stream()));
    const clients = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? one : other));
    await Promise.all(clients.map((client) => client.read('searchId=1')));
    for (const stream of streams) {
      await stream.until(40);
      expect(stream.events.map(({ data }) => data.sequence)).toEqual(clients.map((_, i) => i + 1));
      stream.close();
    }
    const [first, second] = streams.map(({ events }) => events.map(({ data }) => data.exchangeId));
    expect(first).toEqual(second);
    expect(new Set(first).size).toBe(40);
  });

  it('begins again when the other replica resets the profile, regardless of other notifications', async () => {
    const [one, other] = await bothOf();
    await one.read('searchId=1');
    const stranger = new pg.Client(replicas.store);
    await stranger.connect();
    const schema = new URL(replicas.store.replace('@/', '@localhost/')).searchParams.get('schema');
    for (const payload of ['', '{', 'null', 'other dp_1', `${schema} 1`, `${schema} 1 {`, `${schema} 1 {"event":null}`])
      for (const channel of ['taxiway', 'taxiway_messages'])
        await stranger.query('select pg_notify($1, $2)', [channel, payload]);
    await stranger.end();
    const stream = await journalClient(replicas.baseUrls[0], one.keys).stream();
    await ok(other.reset());
    await stream.until(2);
    expect(stream.events.map(({ event }) => event).toSorted()).toEqual(['changed', 'restarted']);
    await other.read('searchId=2');
    await stream.until(3);
    expect(stream.events[2]).toMatchObject({ event: 'exchange', data: { sequence: 1 } });
    stream.close();
  });
});

it('the other replica continues after kill -9 of the leader, with every acknowledged booking', async () => {
  const [, other] = await bothOf();
  const leader = stateClient(replicas.baseUrls[0], other.keys);
  const booked: string[] = [];
  let isRunning = true;
  const bookOn = async (client: Client) => {
    while (isRunning) booked.push((await client.book(await client.price())).reservations[0].reservationId);
  };
  const workers = [leader, leader, other].map((client) => bookOn(client).catch((error: Error) => error.message));
  await expect.poll(() => booked.length).toBeGreaterThan(20);
  await replicas.kill(0);
  const before = booked.length;
  await expect.poll(() => booked.length).toBeGreaterThan(before + 5);
  isRunning = false;
  const ended = await Promise.all(workers);
  expect(ended.map((end) => end === undefined)).toEqual([false, false, true]);
  for (const id of booked) expect((await other.read(`reservationId=${id}`)).status).toBe(200);
  await replicas.start(0);
  expect((await stateClient(replicas.baseUrls[0], other.keys).read(`reservationId=${booked[0]}`)).status).toBe(200);
});

describe('key pairs of pages', () => {
  const pageKeysOf = async (client: Client): Promise<KeyPair> => {
    const { body } = await ok(client.call('POST', `/_sandbox/profiles/${client.keys.profileCode}/page-keys/console`));
    return body.credential;
  };
  const statusesOf = (keys: KeyPair) =>
    Promise.all(
      replicas.baseUrls.map(
        async (url) => (await stateClient(url, keys).call('POST', '/search', AIRPORT_TO_TOWN)).status,
      ),
    );

  it('each replica accepts the key pair of the other, and knows its page', async () => {
    const [one, other] = await bothOf();
    const [first, second] = [await pageKeysOf(one), await pageKeysOf(other)];
    for (const keys of [first, second]) expect(await statusesOf(keys)).toEqual([200, 200]);
    const journal = journalClient(replicas.baseUrls[0], one.keys);
    await expect.poll(() => journal.exchanges({ origin: 'console' })).toHaveLength(4);
  });

  it('a revocation on one replica ends the key pairs of both, and the page gets another one', async () => {
    const [one, other] = await bothOf();
    const own = `/_sandbox/profiles/${one.keys.profileCode}/credentials`;
    const { credential } = (await one.call('POST', own)).body;
    const page = await pageKeysOf(one);
    await ok(other.call('DELETE', `${own}/${credential.publicKey}`));
    expect(await statusesOf(page)).toEqual([403, 403]);
    expect(await statusesOf(await pageKeysOf(one))).toEqual([200, 200]);
  });
});

it('the calls of nobody to both replicas are in one journal of at most 200', async () => {
  const path = `/nowhere/${randomUUID()}`;
  const of = async (url: string) =>
    (await control(url, 'GET', '/profiles/nobody/journal?limit=200')).body as Pick<Journal, 'exchanges' | 'dropped'>;
  const calls = Array.from({ length: 240 }, (_, i) => fetch(`${replicas.baseUrls[i % 2]}${path}`));
  await Promise.all(calls);
  await expect
    .poll(async () => {
      const [one, other] = await Promise.all(replicas.baseUrls.map(of));
      const ids = (journal = one) => journal?.exchanges.map(({ exchangeId }) => exchangeId);
      const isOne = JSON.stringify(ids()) === JSON.stringify(ids(other));
      return isOne && one?.exchanges.every((exchange) => exchange.path === path) && one.exchanges.length;
    })
    .toSatisfy((length) => Number(length) >= 180 && Number(length) <= 200);
  expect((await of(replicas.baseUrls[0])).dropped.unauthenticated).toBeGreaterThanOrEqual(40);
});

describe('an exported journal', () => {
  it.each(['ndjson', 'har'])('lets the judge see that a client knew what it sent, as %s', async (form) => {
    const [one, other] = await bothOf();
    for (let i = 0; i < 8; i++) {
      // The first replica stores its calls before the second one stores the search.
      await ok(one.call('POST', '/search', AIRPORT_TO_TOWN));
      const { searchId, offers } = (await ok(other.call('POST', '/search', AIRPORT_TO_TOWN))).body;
      const { resultId, bookingToken } = offers.find(easy);
      await ok(one.call('POST', '/pricing', { searchId, resultId, bookingToken }));
    }
    const journal = journalClient(replicas.baseUrls[0], one.keys);
    await expect.poll(() => journal.exchanges({ limit: 100 })).toHaveLength(24);
    const { text } = await ok(other.call('GET', `/_sandbox/profiles/${one.keys.profileCode}/journal.${form}`));
    const verdicts = await verdictsIn(text);
    expect(brokenIn(verdicts)).toEqual([]);
    // An instant is rough: a pricing right after its search can be undecided.
    const { kept = 0, undecided = 0 } = verdicts.rules.find(({ id }) => id === 'transfer.identifiers.search-id') ?? {};
    expect([kept > 0, kept + undecided]).toEqual([true, 8]);
  });
});

describe('an open stream', () => {
  it('reports what the other replica changed', async () => {
    const [one, other] = await bothOf();
    const stream = await journalClient(replicas.baseUrls[0], one.keys).stream();
    await other.arm('pending', 1);
    await stream.until(1);
    await makeProfile(replicas.baseUrls[1]);
    await stream.until(2);
    expect(stream.events.map(({ data }) => data.operationId)).toEqual(['armScenario', 'createProfile']);
    stream.close();
  });

  it('ends when the other replica revokes a credential of its profile, and no other stream ends', async () => {
    const [one, other] = await bothOf();
    const [stranger] = await bothOf();
    const own = `/_sandbox/profiles/${one.keys.profileCode}/credentials`;
    const { credential } = (await one.call('POST', own)).body;
    const stream = await journalClient(replicas.baseUrls[0], credential).stream();
    const foreign = await journalClient(replicas.baseUrls[0], stranger.keys).stream();
    await ok(other.call('DELETE', `${own}/${credential.publicKey}`));
    await stream.ended;
    await stranger.read('searchId=1');
    await foreign.until(1);
    foreign.close();
  });

  it('ends when the connection that reports changes was lost, so that its client reads what it missed', async () => {
    const [one] = await bothOf();
    const stream = await journalClient(replicas.baseUrls[0], one.keys).stream();
    const admin = new pg.Client(replicas.store);
    await admin.connect();
    // Only these sessions hold advisory locks of this schema: sandboxes of other test files keep theirs.
    const query =
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1::regnamespace";
    await admin.query(query, [/schema=(\w+)/.exec(replicas.store)?.[1]]);
    await admin.end();
    await expect.poll(async () => (await one.read('searchId=1')).status).toBe(400);
    await stream.ended;
  });
});

describe('a further process', () => {
  const options = { store: '', clock: new VirtualClock(NOW), log: 'silent' } as const;

  it('has the same flights if it has no seed', async () => {
    const [one] = await bothOf();
    const sandbox = await createSandbox({ ...options, store: replicas.store });
    const third = stateClient(await sandbox.listen(), one.keys);
    const [offers, others] = [await one.searchFlights(), await third.searchFlights()];
    const shown = ({ gdsprovider, slices, totalAmount }: (typeof offers)[number]) => ({
      gdsprovider,
      slices,
      totalAmount,
    });
    expect(others.map(shown)).toEqual(offers.map(shown));
    await sandbox.close();
  });

  it('is refused if it has another seed', async () => {
    const refused = createSandbox({ ...options, store: replicas.store, seed: 'another' });
    await expect(refused).rejects.toThrow(/the seed differs from the first one of this store/);
  });
});

it('six processes start at once on a database without the schema', async () => {
  const store = newSchema();
  const sandboxes = await Promise.all(Array.from({ length: 6 }, () => createSandbox({ store, log: 'silent' })));
  const keys = await sandboxes[0]?.addProfile();
  if (!keys) throw new Error('no sandbox started');
  for (const sandbox of sandboxes) await stateClient(await sandbox.listen(), keys).price();
  for (const sandbox of sandboxes) await sandbox.close();
});

it('no row without a profile remains', async () => {
  await expect.poll(() => leftovers(replicas.store), { timeout: 60_000 }).toEqual({});
});

const LATER = '2027-03-16T11:30:00';
