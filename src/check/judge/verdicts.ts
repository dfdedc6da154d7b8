import type { Rule } from '../../interface/rules/load-rules.ts';
import { hiddenConduct } from '../../interface/rules/load-rules.ts';
import type { Count } from '../report/quantities.ts';
import type { ConductArea, ConductCheck } from './conduct.ts';
import type { Finding } from './finding.ts';
import { wrongAndRight } from './rule-page.ts';
import type { Subject, Tally } from './subject.ts';

/**
 * What can be said of a client and a rule. `broken`: at least once. `warn`: an assumption was not met. `open`: an
 * occasion waits for what the client does next. `kept`: on every occasion that could be decided. `undecided`: there
 * were occasions, and none could be decided. `not met`: no occasion came. `unobservable`: nothing outside the client
 * shows it.
 */
export type RuleVerdictName = 'broken' | 'warn' | 'open' | 'kept' | 'undecided' | 'not met' | 'unobservable';

/** Where one rule stands. Plain JSON. */
export interface RuleVerdict {
  id: string;
  sections: readonly string[];
  sentence: string;
  verdict: RuleVerdictName;
  /** How many occasions had each outcome. */
  kept: Count;
  broken: Count;
  warned: Count;
  undecided: Count;
  open: Count;
  /** Ids of the exchanges that opened what is still open: the first of each check. */
  openedBy: readonly string[];
  /** Why occasions could not be decided, or nothing shows the rule; empty otherwise. */
  reason: string;
  /** How to do it right; empty for a rule without a check. */
  right: string[];
  /** What brings an occasion about. */
  occasions: readonly string[];
  /** Scenarios of the sandbox that bring one about; empty where ordinary calls do. */
  scenarios: readonly string[];
  findings: Finding[];
}

/** A piece of advice and how often it was given. */
export interface AdviceGiven {
  id: string;
  check: string;
  count: Count;
  /** How to do it right. */
  right: string;
  findings: readonly Finding[];
}

/** Where one client stands. Plain JSON. */
export interface Verdicts {
  /** How many exchanges were judged. */
  exchanges: number;
  /** How many occasions were decided, `kept`, `broken` or `warn`: with 0 nothing was judged. */
  decided: number;
  /** How many rules have each verdict. */
  summary: Record<RuleVerdictName, number>;
  rules: RuleVerdict[];
  advice: AdviceGiven[];
}

/** The verdicts on the own calls of a profile, and on those that named its public key without being authenticated. */
export interface ProfileVerdicts extends Verdicts {
  /** How many calls of pages of the sandbox, the console for example, were not judged. */
  passedOver: Count;
  /** Why calls of its clients are missing from the verdicts; null where none is. */
  unjudged: string | null;
  /** Why its clients may know more than was seen; null where all was seen. */
  gap: string | null;
  /** Anybody can have made these calls. */
  unauthenticated: Verdicts;
}

/**
 * The verdicts on one or more profiles together, one for each rule that binds the client. `ended`: nothing follows any
 * more, so what is still open is decided.
 */
export function verdictsOn(
  subjects: readonly Subject[],
  areas: readonly ConductArea[],
  rules: readonly Rule[],
  ended: boolean,
): Verdicts {
  const checks = areas.flatMap((area) => area.checks);
  const tallies = new Map(
    checks.map((check) => [check, add(subjects.map((subject) => subject.tally(check, ended)))] as const),
  );
  const judged = rules.filter(({ bound }) => bound !== 'service').map((rule) => judgeRule(rule, tallies));
  return {
    exchanges: subjects.reduce((sum, { exchanges }) => sum + exchanges, 0),
    decided: [...tallies.values()].reduce((sum, { kept, broken, warned }) => sum + kept + broken + warned, 0),
    summary: countVerdicts(judged),
    rules: judged,
    advice: checks.flatMap((check) => {
      const tally = tallies.get(check);
      if (check.advice === undefined || !tally || tally.advised === 0) return [];
      return [
        { id: check.advice, check: check.title, count: tally.advised, right: check.right, findings: tally.findings },
      ];
    }),
  };
}

function judgeRule(rule: Rule, tallies: ReadonlyMap<ConductCheck, Tally>): RuleVerdict {
  const own = [...tallies].filter(([check]) => check.rules.includes(rule.id));
  const findings = own.flatMap(([, tally]) => tally.findings.filter((finding) => finding.rules.includes(rule.id)));
  const sum = add(own.map(([, tally]) => tally));
  const counts = { ...sum, broken: 0, warned: 0 };
  for (const [check, tally] of own) {
    // A check of one rule counts beyond the findings that it holds.
    const whole = check.rules.length === 1;
    const held = tally.findings.filter((finding) => finding.rules.includes(rule.id));
    counts.broken += whole ? tally.broken : held.filter(({ level }) => level === 'broken').length;
    counts.warned += whole ? tally.warned : held.filter(({ level }) => level === 'warn').length;
  }
  const hidden = own.length === 0 ? hiddenConduct(rule) : null;
  const verdict = hidden === null ? verdictOf(counts) : 'unobservable';
  return {
    id: rule.id,
    sections: rule.sections,
    sentence: rule.sentence,
    verdict,
    kept: counts.kept,
    broken: counts.broken,
    warned: counts.warned,
    undecided: counts.undecided,
    open: counts.open,
    openedBy: counts.openedBy,
    reason: hidden ?? counts.reason,
    right: wrongAndRight(rule.id, [...tallies.keys()]).right,
    occasions: own.map(([check]) => check.occasion),
    scenarios: [...new Set(own.flatMap(([check]) => check.scenarios))],
    findings,
  };
}

function verdictOf({ broken, warned, open, kept, undecided }: Tally): RuleVerdictName {
  if (broken > 0) return 'broken';
  if (warned > 0) return 'warn';
  if (open > 0) return 'open';
  if (kept > 0) return 'kept';
  return undecided > 0 ? 'undecided' : 'not met';
}

function add(tallies: readonly Tally[]): Tally {
  return {
    kept: sumOf(tallies, 'kept'),
    broken: sumOf(tallies, 'broken'),
    warned: sumOf(tallies, 'warned'),
    advised: sumOf(tallies, 'advised'),
    undecided: sumOf(tallies, 'undecided'),
    open: sumOf(tallies, 'open'),
    openedBy: tallies.flatMap(({ openedBy }) => openedBy),
    reason: tallies.find(({ reason }) => reason !== '')?.reason ?? '',
    findings: tallies.flatMap(({ findings }) => findings),
  };
}

function sumOf(
  tallies: readonly Tally[],
  name: 'kept' | 'broken' | 'warned' | 'advised' | 'undecided' | 'open',
): number {
  return tallies.reduce((sum, tally) => sum + tally[name], 0);
}

function countVerdicts(rules: readonly RuleVerdict[]): Record<RuleVerdictName, number> {
  const counts = { broken: 0, warn: 0, open: 0, kept: 0, undecided: 0, 'not met': 0, unobservable: 0 };
  for (const { verdict } of rules) counts[verdict]++;
  return counts;
}
