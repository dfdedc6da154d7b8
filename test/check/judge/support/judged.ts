import type { Finding } from '../../../../src/check/judge/finding.ts';
import { Judge } from '../../../../src/check/judge/judge.ts';
import { loadConduct } from '../../../../src/check/judge/load-conduct.ts';
import type { RuleVerdict, Verdicts } from '../../../../src/check/judge/verdicts.ts';
import { verdictsOn } from '../../../../src/check/judge/verdicts.ts';
import { loadRules } from '../../../../src/interface/rules/load-rules.ts';
import type { Sketch } from './exchanges.ts';
import { sketches } from './exchanges.ts';

const areas = await loadConduct();
const rules = loadRules();

/** Result of the judge on a recording of one profile. */
export interface Judged {
  /** Verdicts on the whole recording. */
  verdicts: Verdicts;
  verdict: (rule: string) => RuleVerdict;
  /** The verdicts that are neither kept nor not met, by rule. */
  notable: Record<string, string>;
  /** All findings of rules, those at the end included; each once. */
  findings: Finding[];
  /** Ids of the advice that was given. */
  advice: string[];
}

/** Judges a recording. `gap`: why it may lack something, null for one that is whole. */
export function judge(exchanges: readonly Sketch[], gap: string | null = null): Judged {
  const one = new Judge(areas);
  const toExchange = sketches();
  for (const sketch of exchanges) one.judge('dp_a', toExchange(sketch), gap);
  const subject = one.subject('dp_a');
  return asJudged(verdictsOn(subject ? [subject] : [], areas, rules, true));
}

function asJudged(verdicts: Verdicts): Judged {
  return {
    verdicts,
    verdict(rule) {
      const found = verdicts.rules.find(({ id }) => id === rule);
      if (!found) throw new Error(`no verdict on ${rule}`);
      return found;
    },
    notable: Object.fromEntries(
      verdicts.rules
        .filter(({ verdict }) => !['kept', 'not met', 'unobservable'].includes(verdict))
        .map(({ id, verdict }) => [id, verdict]),
    ),
    findings: [...new Set(verdicts.rules.flatMap(({ findings }) => findings))],
    advice: verdicts.advice.map(({ id }) => id),
  };
}
