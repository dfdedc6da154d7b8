import type { ConductCheck } from '../../src/judge/conduct.ts';
import { loadConduct } from '../../src/judge/load-conduct.ts';

const checks = (await loadConduct()).flatMap((area) => area.checks);

/** The conduct checks of a rule, or those that give an advice, by its id. */
export function conductOf(id: string): ConductCheck[] {
  return checks.filter(({ rules, advice }) => rules.includes(id) || advice === id);
}
