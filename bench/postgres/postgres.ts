import { startPostgres } from '../../test/support/postgres/start-postgres.ts';
import type { Comparison } from '../compare.ts';
import { measure, median, repetitions } from '../compare.ts';
import type { MeasuredServer } from '../measured-server.ts';
import { canPin, startServer } from '../measured-server.ts';
import { bookBodies, demoHeaders, oneSearchBody, post } from '../requests.ts';
import { scaled } from '../scaled.ts';

/**
 * Prints the CPU time of calls on PostgreSQL next to those in memory, and the difference in round trips: in CPU time of
 * `select 1` through the same pool. Also the share of the journal in the difference: the calls of a third sandbox,
 * without a journal, have the rest. The processes of PostgreSQL itself do not count.
 */
export async function measurePostgres(scale = 1): Promise<void> {
  const postgres = startPostgres();
  const selects = await startServer('select-one', postgres.url);
  await microsOfSelect(selects, scaled(20_000, scale));
  try {
    for (const call of CALLS) await measureCall(call, postgres.url, selects, scale);
  } finally {
    await selects.stop();
    await postgres.end();
  }
}

interface Call extends Pick<Comparison, 'title' | 'path' | 'amount' | 'bodies'> {
  /** Accepted difference, as a multiple of `select 1`. */
  most: number;
}

const sameSearch = oneSearchBody();
const CALLS: readonly Call[] = [
  { title: 'booking', path: '/book', amount: 300, most: 3, bodies: ({ baseUrl }, count) => bookBodies(baseUrl, count) },
  { title: 'search', path: '/v1/flights/search', amount: 600, most: 2.5, bodies: async () => sameSearch },
  { title: 'read', path: '/reservations/details?partnerTrackingId=bench', amount: 600, most: 2, bodies: withBooking },
];

async function measureCall(
  { title, path, amount, bodies, most }: Call,
  url: string,
  selects: MeasuredServer,
  scale: number,
): Promise<void> {
  const ones: number[] = [];
  let stores = 0;
  const contestant = (name: string, nextStore: () => string, ...more: string[]) => ({
    name,
    bodies,
    start: () => startServer('sandbox', `store=${nextStore()}`, ...more),
    afterRound: async () => void ones.push(await microsOfSelect(selects, scaled(2000, scale))),
  });
  const nextSchema = () => `${url}&schema=${title}_${stores++}`;
  const contestants = [
    contestant('memory', () => ':memory:'),
    contestant('PostgreSQL', nextSchema),
    contestant('without journal', nextSchema, 'without-journal'),
  ];
  const rounds = await measure(path, scaled(WARM_UP, scale), scaled(amount, scale), contestants, repetitions(scale));
  const micros = (name: string) => median(rounds.map((round) => round[name].cpuMicrosPerRequest));
  const [inMemory, onPostgres, one] = [micros('memory'), micros('PostgreSQL'), median(ones)];
  const journal = Math.round(onPostgres - micros('without journal'));
  const trips = ((onPostgres - inMemory) / one).toFixed(1);
  const difference = `the difference is ${trips} × select 1 (${Math.round(one)} µs), of at most ${most}`;
  console.log(
    `${title}: ${Math.round(onPostgres)} µs of CPU on PostgreSQL, of which ${journal} for the journal; ` +
      `${Math.round(inMemory)} µs in memory: ${difference}${canPin ? '' : '; NOT pinned'}`,
  );
}

/** Books once at each server; the calls read that booking. */
async function withBooking({ baseUrl }: MeasuredServer): Promise<() => undefined> {
  const path = `${baseUrl}/reservations/details?partnerTrackingId=bench`;
  const isBooked = (await fetch(path, { headers: demoHeaders })).status === 200;
  if (!isBooked) {
    const body = JSON.parse((await bookBodies(baseUrl, 1))()) as object;
    await post(baseUrl, '/book', { ...body, partnerTrackingId: 'bench' });
  }
  return () => undefined;
}

async function microsOfSelect(selects: MeasuredServer, amount: number): Promise<number> {
  const { cpuMicros: before } = await selects.usage();
  await selects.ask({ select: amount });
  return ((await selects.usage()).cpuMicros - before) / amount;
}

const WARM_UP = 12_000;
