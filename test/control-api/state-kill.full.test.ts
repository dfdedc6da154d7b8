import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { demoKeys } from '../../src/profiles/demo-keys.ts';
import { serveTaxiway } from '../cli/taxiway.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { contentOf, ok, sealed, stateClient, walk } from './state-client.ts';

it('kill -9 during an import leaves the whole previous state or the whole new one', async () => {
  const store = temporaryFile();
  const serve = () =>
    serveTaxiway(['--store', store, '--log', 'silent', '--now', '2027-01-10T12:00:00Z', '--seed', 'kill']);
  let taxiway = await serve();
  const client = () => stateClient(taxiway.baseUrl, demoKeys);
  await walk(client());
  const small = await client().export();
  const {
    searches: [row],
  } = JSON.parse(small);
  const large = sealed({
    ...JSON.parse(small),
    searches: Array.from({ length: 12_000 }, (_, i) => ({ ...row, search_id: `kill${String(i).padStart(12, '0')}` })),
  });
  const started = performance.now();
  await ok(client().import(large));
  const whole = performance.now() - started;
  const contents = [contentOf(small), contentOf(large)].map((content) => ({
    ...content,
    searches: content.searches.map((search: { search_id: string }) => search.search_id).sort(),
  }));

  let present = 1;
  for (const share of [0.5, 0.75, 0.9]) {
    const next = [large, small][present];
    const responding = client()
      .import(next)
      .then(
        ({ status }) => status,
        () => 'cut off',
      );
    await wait(whole * share * (present === 0 ? 1 : 0.3));
    taxiway.kill('SIGKILL');
    expect(await taxiway.ended).toBe('SIGKILL');
    const response = await responding;
    taxiway = await serve();
    const content = contentOf(await client().export());
    const found = {
      ...content,
      searches: content.searches.map((search: { search_id: string }) => search.search_id).sort(),
    };
    const now = found.searches.length === contents[present].searches.length ? present : 1 - present;
    expect(found).toEqual(contents[now]);
    if (response === 200) expect(now).toBe(1 - present);
    present = now;
  }
  await ok(client().reset());
  expect((await walk(client())).filter((response) => response.startsWith('500'))).toEqual([]);
  taxiway.kill('SIGTERM');
  expect(await taxiway.ended).toBe(0);
}, 60_000);
