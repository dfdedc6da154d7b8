import type { ConductCheck } from '../../src/check/judge/conduct.ts';
import { loadConduct } from '../../src/check/judge/load-conduct.ts';

const checks = (await loadConduct()).flatMap((area) => area.checks);

/** The conduct checks of a rule, or those that give an advice, by its id. */
export function conductOf(id: string): ConductCheck[] {
  return checks.filter(({ rules, advice }) => rules.includes(id) || advice === id);
}
