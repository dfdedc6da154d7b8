import type { Scenario } from './scenario.ts';

/** A scenario as lists show it: everything but how it acts. */
export function describeScenario({ name, title, clientSees, operations, parameters = {}, basis, rules }: Scenario) {
  return { name, title, clientSees, operations, parameters, basis, rules };
}
