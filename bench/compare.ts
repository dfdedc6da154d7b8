import { execFileSync } from 'node:child_process';
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
  /** Bodies for the sandbox, each used once. They are made right before they are sent, while nothing is measured. */
  bodies: (sandbox: MeasuredServer, count: number) => Promise<() => string>;
}

/**
 * Measures the sandbox, raw node:http and express with express-openapi-validator in turn, round by round, so
 * that whatever else the machine does meets all three. Prints the medians; a ratio is taken within its round.
 */
export async function compare({ title, path, warmUp, amount, bodies }: Comparison): Promise<void> {
  const sandbox = await startServer('sandbox');
  const last = (await bodies(sandbox, 1))();
  const answer = await sampleAnswer(sandbox.baseUrl, path, last);
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-bench-'));
  const file = join(folder, 'answer.json');
  writeFileSync(file, answer);
  const same = async () => () => last;
  const servers: Contestant[] = [
    { name: 'sandbox', server: sandbox, bodies: (count) => bodies(sandbox, count) },
    { name: 'raw', server: await startServer('raw', file), bodies: same },
    { name: 'express-validator', server: await startServer('express-validator', file), bodies: same },
  ];
  const rounds = await measure(servers, path, warmUp, amount);
  await Promise.all(servers.map(({ server }) => server.stop()));
  rmSync(folder, { recursive: true });
  print(`${title}, ${answer.length} bytes`, rounds);
}

export interface Contestant {
  name: string;
  server: MeasuredServer;
  bodies: (count: number) => Promise<() => string>;
}

/** By the names of the servers. */
type Round = Record<string, LoadResult & { cpuMicrosPerRequest: number }>;

/**
 * Warms every server up, and lets each serve in turn, round by round; every other round in the other order.
 * What a server still does after its last answer, while the others serve, counts for its round.
 */
export async function measure(servers: readonly Contestant[], path: string, warmUp: number, amount: number): Promise<Round[]> {
  touchMemory();
  for (const { server, bodies } of servers) {
    for (let done = 0; done < warmUp; done += WARM_UP_STEP) await load(server, path, WARM_UP_STEP, await bodies(WARM_UP_STEP));
  }
  await wait(AFTERMATH_MS);
  const rounds: Round[] = [];
  const ending = new Map<string, () => Promise<void>>();
  for (let i = 0; i < ROUNDS; i++) {
    const round: Round = {};
    rounds.push(round);
    for (const { name, server, bodies } of i % 2 ? servers.toReversed() : servers) {
      await ending.get(name)?.();
      const next = await bodies(amount);
      const { cpuMicros: before } = await server.usage();
      round[name] = { ...(await load(server, path, amount, next)), cpuMicrosPerRequest: NaN };
      ending.set(name, async () => {
        round[name]!.cpuMicrosPerRequest = ((await server.usage()).cpuMicros - before) / amount;
      });
    }
  }
  await wait(AFTERMATH_MS);
  for (const end of ending.values()) await end();
  return rounds;
}

/**
 * A virtual machine gets its memory from the host page by page, when it first uses it, which takes several times what it
 * takes later on. Only a server that keeps something would pay for that: let there be enough that was used before.
 */
function touchMemory(): void {
  execFileSync(process.execPath, ['--eval', 'Buffer.alloc(2 ** 30, 1)']);
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
const ROUNDS = 25;
const WARM_UP_STEP = 2000;
/** The sandbox writes its journal up to five seconds behind. */
const AFTERMATH_MS = 6000;
