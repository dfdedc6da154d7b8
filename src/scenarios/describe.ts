import { CHANCE } from './parameters.ts';
import type { Scenario } from './scenario.ts';

/** A scenario as lists show it: everything but how it acts. */
export function describeScenario({
  name,
  shownAs = name,
  looksLike = shownAs,
  group,
  title,
  clientSees,
  operations,
  parameters = {},
  basis,
  rules,
}: Scenario) {
  return {
    name,
    group,
    shownAs,
    looksLike: looksLike === name ? null : looksLike,
    title,
    clientSees,
    operations,
    parameters: { ...parameters, chance: CHANCE },
    basis,
    rules,
  };
}
