import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../support/temporary-file.ts';
import { loadBadClients } from './bad/load-bad-clients.ts';
import { catchBadClient } from './catch-bad-client.ts';
import { conductOf } from './conduct-of.ts';
import { good } from './good/good.ts';
import { runClient } from './run/run-client.ts';
import { foundIn } from './run/verdicts-of.ts';

const clients = await loadBadClients();
/** `npm run defects -- clients` takes them all; here one of each so many. */
const EACH = 70;
const sample = clients.filter(({ rule }) => conductOf(rule).length > 0).filter((_, index) => index % EACH === 0);

describe('the judge', () => {
  it.each(sample)('reports only the rule that the client $name breaks', async (client) => {
    expect(await catchBadClient(client)).toEqual({ missed: [], strays: [], errors: [] });
  });
});

it('knows the offers of another profile whose verdicts are read at the same time', async () => {
  const own = clients.find(({ name }) => name === 'orders-with-another-key-pair');
  if (!own) throw new Error('there is no such client');
  const { live } = await runClient({ ...good, ...own.client(good) }, { settings: { store: temporaryFile() } });
  expect(new Set(live.flatMap(foundIn).map(({ id }) => id))).toEqual(new Set([own.rule]));
});

it('every bad client has a unique name and sentence', () => {
  for (const field of ['name', 'breaks'] as const) {
    const values = clients.map((client) => client[field]);
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  }
});
