import { expect, it } from 'vitest';
import { allScenarios, faultsOf, seeds, sometimes } from './run/faults-of.ts';

it.each(await allScenarios())('five and fifty concurrent travellers keep the rules under %s', async (always) => {
  const scenario = sometimes(always);
  const few = seeds.slice(0, 2).map((seed) => ({ seed, scenario, travellers: 5 }));
  expect(await faultsOf([...few, { seed: 'fifty', scenario, travellers: 50 }])).toEqual([]);
});
