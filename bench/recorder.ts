import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopwatch } from '../src/base/stopwatch.ts';
import { createSandbox } from '../src/index.ts';
import { startUnpinned } from './measured-server.ts';
import { demoHeaders, oneSearchBody } from './requests.ts';
import { scaled } from './scaled.ts';

interface Load {
  title: string;
  path: string;
  body: string;
  response: string;
}

/**
 * Sends requests at a steady rate, straight to a server and through the recorder in turn; prints both latencies.
 * `scale` is the share of the usual rate, rounds and seconds.
 */
export async function measureRecorder(scale = 1): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-bench-'));
  try {
    for (const one of await loads()) await compareWays(folder, one, scale);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compareWays(folder: string, { title, path, body, response }: Load, scale: number): Promise<void> {
  const [rate, rounds, seconds] = [RATE, ROUNDS, SECONDS].map((amount) => scaled(amount, scale));
  const file = join(folder, 'response.json');
  writeFileSync(file, response);
  const upstream = await startUnpinned('raw', file);
  const recorder = await startUnpinned('recorder', upstream.baseUrl);
  const ways = { direct: upstream.baseUrl + path, recorded: recorder.baseUrl + path };
  const took: Record<keyof typeof ways, number[]> = { direct: [], recorded: [] };
  // Warm, and the checks of the judge and of responses are loaded.
  for (const url of Object.values(ways)) await sendSteadily(url, body, scaled(5, scale), scaled(rate, 0.2));
  const before = await recorder.usage();
  let sent = 0;
  for (let round = 0; round < rounds; round++) {
    took.direct.push(...(await sendSteadily(ways.direct, body, seconds, rate)));
    const recorded = await sendSteadily(ways.recorded, body, seconds, rate);
    sent += recorded.length;
    took.recorded.push(...recorded);
  }
  const { cpuMicros, rssBytes } = await recorder.usage();
  const [direct, recorded] = [took.direct, took.recorded].map((all) => all.sort((a, b) => a - b));
  console.log(
    `recorder, ${title}, ${rate} requests/s, ${sent} of them: median ${at(direct, 0.5)} ms direct, ` +
      `${at(recorded, 0.5)} ms recorded, ` +
      `${(Number(at(recorded, 0.5)) - Number(at(direct, 0.5))).toFixed(2)} ms added; ` +
      `p99 ${at(direct, 0.99)} and ${at(recorded, 0.99)} ms; ` +
      `${Math.round((cpuMicros - before.cpuMicros) / sent)} µs of CPU each, ${Math.round(rssBytes / 1e6)} MB resident`,
  );
  await recorder.stop();
  await upstream.stop();
}

/** What a client sends and a sandbox returns: a short response and a long one. */
async function loads(): Promise<Load[]> {
  const sandbox = await createSandbox({ seed: 'bench', log: 'silent' });
  try {
    const baseUrl = await sandbox.listen();
    const ask = async (path: string, body: string) =>
      (await fetch(baseUrl + path, { method: 'POST', headers: demoHeaders, body })).text();
    const transfers = JSON.stringify({
      pickup: { iataCode: 'MAD' },
      dropoff: { address: 'Calle de Alcalá 42, Madrid' },
      pickupDateTime: '2027-06-01T11:30:00',
      passengers: 1,
    });
    const search = oneSearchBody()();
    const [several, long] = [await ask('/search', transfers), await ask('/v1/flights/search', search)];
    const found = JSON.parse(several) as { offers: unknown[] };
    const one = JSON.stringify({ ...found, offers: found.offers.slice(0, 1) });
    return [
      { title: `${kilobytes(one)} of transfers`, path: '/search', body: transfers, response: one },
      { title: `${kilobytes(several)} of transfers`, path: '/search', body: transfers, response: several },
      { title: `${kilobytes(long)} of flights`, path: '/v1/flights/search', body: search, response: long },
    ];
  } finally {
    await sandbox.close();
  }
}

/** Milliseconds that each request took. Throws for a response that is not 200, and where the rate is not kept. */
async function sendSteadily(url: string, body: string, seconds: number, rate: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const took: Promise<number>[] = [];
  const elapsed = stopwatch();
  while (elapsed() < seconds * 1000) {
    const due = Math.floor((elapsed() * rate) / 1000);
    while (took.length < due) took.push(sendOne(url, body, agent));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const all = await Promise.all(took);
  if (elapsed() > seconds * 1000 + LONGEST_REST_MS)
    throw new Error(`${url} does not keep up: ${Math.round((all.length / elapsed()) * 1000)} of ${rate} a second`);
  agent.destroy();
  return all;
}

function sendOne(url: string, body: string, agent: Agent): Promise<number> {
  const elapsed = stopwatch();
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: demoHeaders, agent }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve(elapsed()) : reject(new Error(`${url} returned ${response.statusCode}`)),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

function at(sorted: readonly number[], share: number): string {
  return sorted[Math.floor(sorted.length * share)].toFixed(2);
}

function kilobytes(text: string): string {
  return `${(Buffer.byteLength(text) / 1000).toFixed(0)} kB`;
}

const RATE = 1000;
const CONNECTIONS = 32;
const ROUNDS = 5;
const SECONDS = 2;
const LONGEST_REST_MS = 1000;
