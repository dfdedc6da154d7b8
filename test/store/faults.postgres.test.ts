import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { monotonicClock, VirtualClock } from '../../src/base/clock.ts';
import type { Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { Proxy, Session } from '../support/postgres/proxy.ts';
import { pass, startProxy } from '../support/postgres/proxy.ts';
import type { Postgres } from '../support/postgres/start-postgres.ts';
import { startPostgres } from '../support/postgres/start-postgres.ts';
import { callable, NOW } from '../support/sandbox.ts';
import type { PricedOffer } from '../transfers/transfer-client.ts';
import { AIRPORT_TO_TOWN, bookRequest, transferClient } from '../transfers/transfer-client.ts';

/** Longest time of a call during an outage, as the page about the behaviour states it. */
const STATED_MS = 20_000;

// A server of their own, and a network between it and the sandbox that these tests disturb.
let postgres: Postgres;
let admin: pg.Client;
let network: Proxy;
let sandbox: Sandbox;
let baseUrl: string;
const clock = new VirtualClock(NOW);
const calls = callable(() => ({ sandbox, clock, baseUrl }));
const client = transferClient(calls);

beforeAll(async () => {
  postgres = startPostgres();
  admin = new pg.Client(postgres.url);
  await admin.connect();
  network = await startProxy(postgres.url);
  sandbox = await createSandbox({ clock, log: 'silent', store: network.url });
  baseUrl = await sandbox.listen();
});
afterAll(async () => {
  await sandbox.close();
  network.end();
  await admin.end();
  await postgres.end();
});
beforeEach(() => expectReady());
afterEach(() => {
  network.toServer = network.toClient = pass;
});

const UNAVAILABLE = { statusCode: 500, code: 'store_unavailable', liveMode: false, requestId: expect.any(String) };

describe('while the network is silent', () => {
  it('calls are refused within the documented time, and the sandbox recovers automatically', async () => {
    const { reservationId } = await client.reserve();
    const priced = await client.priced();
    network.toServer = network.toClient = () => null;
    const [begun, ready] = [monotonicClock.now(), isReady()];
    const responses = await Promise.all([
      read({ reservationId }),
      book(priced),
      calls.post('/search', AIRPORT_TO_TOWN),
    ]);
    expect(monotonicClock.now() - begun).toBeLessThan(STATED_MS);
    for (const { status, body } of responses)
      expect([status, body]).toEqual([500, expect.objectContaining(UNAVAILABLE)]);
    expect(await ready).toBe(false);
    network.toServer = network.toClient = pass;
    await expectReady();
    expect((await read({ reservationId })).body).toMatchObject({ status: 'completed' });
    expect(await bookedFor(priced)).toBe(0);
    expect((await book(priced)).status).toBe(200);
    expect(await bookedFor(priced)).toBe(1);
  });
});

describe('when the network falls silent after a booking was sent', () => {
  it('the client gets a response within the documented time, and a retry makes no second reservation', async () => {
    const priced = await client.priced();
    // New connections send the text of each statement.
    network.cut();
    await expectReady();
    network.toServer = (chunk) => {
      if (chunk.includes('insert into "bookings"')) network.toClient = () => null;
      return chunk;
    };
    const begun = monotonicClock.now();
    const { status, body } = await book(priced);
    expect(monotonicClock.now() - begun).toBeLessThan(STATED_MS);
    expect([status, body]).toEqual([500, expect.objectContaining(UNAVAILABLE)]);
    network.toServer = network.toClient = pass;
    await expectReady();
    const stored = await reservationsOf(priced);
    expect(stored).toHaveLength(1);
    const again = await book(priced);
    expect(await reservationsOf(priced)).toEqual(stored);
    expect([again.status, again.body.reservations.map(idOf)]).toEqual([200, stored]);
  });
});

describe('when the connection ends before the response to a booking arrives', () => {
  it('the sandbox reads the stored booking, and returns it', async () => {
    const priced = await client.priced();
    const lost = loseResponseToBooking();
    const { status, body } = await book(priced);
    expect(lost()).toBe(1);
    expect([status, body.status]).toEqual([200, 'completed']);
    expect(await bookedFor(priced)).toBe(1);
    expect((await read({ reservationId: body.reservations[0].reservationId })).status).toBe(200);
  });
});

describe('while the disk of the server is full', () => {
  it('bookings are refused and nothing is stored; reads are served', async () => {
    const { reservationId } = await client.reserve();
    const priced = await client.priced();
    await fillDisk();
    const { status, body } = await book(priced);
    expect([status, body]).toEqual([500, expect.objectContaining(UNAVAILABLE)]);
    expect(await isReady()).toBe(false);
    expect((await read({ reservationId })).status).toBe(200);
    await admin.query('drop function full_disk() cascade; drop function full_disk_for_tables() cascade');
    await expectReady();
    expect(await bookedFor(priced)).toBe(0);
    expect((await book(priced)).status).toBe(200);
  });
});

describe('while the server refuses to listen, as a standby does', () => {
  it('calls are refused, and leave no session open on the server', async () => {
    network.toServer = (chunk) => Buffer.from(chunk.toString('latin1').replace(LISTEN, REFUSED), 'latin1');
    network.cut();
    for (let i = 0; i < 5; i++) expect(await isReady()).toBe(false);
    await expect.poll(sessionsThatCouldNotListen).toBe(0);
    network.toServer = pass;
    await expectReady();
  });

  async function sessionsThatCouldNotListen(): Promise<number> {
    const query = 'select count(*)::integer as count from pg_stat_activity where query like $1';
    return (await admin.query<{ count: number }>(query, [`${REFUSED}%`])).rows[0]?.count ?? Number.NaN;
  }

  const LISTEN = 'listen taxiway';
  /** As long as the command, which the message states the length of. */
  const REFUSED = 'lissen taxiway';
});

/** As on a full disk, bookings and new tables find no space, and changes within a page succeed. */
async function fillDisk(): Promise<void> {
  const fail = "begin raise exception 'could not extend file' using errcode = '53100'; end";
  await admin.query(`create function full_disk() returns trigger language plpgsql as $$ ${fail} $$;
    create trigger full_disk before insert or update on taxiway.bookings for each row execute function full_disk();
    create function full_disk_for_tables() returns event_trigger language plpgsql as $$ ${fail} $$;
    create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE')
      execute function full_disk_for_tables()`);
}

describe('while the network is slow', () => {
  it('calls take longer, and are served', async () => {
    const priced = await client.priced();
    network.toClient = (chunk, session) => {
      void wait(SLOW_MS).then(() => session.send(chunk));
      return null;
    };
    const begun = monotonicClock.now();
    const responses = await Promise.all([book(priced), calls.post('/search', AIRPORT_TO_TOWN)]);
    expect(monotonicClock.now() - begun).toBeGreaterThan(SLOW_MS);
    network.toClient = pass;
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await bookedFor(priced)).toBe(1);
  });
});

const SLOW_MS = 200;

function book(priced: PricedOffer) {
  return calls.post('/book', bookRequest(priced));
}

function read(query: Record<string, string>) {
  return calls.get('/reservations/details', { query });
}

async function bookedFor(priced: PricedOffer): Promise<number> {
  return (await reservationsOf(priced)).length;
}

async function reservationsOf({ search }: PricedOffer): Promise<string[]> {
  const { body } = await read({ searchId: search.searchId });
  return (body.reservations ?? []).map(idOf);
}

function idOf({ reservationId }: { reservationId: string }): string {
  return reservationId;
}

async function isReady(): Promise<boolean> {
  return (await calls.get('/_sandbox/ready')).status === 200;
}

function expectReady(): Promise<void> {
  return expect.poll(isReady, { timeout: 30_000 }).toBe(true);
}

/** Cuts the first connection that has stored a booking, before the response. Returns the number of cuts so far. */
function loseResponseToBooking(): () => number {
  // New connections send the text of each statement.
  network.cut();
  const booking = new Set<Session>();
  let cuts = 0;
  network.toServer = (chunk, session) => {
    if (chunk.includes('insert into "bookings"')) booking.add(session);
    return chunk;
  };
  network.toClient = (chunk, session) => {
    if (cuts > 0 || !booking.has(session) || !chunk.includes(READY_OUTSIDE_TRANSACTION)) return chunk;
    cuts++;
    session.cut();
    return null;
  };
  return () => cuts;
}

/** Message of the wire protocol: every statement so far is committed. */
const READY_OUTSIDE_TRANSACTION = Buffer.from('Z\0\0\0\u0005I', 'latin1');
