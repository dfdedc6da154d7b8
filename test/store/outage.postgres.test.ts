import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import type { Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import type { Postgres } from '../support/postgres/start-postgres.ts';
import { startPostgres } from '../support/postgres/start-postgres.ts';
import { callable, NOW } from '../support/sandbox.ts';
import type { PricedOffer } from '../transfers/transfer-client.ts';
import { AIRPORT_TO_TOWN, bookRequest, transferClient } from '../transfers/transfer-client.ts';

// A server of their own: these tests stop it.
let postgres: Postgres;
let sandbox: Sandbox;
let baseUrl: string;
const clock = new VirtualClock(NOW);
const calls = callable(() => ({ sandbox, clock, baseUrl }));
const client = transferClient(calls);

beforeAll(async () => {
  postgres = startPostgres();
  sandbox = await createSandbox({ clock, log: 'silent', store: postgres.url });
  baseUrl = await sandbox.listen();
});
afterAll(async () => {
  await sandbox.close();
  await postgres.end();
});
beforeEach(() => expectReady());

const UNAVAILABLE = { statusCode: 500, code: 'store_unavailable', liveMode: false, requestId: expect.any(String) };

describe('while PostgreSQL is stopped', () => {
  it('calls are refused with one error, the sandbox is not ready, and it recovers without a restart', async () => {
    const before = await client.reserve();
    postgres.stop('immediate');
    expect(await isReady()).toBe(false);
    for (const { status, body } of [
      await calls.post('/search', AIRPORT_TO_TOWN),
      await calls.get('/reservations/details', { query: { partnerTrackingId: 'unknown' } }),
    ])
      expect([status, body]).toEqual([500, expect.objectContaining(UNAVAILABLE)]);
    postgres.start();
    await expectReady();
    const again = await calls.get('/reservations/details', { query: { reservationId: before.reservationId } });
    expect(again.body).toMatchObject({ status: 'completed' });
    expect((await client.reserve()).reservationId).not.toBe(before.reservationId);
  });

  it('a sandbox that starts waits for the server, and logs that it does', async () => {
    postgres.stop('fast');
    const lines: string[] = [];
    const starting = createSandbox({ clock, store: postgres.url, logTo: { write: (line) => void lines.push(line) } });
    await expect
      .poll(() => lines.join(''))
      .toMatch(/PostgreSQL cannot be reached yet \(.*\): waiting up to 10 seconds/);
    postgres.start();
    await (await starting).close();
    await expectReady();
  });

  it('a sandbox that may not wait for the server immediately reports it as unreachable', async () => {
    postgres.stop('fast');
    const starting = createSandbox({ clock, log: 'silent', store: postgres.url, storeWaitSeconds: 0 });
    await expect(starting).rejects.toThrow(/cannot be reached \(.*\); check that PostgreSQL runs there/);
    postgres.start();
    await expectReady();
  });

  it('a booking waits for the end of a short outage', async () => {
    const priced = await client.priced();
    postgres.stop('fast');
    setTimeout(() => postgres.start(), 1000);
    const { status, body } = await book(priced);
    expect(body).toMatchObject(status === 200 ? { status: 'completed' } : UNAVAILABLE);
    await expectReady();
    const made = await reservationsOf(priced);
    // An error does not say if the booking was made.
    if (status === 200) expect(made).toHaveLength(1);
    else expect(made.length).toBeLessThanOrEqual(1);
  });
});

describe('when connections are cut', () => {
  it('every acknowledged booking exists once, and no other status occurs', async () => {
    const priced = await Promise.all(Array.from({ length: 60 }, () => client.priced()));
    const responses: Awaited<ReturnType<typeof book>>[] = [];
    const cut = await openCutter();
    for (let from = 0; from < priced.length; from += GROUP) {
      const booking = Promise.all(priced.slice(from, from + GROUP).map(book));
      await cut.until(booking);
      responses.push(...(await booking));
    }
    await cut.end();
    await expectReady();
    for (const [i, { status, body }] of responses.entries()) {
      const found = await reservationsOf(priced[i]);
      if (status === 200)
        expect([i, body.status, found]).toEqual([i, 'completed', [body.reservations[0].reservationId]]);
      else {
        expect(body).toMatchObject(UNAVAILABLE);
        expect(found.length).toBeLessThanOrEqual(1);
      }
    }
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  });
});

describe('while another session holds a table', () => {
  it('more calls than connections are refused within the documented time, and served afterwards', async () => {
    const { reservationId } = await client.reserve();
    const session = await connect();
    await session.query('begin; lock table taxiway.bookings, taxiway.openings in access exclusive mode');
    const reads = Array.from({ length: 15 }, (_, i) =>
      calls.get('/reservations/details', { query: { partnerTrackingId: `trip-${i}` } }),
    );
    const responses = await Promise.all(reads);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 500));
    for (const { body } of responses) expect(body).toMatchObject(UNAVAILABLE);
    expect(await isReady()).toBe(false);
    await session.end();
    await expectReady();
    expect((await calls.get('/reservations/details', { query: { reservationId } })).status).toBe(200);
  });
});

function book(priced: PricedOffer) {
  return calls.post('/book', bookRequest(priced));
}

/** The first reads may still meet a connection that was cut. */
async function reservationsOf({ search }: PricedOffer): Promise<string[]> {
  const { status, body } = await calls.get('/reservations/details', { query: { searchId: search.searchId } });
  if (status === 500) return reservationsOf({ search } as PricedOffer);
  const list: { reservationId: string }[] = body.reservations ?? [];
  return list.map(({ reservationId }) => reservationId);
}

async function isReady(): Promise<boolean> {
  return (await calls.get('/_sandbox/ready')).status === 200;
}

function expectReady(): Promise<void> {
  return expect.poll(isReady, { timeout: 30_000 }).toBe(true);
}

/**
 * Ends the sandbox's sessions at least once, and again until some work is done. The pauses grow over all work: some
 * bookings get through on a busy machine too.
 */
async function openCutter() {
  const session = await connect();
  let pauseMs = 20;
  return {
    async until(work: Promise<unknown>): Promise<void> {
      let [isDone, cuts] = [false, 0];
      const done = work.finally(() => (isDone = true));
      while (!isDone || cuts === 0) {
        const query = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'taxiway'";
        cuts += (await session.query(query)).rowCount ?? 0;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        pauseMs *= 1.1;
      }
      await done;
    },
    end: () => session.end(),
  };
}

const GROUP = 10;

async function connect(): Promise<pg.Client> {
  const session = new pg.Client(postgres.url);
  await session.connect();
  return session;
}
