import { expect, it } from 'vitest';
import { sizeOf, thirdOf } from '../support/full-size.ts';
import { allScenarios, faultsOf, seeds, sometimes } from './run/faults-of.ts';

const scenarios = thirdOf('scenarios for a crowd', await allScenarios());
/** Fifty travellers under every scenario take most of a minute of CPU: each tenth one has them, the others eight. */
const CROWDED = sizeOf(10, 1);

it.each(scenarios.map((scenario, index) => ({ scenario, travellers: index % CROWDED === 0 ? 50 : 8 })))(
  'five and $travellers concurrent travellers keep the rules under $scenario',
  async ({ scenario: always, travellers }) => {
    const scenario = sometimes(always);
    const few = { seed: seeds[0], scenario, travellers: 5 };
    expect(await faultsOf([few, { seed: 'many', scenario, travellers }])).toEqual([]);
  },
);
