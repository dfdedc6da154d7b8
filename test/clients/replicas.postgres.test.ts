import { describe, expect, it } from 'vitest';
import type { Verdicts } from '../../src/check/judge/verdicts.ts';
import { newSchema } from '../support/postgres/new-schema.ts';
import { loadBadClients } from './bad/load-bad-clients.ts';
import { good } from './good/good.ts';
import { runClient } from './run/run-client.ts';
import { foundIn } from './run/verdicts-of.ts';

// Each client calls two sandboxes in turn, which share a schema. runClient compares the verdicts of both.

const clients = await loadBadClients();
/** It needs the knowledge of another profile. */
const OF_OTHERS = 'orders-with-another-key-pair';
/** CLIENTS=all takes them all. */
const sample = clients.filter(
  ({ name, rule }, index) =>
    process.env['CLIENTS'] === 'all' || index % 40 === 0 || name === OF_OTHERS || rule.startsWith('auth.'),
);

const named = ({ rules }: Verdicts) =>
  rules.map(({ id, verdict, kept, broken, warned, undecided, open }) => ({
    id,
    verdict,
    ...{ kept, broken, warned, undecided, open },
  }));

it('the good client gets the same verdicts as in one process', async () => {
  const [one, both] = [await runClient(good), await runClient(good, { shared: newSchema() })];
  expect(both.live.map(named)).toEqual(one.live.map(named));
  expect(both.live.map(({ exchanges }) => exchanges)).toEqual(one.live.map(({ exchanges }) => exchanges));
  expect(both.live.flatMap(foundIn)).toEqual([]);
});

it('a good client of four concurrent travellers is not accused', async () => {
  // Overlapping calls can leave an occasion undecided.
  const { live } = await runClient(good, { travellers: 4, shared: newSchema() });
  expect(live.flatMap(foundIn)).toEqual([]);
  expect(Math.max(...live.map(({ decided }) => decided))).toBeGreaterThan(100);
});

describe('two sandboxes', () => {
  it.each(sample)(
    'find the rule that the client $name breaks',
    async ({ client, rule, level = 'broken', ...under }) => {
      const { scenario, settings } = under;
      const run = (shared?: string) => runClient({ ...good, ...client(good) }, { scenario, settings, shared });
      const found = ({ live }: Awaited<ReturnType<typeof run>>) =>
        live
          .flatMap(foundIn)
          .map(({ id, level: own }) => `${own} ${id}`)
          .toSorted();
      const [one, both] = [await run(), await run(newSchema())];
      expect(found(both)).toContain(`${level} ${rule}`);
      expect(found(both)).toEqual(found(one));
    },
  );
});
