import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { load } from './load.ts';
import type { LoadResult } from './load.ts';
import { startServer } from './measured-server.ts';
import type { MeasuredServer } from './measured-server.ts';
import { demoHeaders } from './requests.ts';

/** One operation of the sandbox, to be held against servers that only send the same bytes. */
export interface Comparison {
  title: string;
  path: string;
  /** Requests before anything is measured: as many as it takes until the code is compiled for good. */
  warmUp: number;
  /** Requests in one round. */
  amount: number;
  /** Bodies for the sandbox, each used once, made before anything is measured. */
  bodies: (sandbox: MeasuredServer, count: number) => Promise<() => string>;
}

/**
 * Measures the sandbox, raw node:http and express with express-openapi-validator in turn, round by round, so
 * that whatever else the machine does meets all three. Prints the medians; a ratio is taken within its round.
 */
export async function compare({ title, path, warmUp, amount, bodies }: Comparison): Promise<void> {
  const sandbox = await startServer('sandbox');
  const next = await bodies(sandbox, 1 + warmUp + ROUNDS * amount);
  const last = next();
  const answer = await sampleAnswer(sandbox.baseUrl, path, last);
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-bench-'));
  const file = join(folder, 'answer.json');
  writeFileSync(file, answer);
  const servers: Contestant[] = [
    { name: 'sandbox', server: sandbox, next },
    { name: 'raw', server: await startServer('raw', file), next: () => last },
    { name: 'express-validator', server: await startServer('express-validator', file), next: () => last },
  ];
  const rounds = await measure(servers, path, warmUp, amount);
  await Promise.all(servers.map(({ server }) => server.stop()));
  rmSync(folder, { recursive: true });
  print(`${title}, ${answer.length} bytes`, rounds);
}

export interface Contestant {
  name: string;
  server: MeasuredServer;
  next: () => string;
}

/** By the names of the servers. */
type Round = Record<string, LoadResult & { cpuMicrosPerRequest: number }>;

/**
 * Warms every server up, and lets each serve in turn, round by round; every other round in the other order.
 * What a server still does after its last answer, while the others serve, counts for its round.
 */
export async function measure(servers: readonly Contestant[], path: string, warmUp: number, amount: number): Promise<Round[]> {
  const usedBefore = new Map<string, number>();
  /** CPU time of a server since it was asked last. */
  const lap = async ({ name, server }: Contestant): Promise<number> => {
    const { cpuMicros } = await server.usage();
    const before = usedBefore.get(name) ?? 0;
    usedBefore.set(name, cpuMicros);
    return cpuMicros - before;
  };
  for (const { server, next } of servers) await load(server, path, warmUp, next);
  await wait(AFTERMATH_MS);
  for (const one of servers) await lap(one);

  const loads: Record<string, LoadResult>[] = [];
  const laps = new Map(servers.map(({ name }) => [name, [] as number[]]));
  for (let i = 0; i < ROUNDS; i++) {
    loads.push({});
    for (const one of i % 2 ? servers.toReversed() : servers) {
      if (i > 0) laps.get(one.name)!.push(await lap(one));
      loads[i]![one.name] = await load(one.server, path, amount, one.next);
    }
  }
  await wait(AFTERMATH_MS);
  for (const one of servers) laps.get(one.name)!.push(await lap(one));
  return loads.map((round, i) => Object.fromEntries(
    Object.entries(round).map(([name, result]) => [name, { ...result, cpuMicrosPerRequest: laps.get(name)![i]! / amount }]),
  ));
}

function print(title: string, rounds: Round[]): void {
  const of = (figure: (round: Round) => number) => median(rounds.map(figure));
  console.log(title);
  console.table(Object.fromEntries(Object.keys(rounds[0]!).map((name) => [name, {
    'CPU µs/request': Math.round(of((round) => round[name]!.cpuMicrosPerRequest)),
    'ratio to raw': Number(of((round) => round['raw']!.cpuMicrosPerRequest / round[name]!.cpuMicrosPerRequest).toFixed(3)),
    'requests/s': Math.round(of((round) => round[name]!.perSecond)),
    'p99 ms': of((round) => round[name]!.p99Ms),
  }])));
}

async function sampleAnswer(baseUrl: string, path: string, body: string): Promise<Buffer> {
  const response = await fetch(baseUrl + path, { method: 'POST', headers: demoHeaders, body });
  return Buffer.from(await response.arrayBuffer());
}

export function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Many and short: a neighbour who is busy for a while spoils some of them, and not the medians. */
export const ROUNDS = 25;
/** The sandbox writes its journal up to five seconds behind. */
const AFTERMATH_MS = 6000;
