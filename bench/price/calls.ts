import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Comparison, Contestant } from '../compare.ts';
import { measure, median, sampleResponse } from '../compare.ts';
import { load } from '../load.ts';
import type { MeasuredServer } from '../measured-server.ts';
import { startServer } from '../measured-server.ts';
import { bookBodies, oneSearchBody, travel } from '../requests.ts';
import { scaled } from '../scaled.ts';
import type { Shares } from './code-parts.ts';
import { sharesOf } from './code-parts.ts';
import { sharesAt } from './shares-at.ts';

/** Costs of a call, equal on every machine. */
export interface CallWeight {
  /** SQL statements until the response; what is written later, in batches, does not count. */
  statements: number;
  /** Exceeded by three rounds of four: what has grown by these has not grown by chance. */
  lowShares: Shares;
}

/** Cost of one call in a warm sandbox. */
export interface CallPrice extends CallWeight {
  cpuMicros: number;
  /** CPU time of raw node:http ÷ that of the sandbox, in the same rounds. */
  ratioToRaw: number;
  /** Medians of the rounds. */
  shares: Shares;
}

interface Call extends Pick<Comparison, 'bodies' | 'warmUp' | 'amount'> {
  /** Makes what the call needs, and returns its path: the same on every sandbox, because their ids are seeded. */
  path: (sandbox: MeasuredServer) => Promise<string>;
}

const same = oneSearchBody();
const flight = oneSearchBody();

export const calls: Record<string, Call> = {
  search: { path: async () => '/v1/flights/search', bodies: async () => same, warmUp: 3000, amount: 300 },
  book: {
    path: async () => '/book',
    bodies: ({ baseUrl }, count) => bookBodies(baseUrl, count),
    warmUp: 2000,
    amount: 300,
  },
  details: {
    path: async ({ baseUrl }) => `/reservations/details?searchId=${await travel(baseUrl, flight(), 30)}`,
    bodies: async () => () => undefined,
    warmUp: 3000,
    amount: 300,
  },
};

/** Measures one call of a warm sandbox; `scale` is the share of the usual amounts. */
export async function priceCall(call: Call, scale: number): Promise<CallPrice> {
  const { path, statements, body, response } = await sampleOf(call);
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-bench-'));
  writeFileSync(join(folder, 'response.json'), response);
  const profiles: Shares[] = [];
  const rounds = await measure(
    path,
    scaled(call.warmUp, scale),
    scaled(call.amount, scale),
    [
      profiled(call, path, scale, profiles),
      { name: 'raw', start: () => startServer('raw', join(folder, 'response.json')), bodies: async () => () => body },
    ],
    { launches: scaled(3, scale), rounds: scaled(5, scale) },
  );
  rmSync(folder, { recursive: true });
  return {
    cpuMicros: median(rounds.map((round) => round['sandbox'].cpuMicrosPerRequest)),
    ratioToRaw: median(rounds.map((round) => round['raw'].cpuMicrosPerRequest / round['sandbox'].cpuMicrosPerRequest)),
    statements,
    shares: sharesAt(0.5, profiles),
    lowShares: sharesAt(0.25, profiles),
  };
}

/** Measures what a call has on every machine: its statements and its shares, in one sandbox and some seconds. */
export async function weighCall(call: Call): Promise<CallWeight> {
  const { path, statements } = await sampleOf(call);
  const profiles: Shares[] = [];
  const repetitions = { launches: 1, rounds: WEIGHINGS };
  await measure(path, call.warmUp, call.amount, [profiled(call, path, 1, profiles)], repetitions);
  return { statements, lowShares: sharesAt(0.25, profiles) };
}

async function sampleOf(call: Call) {
  const sample = await startServer('sandbox');
  const path = await call.path(sample);
  const statements = await statementsOf(call, path, sample);
  const body = (await call.bodies(sample, 1))();
  const response = await sampleResponse(sample.baseUrl, path, body);
  await sample.stop();
  return { path, statements, body, response };
}

/** A sandbox that adds its shares to `profiles` after each round. */
function profiled(call: Call, path: string, scale: number, profiles: Shares[]): Contestant {
  return {
    name: 'sandbox',
    start: async () => {
      const server = await startServer('sandbox');
      await call.path(server);
      return server;
    },
    bodies: call.bodies,
    afterRound: async (server) => void profiles.push(await profileOf(call, path, server, scale)),
  };
}

/** The median of single calls: what is written behind some of them, in batches, does not change it. */
async function statementsOf(call: Call, path: string, server: MeasuredServer): Promise<number> {
  const next = await call.bodies(server, STATEMENT_CALLS + 1);
  const count = async () => (await server.ask<{ statements: number }>({ statements: true })).statements;
  const counts: number[] = [];
  await load(server, path, 1, next);
  for (let i = 0; i < STATEMENT_CALLS; i++) {
    const before = await count();
    await load(server, path, 1, next);
    counts.push((await count()) - before);
  }
  return median(counts);
}

async function profileOf(call: Call, path: string, server: MeasuredServer, scale: number): Promise<Shares> {
  const amount = scaled(call.amount, scale);
  const next = await call.bodies(server, amount);
  await server.ask({ profile: 'start' });
  await load(server, path, amount, next);
  return sharesOf(await server.ask<Profiler.Profile>({ profile: 'stop' }));
}

const STATEMENT_CALLS = 15;
const WEIGHINGS = 8;
