import { Judge } from '../../../../src/check/judge/judge.ts';
import { loadConduct } from '../../../../src/check/judge/load-conduct.ts';
import type { RuleVerdict } from '../../../../src/check/judge/verdicts.ts';
import { verdictsOn } from '../../../../src/check/judge/verdicts.ts';
import { loadRules } from '../../../../src/interface/rules/load-rules.ts';
import type { Sketch } from './exchanges.ts';
import { sketches } from './exchanges.ts';

const areas = await loadConduct();
const rules = loadRules();

/** A sketch, and the profile under which it is judged: dp_a where none is named. */
export type ProfileSketch = Sketch & { profile?: string };

/** Verdicts on the rules after the sketches, if nothing follows. */
export interface Standing {
  /** Ids of the rules that are broken. */
  broken: string[];
  /** The rules with warnings, each with its assumptions: `flight-order.currency: flight.currencies`. */
  warned: string[];
  readonly verdict: (rule: string) => RuleVerdict;
}

/** `gap`: why the exchanges may not show all that was known. */
export function judgeSketches(all: readonly ProfileSketch[], gap: string | null = null): Standing {
  const judge = new Judge(areas);
  const toExchange = sketches();
  for (const { profile = 'dp_a', ...sketch } of all) judge.judge(profile, toExchange(sketch), gap);
  const subjects = judge.profiles().flatMap((profile) => judge.subject(profile) ?? []);
  const found = verdictsOn(subjects, areas, rules, true).rules;
  return {
    broken: found.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id),
    warned: found
      .filter(({ verdict }) => verdict === 'warn')
      .map(({ id, findings }) => `${id}: ${[...new Set(findings.map(({ assumption }) => assumption))].join(', ')}`),
    verdict: (rule) => {
      const one = found.find(({ id }) => id === rule);
      if (!one) throw new Error(`no verdict on ${rule}`);
      return one;
    },
  };
}
