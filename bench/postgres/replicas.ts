import { availableParallelism } from 'node:os';
import { startPostgres } from '../../test/support/postgres/start-postgres.ts';
import { median } from '../compare.ts';
import { load } from '../load.ts';
import type { MeasuredServer } from '../measured-server.ts';
import { startUnpinned } from '../measured-server.ts';
import { bookBodies, oneSearchBody } from '../requests.ts';
import { scaled } from '../scaled.ts';

/**
 * Prints bookings and searches of two processes on one schema, each with as many connections, next to those of one
 * process: the CPU time of a call and the calls in a second. The load and PostgreSQL take cores too.
 */
export async function measureReplicas(scale = 1): Promise<void> {
  const postgres = startPostgres();
  const start = (schema: string) => startUnpinned('sandbox', `store=${postgres.url}&schema=${schema}`);
  const one = [await start('one')];
  const two = [await start('two'), await start('two')];
  try {
    for (const [title, path, bodies] of CALLS) {
      const measured: Measured = { one: [], two: [] };
      const rounds = scaled(ROUNDS, scale);
      for (let round = -scaled(WARM_UP_ROUNDS, scale); round < rounds; round++)
        for (const [name, servers] of [['one', one] as const, ['two', two] as const]) {
          // Every process is as warm as another.
          const share = round < 0 ? servers.length : 1;
          const calls = await callAll(servers, path, scaled(AMOUNT, scale) * share, bodies);
          if (round >= 0) measured[name].push(calls);
        }
      print(title, measured);
    }
  } finally {
    await Promise.all([...one, ...two].map((server) => server.stop()));
    await postgres.end();
  }
}

type Bodies = (server: MeasuredServer, count: number) => Promise<() => string>;

const sameSearch = oneSearchBody();
const CALLS: readonly [title: string, path: string, bodies: Bodies][] = [
  ['booking', '/book', ({ baseUrl }, count) => bookBodies(baseUrl, count)],
  ['search', '/v1/flights/search', async () => sameSearch],
];

interface Calls {
  cpuMicros: number;
  perSecond: number;
}

type Measured = Record<'one' | 'two', Calls[]>;

/** The calls of all servers together. */
async function callAll(
  servers: readonly MeasuredServer[],
  path: string,
  amount: number,
  bodies: Bodies,
): Promise<Calls> {
  const share = Math.ceil(amount / servers.length);
  const nextBodies = await Promise.all(servers.map((server) => bodies(server, share)));
  const usedBy = async () => (await Promise.all(servers.map((server) => server.usage()))).map((used) => used.cpuMicros);
  const before = sum(await usedBy());
  const results = await Promise.all(servers.map((server, at) => load(server, path, share, nextBodies[at])));
  return {
    cpuMicros: (sum(await usedBy()) - before) / (share * servers.length),
    perSecond: sum(results.map(({ perSecond }) => perSecond)),
  };
}

function print(title: string, { one, two }: Measured): void {
  const ratio = (figure: (calls: Calls) => number) => (median(two.map(figure)) / median(one.map(figure))).toFixed(2);
  const cpu = ratio(({ cpuMicros }) => cpuMicros);
  const speed = ratio(({ perSecond }) => perSecond);
  console.log(
    `${title}: two processes take ${cpu} × the CPU time of one for each call, of at most 1.1, and serve ` +
      `${speed} × as many calls in a second, on ${availableParallelism()} cores`,
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const AMOUNT = 800;
const ROUNDS = 15;
const WARM_UP_ROUNDS = 15;
