import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { apiClient, makeProfile } from './api-client.ts';
import { oneTurn } from './full-load.ts';
import { load } from './load.ts';
import { startServer } from './measured-server.ts';
import { newSearchBodies, searchBodies } from './requests.ts';
import { scaled } from './scaled.ts';

/**
 * Memory over 50,000 searches. Offers live three seconds here, and a search is kept as long again: after six
 * seconds as many leave as arrive, and the growth has to stop. `scale` is the share of the usual number of searches.
 */
export async function measureMemory(scale = 1): Promise<void> {
  const server = await startServer('sandbox', '0.05');
  const bodies = searchBodies();
  await load(server, '/v1/flights/search', scaled(WARM_UP, scale), bodies);
  const every = scaled(5000, scale);
  const readings: number[] = [];
  for (let i = 0; i < 10; i++) {
    await load(server, '/v1/flights/search', every, bodies);
    readings.push((await server.usage(true)).rssBytes / 1e6);
  }
  await server.stop();
  console.log(
    `memory after each ${every} of ${10 * every} searches, MB: ${readings.map((mb) => mb.toFixed(1)).join(' ')}`,
  );
}

const WARM_UP = 20_000;

/**
 * Measures what a profile costs in memory and in a store file, and what is left once all profiles are removed. As many
 * calls of another profile warm the server up first.
 */
export async function measureProfiles(scale = 1): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'taxiway-bench-'));
  const file = join(folder, 'taxiway.db');
  for (const store of [undefined, file]) {
    const server = await startServer('sandbox', 'bounds=default', ...(store ? [`store=${store}`] : []));
    const fileBytes = () => sizeOf(file) + sizeOf(`${file}-wal`);
    const read = async () => {
      for (let last = NaN; last !== fileBytes(); await wait(SETTLE_MS)) last = fileBytes();
      const { rssBytes, heapBytes, externalBytes } = await server.usage(true);
      return { resident: rssBytes / 1e6, heap: (heapBytes + externalBytes) / 1e6, file: fileBytes() / 1e6 };
    };
    const [warmUp, ...clients] = await Promise.all(
      Array.from({ length: scaled(PROFILES, scale) + 1 }, async () =>
        apiClient(server.baseUrl, await makeProfile(server.baseUrl)),
      ),
    );
    const nextSearch = newSearchBodies();
    for (let turn = 0; turn < scaled(TURNS, scale) * clients.length; turn++) await oneTurn(warmUp, nextSearch(), turn);
    const before = await read();
    for (let turn = 0; turn < scaled(TURNS, scale); turn++)
      await Promise.all(clients.map((client) => oneTurn(client, nextSearch(), turn)));
    const full = await read();
    for (const { profileCode } of [warmUp, ...clients])
      await fetch(`${server.baseUrl}/_sandbox/profiles/${profileCode}`, { method: 'DELETE' });
    const after = await read();
    await server.stop();
    console.log(
      `${store ? 'store file' : 'store in memory'}: ${clients.length} profiles, ${clients[0].calls()} calls each`,
    );
    for (const kind of ['resident', 'heap', 'file'] as const)
      console.log(
        `  ${kind}: ${((full[kind] - before[kind]) / clients.length).toFixed(1)} MB a profile; ` +
          `${before[kind].toFixed(0)} MB before, ${full[kind].toFixed(0)} with all, ` +
          `${after[kind].toFixed(0)} after all were removed`,
      );
  }
  rmSync(folder, { recursive: true });
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

const PROFILES = 50;
const TURNS = 100;
/** The journal writes and the sweep removes behind the responses. */
const SETTLE_MS = 3000;
