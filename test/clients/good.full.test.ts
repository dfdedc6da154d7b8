import { expect, it } from 'vitest';
import { thirdOf } from '../support/full-size.ts';
import { allScenarios, faultsOf, seeds, sometimes } from './run/faults-of.ts';

const scenarios = thirdOf('scenarios for the good client', await allScenarios());

it.each(scenarios)('the good client keeps the rules under %s, constant or occasional', async (scenario) => {
  // Always the same happens under every seed; now and then, something else.
  const runs = seeds.map((seed, index) => ({ seed, scenario: index % 4 === 0 ? scenario : sometimes(scenario) }));
  expect(await faultsOf(runs)).toEqual([]);
});
