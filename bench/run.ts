import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from './load.ts';
import type { LoadResult } from './load.ts';
import { canPin, startServer } from './measured-server.ts';
import { measureMemory } from './memory.ts';
import { bookBodies, demoHeaders, searchBodies } from './requests.ts';
import { measureStart } from './start.ts';

const WARM_UP = 2000;

// Every figure of one run is measured in that run, on one core; ratios are what counts, the rest depends on the machine.
console.log(`servers ${canPin ? 'pinned to one core' : 'NOT pinned (no taskset here)'}; ratio = raw CPU time per request ÷ CPU time per request, 1.00 is as fast as raw node:http\n`);
await compareSearch();
await compareBook();
await measureStart();
await measureMemory();

async function compareSearch(): Promise<void> {
  const sandbox = await startServer('sandbox');
  const bodies = searchBodies();
  const sample = await sampleBytes(sandbox.baseUrl, '/v1/flights/search', bodies());
  await load(sandbox, '/v1/flights/search', WARM_UP, bodies);
  const measured = await load(sandbox, '/v1/flights/search', 6000, bodies);
  await sandbox.stop();
  await printAgainst(`search, 12 offers, ${sample.length} bytes`, measured, '/v1/flights/search', sample, () => searchBodies());
}

async function compareBook(): Promise<void> {
  const sandbox = await startServer('sandbox');
  const bodies = await bookBodies(sandbox.baseUrl, 4001);
  const sample = await sampleBytes(sandbox.baseUrl, '/book', bodies.pop() as string);
  await load(sandbox, '/book', 1000, () => bodies.pop() as string);
  const measured = await load(sandbox, '/book', 3000, () => bodies.pop() as string);
  const again = await bookBodies(sandbox.baseUrl, 1);
  await sandbox.stop();
  await printAgainst(`book, ${sample.length} bytes`, measured, '/book', sample, () => () => again[0] as string);
}

/** Measures the two servers to compare with, on the same bytes, and prints the table. */
async function printAgainst(title: string, sandbox: LoadResult, path: string, bytes: Buffer, freshBodies: () => () => string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-bench-'));
  const file = join(folder, 'answer.json');
  writeFileSync(file, bytes);
  const results: [string, LoadResult][] = [['sandbox', sandbox]];
  for (const name of ['raw', 'express-validator']) {
    const server = await startServer(name, file);
    await load(server, path, WARM_UP, freshBodies());
    results.push([name, await load(server, path, 6000, freshBodies())]);
    await server.stop();
  }
  rmSync(folder, { recursive: true });
  const raw = results[1]?.[1].cpuMicrosPerRequest as number;
  console.log(title);
  console.table(Object.fromEntries(results.map(([name, result]) => [name, {
    'CPU µs/request': Math.round(result.cpuMicrosPerRequest),
    'ratio to raw': Number((raw / result.cpuMicrosPerRequest).toFixed(3)),
    'requests/s': Math.round(result.perSecond),
    'p99 ms': result.p99Ms,
  }])));
}

async function sampleBytes(baseUrl: string, path: string, body: string): Promise<Buffer> {
  const response = await fetch(baseUrl + path, { method: 'POST', headers: demoHeaders, body });
  return Buffer.from(await response.arrayBuffer());
}
