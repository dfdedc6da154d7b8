import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '../src/index.ts';
import { median } from './compare.ts';
import { scaled } from './scaled.ts';

/**
 * `taxiway judge` of recordings that are made here: how long 1,000 exchanges take after the start of the process, and
 * how much memory files of 50, 200 and 400 MB take. `scale` is the share of the usual amounts.
 */
export async function measureJudge(scale = 1): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-bench-'));
  const journey = await recordJourney();
  const file = join(folder, 'recording.har');
  await writeRecording(file, journey, ({ exchanges }) => exchanges < 1000 * scale);
  const runs: Reading[] = [];
  for (let i = 0; i < scaled(RUNS, scale); i++) runs.push(await judgeOnce(file));
  console.log(
    `judge, ${1000 * scale} exchanges (${megabytes(statSync(file).size)} MB), median of ${runs.length} runs: ` +
      `${Math.round(median(runs.map(({ ms }) => ms)))} ms after start, of it CPU ` +
      `${Math.round(median(runs.map(({ cpuMs }) => cpuMs)))} ms`,
  );
  for (const size of SIZES) {
    await writeRecording(file, journey, ({ bytes }) => bytes < size * scale);
    const { ms, rssBytes, startRssBytes } = await judgeOnce(file);
    console.log(
      `judge, a HAR file of ${megabytes(statSync(file).size)} MB: ${(ms / 1000).toFixed(1)} s, at most ` +
        `${megabytes(rssBytes)} MB of memory (${megabytes(startRssBytes)} MB before it is read)`,
    );
  }
  rmSync(folder, { recursive: true });
}

/** What a process that judges prints of itself. */
interface Reading {
  ms: number;
  cpuMs: number;
  rssBytes: number;
  startRssBytes: number;
}

async function judgeOnce(file: string): Promise<Reading> {
  const program = fileURLToPath(new URL('servers/judge-file.ts', import.meta.url));
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`the judge ended with ${code}`);
  return JSON.parse(text) as Reading;
}

/** The entries of a booked transfer: search, pricing, a pending booking, two reads. */
async function recordJourney(): Promise<object[]> {
  const sandbox = await createSandbox({ log: 'silent', seed: 'bench' });
  const baseUrl = await sandbox.listen();
  const entries: object[] = [];
  const call = async (path: string, body?: object) => {
    const headers = {
      Authorization: 'Bearer sk_sandbox_taxiway_demo',
      'X-Service-Id': 'pk_sandbox_taxiway:dp_taxiway00001',
      'Content-Type': 'application/json',
    };
    const method = body ? 'POST' : 'GET';
    const sent = body && JSON.stringify(body);
    const response = await fetch(baseUrl + path, { method, headers, ...(sent !== undefined && { body: sent }) });
    const text = await response.text();
    entries.push({
      time: 12,
      request: {
        method,
        url: baseUrl + path,
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
        ...(sent !== undefined && { postData: { mimeType: 'application/json', text: sent } }),
      },
      response: {
        status: response.status,
        headers: [...response.headers].map(([name, value]) => ({ name, value })),
        content: { size: text.length, mimeType: 'application/json', text },
      },
    });
    return JSON.parse(text);
  };
  const found = await call('/search', {
    pickup: { iataCode: 'MAD' },
    dropoff: { address: 'Calle de Alcalá 42, Madrid' },
    pickupDateTime: '2030-03-01T11:30:00',
    passengers: 1,
  });
  const { resultId, bookingToken } = found.offers[0];
  const tokens = { searchId: found.searchId, resultId, bookingToken };
  const { pricingToken } = await call('/pricing', tokens);
  await call('/book?scenario=pending', {
    ...tokens,
    pricingToken,
    traveller: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' },
    flight: { airlineIataCode: 'IB', flightNumber: '3166' },
  });
  for (let i = 0; i < 2; i++) await call(`/reservations/details?searchId=${found.searchId}`);
  await sandbox.close();
  return entries;
}

/** Writes the journey again and again, each time with ids and tokens of its own. */
async function writeRecording(
  file: string,
  journey: readonly object[],
  goesOn: (written: { exchanges: number; bytes: number }) => boolean,
): Promise<void> {
  const stream = createWriteStream(file);
  const texts = journey.map((entry) => JSON.stringify(entry, null, 2));
  stream.write('{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[');
  let [exchanges, bytes] = [0, 0];
  while (goesOn({ exchanges, bytes })) {
    const text = texts[exchanges % texts.length] ?? '';
    const journeyNumber = String(Math.floor(exchanges / texts.length)).padStart(8, '0');
    const startedDateTime = new Date(START + exchanges * 1000).toISOString();
    const own = text
      .replace(/(\b[bp]t_)\w{8}/g, `$1${journeyNumber}`)
      .replace(/(\b)[0-9a-f]{8}([0-9a-f]{24}\b)/g, `$1${journeyNumber}$2`);
    const entry = `${exchanges === 0 ? '' : ',\n'}{"startedDateTime":"${startedDateTime}",${own.slice(1)}`;
    exchanges++;
    bytes += entry.length;
    if (!stream.write(entry)) await once(stream, 'drain');
  }
  stream.end(']}}');
  await once(stream, 'close');
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

const RUNS = 7;
const SIZES = [50e6, 200e6, 400e6];
const START = Date.parse('2027-01-10T12:00:00Z');
