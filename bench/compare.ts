import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LoadResult } from './load.ts';
import { load } from './load.ts';
import type { MeasuredServer } from './measured-server.ts';
import { startServer } from './measured-server.ts';
import { demoHeaders } from './requests.ts';
import { scaled } from './scaled.ts';

/** One operation of the sandbox, compared with servers that only send the same bytes. */
export interface Comparison {
  title: string;
  path: string;
  /** Requests before anything is measured: as many as it takes until the code is compiled for good. */
  warmUp: number;
  /** Requests in one round. */
  amount: number;
  /**
   * Bodies for the sandbox, each used once; undefined for a GET. They are made right before they are sent, while
   * nothing is measured.
   */
  bodies: (sandbox: MeasuredServer, count: number) => Promise<() => string | undefined>;
}

/**
 * Measures the sandbox, raw node:http and express with express-openapi-validator in turn, round by round, so
 * that whatever else the machine does meets all three. Prints the medians; a ratio is taken within its round.
 */
export async function compare({ title, path, warmUp, amount, bodies }: Comparison, scale = 1): Promise<void> {
  const sample = await startServer('sandbox');
  const last = (await bodies(sample, 1))();
  const response = await sampleResponse(sample.baseUrl, path, last);
  await sample.stop();
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-bench-'));
  const file = join(folder, 'response.json');
  writeFileSync(file, response);
  const same = async () => () => last;
  const contestants = [
    { name: 'sandbox', start: () => startServer('sandbox'), bodies },
    { name: 'raw', start: () => startServer('raw', file), bodies: same },
    { name: 'express-validator', start: () => startServer('express-validator', file), bodies: same },
  ];
  const rounds = await measure(path, scaled(warmUp, scale), scaled(amount, scale), contestants, repetitions(scale));
  rmSync(folder, { recursive: true });
  print(`${title}, ${response.length} bytes`, rounds);
}

export interface Contestant {
  name: string;
  start: () => Promise<MeasuredServer>;
  bodies: Comparison['bodies'];
  /** Called after each round of this server, while nothing is measured. */
  afterRound?: (server: MeasuredServer) => Promise<void>;
}

/** By the names of the servers. */
type Round = Record<string, LoadResult & { cpuMicrosPerRequest: number }>;

/**
 * Warms every server up, and lets each serve in turn, round by round; every other round in the other order. They take
 * turns from the beginning: after some seconds with nothing to do V8 gives memory back, and is slower for a while.
 * All are started again a few times, in another order: how fast a server is differs from process to process.
 * What a server still does after its last response, while the others serve, counts for its round.
 */
export async function measure(
  path: string,
  warmUp: number,
  amount: number,
  contestants: readonly Contestant[],
  { launches, rounds: roundCount }: Repetitions,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let launch = 0; launch < launches; launch++) {
    const order = launch % 2 ? contestants.toReversed() : contestants;
    const servers: Running[] = [];
    for (const { name, start, bodies, afterRound } of order) {
      const server = await start();
      servers.push({
        name,
        server,
        bodies: (count) => bodies(server, count),
        afterRound: async () => afterRound?.(server),
      });
    }
    for (let left = warmUp; left > 0; left -= WARM_UP_STEP) {
      const step = Math.min(left, WARM_UP_STEP);
      for (const { server, bodies } of servers) await load(server, path, step, await bodies(step));
    }
    rounds.push(...(await takeTurns(servers, path, amount, roundCount)));
    await Promise.all(servers.map(({ server }) => server.stop()));
  }
  return rounds;
}

/** Number of starts of each server, and of rounds after each start. */
export interface Repetitions {
  launches: number;
  rounds: number;
}

/** Many and short rounds: a neighbour who is busy for a while distorts some of them, and not the medians. */
export function repetitions(scale: number): Repetitions {
  return { launches: scaled(3, scale), rounds: scaled(9, scale) };
}

interface Running {
  name: string;
  server: MeasuredServer;
  bodies: (count: number) => ReturnType<Comparison['bodies']>;
  afterRound: () => Promise<void>;
}

async function takeTurns(servers: readonly Running[], path: string, amount: number, count: number): Promise<Round[]> {
  const rounds: Round[] = [];
  const ending = new Map<string, () => Promise<void>>();
  for (let i = 0; i < count; i++) {
    const round: Round = {};
    rounds.push(round);
    for (const { name, server, bodies, afterRound } of i % 2 ? servers.toReversed() : servers) {
      await ending.get(name)?.();
      const next = await bodies(amount);
      const { cpuMicros: before } = await server.usage();
      round[name] = { ...(await load(server, path, amount, next)), cpuMicrosPerRequest: NaN };
      ending.set(name, async () => {
        round[name].cpuMicrosPerRequest = ((await server.usage()).cpuMicros - before) / amount;
        await afterRound();
      });
    }
  }
  await wait(AFTERMATH_MS);
  for (const end of ending.values()) await end();
  return rounds;
}

function print(title: string, rounds: Round[]): void {
  const of = (figure: (round: Round) => number) => median(rounds.map(figure));
  console.log(title);
  console.table(
    Object.fromEntries(
      Object.keys(rounds[0]).map((name) => [
        name,
        {
          'CPU µs/request': Math.round(of((round) => round[name].cpuMicrosPerRequest)),
          'ratio to raw': Number(
            of((round) => round['raw'].cpuMicrosPerRequest / round[name].cpuMicrosPerRequest).toFixed(3),
          ),
          'requests/s': Math.round(of((round) => round[name].perSecond)),
          'p99 ms': of((round) => round[name].p99Ms),
        },
      ]),
    ),
  );
}

/** Returns the body of one response; without a request body the call is a GET. */
export async function sampleResponse(baseUrl: string, path: string, body: string | undefined): Promise<Buffer> {
  const method = body === undefined ? 'GET' : 'POST';
  const response = await fetch(baseUrl + path, { method, headers: demoHeaders, ...(body !== undefined && { body }) });
  return Buffer.from(await response.arrayBuffer());
}

export function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

const WARM_UP_STEP = 2000;
/**
 * Time for what goes on behind the last response. Not for the journal of a store in memory: under such a load the last
 * thousand exchanges of a profile are written once a minute.
 */
const AFTERMATH_MS = 1000;
