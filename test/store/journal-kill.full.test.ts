import { expect, it } from 'vitest';
import { openStore } from '../../src/store/sql/open-store.ts';
import { serveTaxiway } from '../cli/taxiway.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { temporaryFile } from '../support/temporary-file.ts';

const HEADERS = {
  Authorization: 'Bearer sk_sandbox_taxiway_demo',
  'X-Service-Id': 'pk_sandbox_taxiway:dp_taxiway00001',
  'Content-Type': 'application/json',
};

it('the journal is consistent after kill -9 during work, and lacks at most the last moment', async () => {
  const file = temporaryFile();
  const taxiway = await serveTaxiway([
    '--store',
    file,
    '--log',
    'silent',
    '--now',
    '2027-01-10T12:00:00Z',
    '--seed',
    'kill',
  ]);
  const responded: { id: string; at: number }[] = [];
  const searchOn = async () => {
    for (;;) {
      const { headers } = await sendRaw(taxiway.baseUrl, {
        method: 'POST',
        path: '/v1/flights/search',
        headers: HEADERS,
        body: JSON.stringify(FLIGHT_SEARCH),
      });
      responded.push({ id: String(headers['x-request-id']), at: performance.now() });
    }
  };
  const workers = [1, 2, 3, 4].map(() => searchOn().catch((error: Error) => error));
  // Enough to make room several times: a search is some 30 kB, and 8 MB are kept.
  while (responded.length < 700) await new Promise((resolve) => setTimeout(resolve, 5));
  const killedAt = performance.now();
  taxiway.kill('SIGKILL');
  await taxiway.ended;
  await Promise.all(workers);

  const store = await openStore(file);
  const { journal } = store;
  const { last, dropped, exchanges } = await journal.all('dp_taxiway00001');
  expect(exchanges.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: exchanges.length }, (_, i) => last - exchanges.length + 1 + i),
  );
  expect(dropped.exchanges).toBe(last - exchanges.length);
  expect(dropped.exchanges).toBeGreaterThan(0);
  for (const { response } of exchanges) expect(JSON.parse(response?.body ?? '{}').offers).toHaveLength(12);
  const kept = new Set(exchanges.map(({ exchangeId }) => exchangeId));
  const first = responded.findIndex(({ id }) => kept.has(id));
  const lost = responded.slice(first + 4).filter(({ id }) => !kept.has(id));
  // Written 25 ms behind; the machine that runs this may be slow.
  expect(lost.every(({ at }) => killedAt - at < 1000)).toBe(true);
  expect(lost.length).toBeLessThan(responded.length / 4);
  await store.close();
});
