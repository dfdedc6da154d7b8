import { afterAll, expect, it } from 'vitest';
import type { Booked } from '../../../src/check/exam/booked.ts';
import { findWrongContent } from '../../../src/check/exam/compare-content.ts';
import { ControlWatch } from '../../../src/check/exam/control-watch.ts';
import { examine } from '../../../src/check/exam/examine.ts';
import { situations } from '../../../src/check/exam/situations.ts';
import { tripFor } from '../../../src/check/exam/trip.ts';
import { createSandbox } from '../../../src/index.ts';
import { misstated } from './misstated.ts';

const sandbox = await createSandbox({ seed: 'content', log: 'silent', demoCredentials: false });
afterAll(() => sandbox.close());

it('a client that states dollars as euros, or the hour in UTC, fails with a wrong belief', async () => {
  const [situation] = situations.filter(({ name }) => name === 'book-transfer.in-dollars');
  if (!situation) throw new Error('no such situation');
  const wrong = misstated((stated) => ({ ...stated, currency: 'EUR', pickup: stated.pickup?.replace('T11', 'T10') }));
  const { findings, stated } = await examine(situation, wrong, {
    sandbox,
    baseUrl: await sandbox.listen(),
    watch: new ControlWatch(),
    key: 'exam',
  });
  expect(findings.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
    expect.stringMatching(/^truth: The client states the currency EUR; booking \w+ has USD\.$/),
    expect.stringMatching(/^truth: The client states the local time \S+T10:30:00\S+; booking \w+ has \S+T11:30/),
  ]);
  expect(stated.map(({ grade }) => grade)).toEqual(['content']);
});

it.each([
  [28.24, 'Ada Byron', []],
  [14.12, 'Ada Byron', []],
  [42.36, 'Ada Byron', ['The client states the price 42.36; booking r1 has 14.12.']],
  [28.24, 'Grace Hopper', ['The client states the price 28.24; booking r1 has 14.12.']],
])('compares the price %d with two reservations over 14.12, the second one for %s: %j', (price, second, messages) => {
  const trip = tripFor({ task: 'book-transfer' }, 1, 0);
  const booked = (id: string, name: string): Booked => ({
    ...{ ids: [id], price: 14.12, currency: 'EUR', localTime: `${trip.date}T11:30`, from: 'MAD', to: trip.to },
    ...{ names: [name], passengers: 1, returnTime: null, payBy: null, travellers: [], programmes: [] },
  });
  const travellers = [{ id: 'r1', price, currency: 'EUR', localTime: null, name: 'Ada Byron', ...NO_FACTS }];
  const statement = { belief: 'booked', outcome: 'booked', ids: ['r1'], travellers } as const;
  const truth = { made: [], alive: [], strays: [], ended: [], pending: 0, names: [] };
  const contents = [booked('r1', 'Ada Byron'), booked('r2', second)];
  const found = findWrongContent([{ statement, trip }], { ...truth, contents });
  expect(found.map(({ message }) => message)).toEqual(messages);
});

/** Facts about a flight and its traveller. */
const NO_FACTS = { returnTime: null, bornDate: null, document: null, payBy: null };
