import { load } from './load.ts';
import { startServer } from './measured-server.ts';
import { searchBodies } from './requests.ts';
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
