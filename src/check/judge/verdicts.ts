import type { Rule } from '../../interface/rules/load-rules.ts';
import { hiddenConduct } from '../../interface/rules/load-rules.ts';
import type { Count } from '../report/quantities.ts';
import type { ConductArea, ConductCheck } from './conduct.ts';
import type { Finding } from './finding.ts';
import { wrongAndRight } from './rule-page.ts';
import type { Subject, Tally } from './subject.ts';

/**
 * Verdict on a client and a rule. `broken`: at least once. `warn`: an assumption was not met. `open`: an occasion waits
 * for the client's next step. `kept`: on every decided occasion. `undecided`: there were occasions, but none could be
 * decided. `not met`: no occasion came. `unobservable`: nothing outside the client shows it.
 *
 * @example
 * ```ts
 * import type { RuleVerdictName } from 'taxiway';
 *
 * const failing: RuleVerdictName[] = ['broken', 'warn'];
 * ```
 */
export type RuleVerdictName = 'broken' | 'warn' | 'open' | 'kept' | 'undecided' | 'not met' | 'unobservable';

/**
 * State of one rule. Plain JSON.
 *
 * @example
 * ```ts
 * import { createSandbox } from 'taxiway';
 * import type { RuleVerdict } from 'taxiway';
 *
 * const sandbox = await createSandbox();
 * const { rules } = await sandbox.verdicts();
 * const broken: RuleVerdict[] = rules.filter(({ verdict }) => verdict === 'broken');
 * for (const { id, right } of broken) console.log(id, right);
 * ```
 */
export interface RuleVerdict {
  id: string;
  sections: readonly string[];
  sentence: string;
  verdict: RuleVerdictName;
  /** Occasion count for each outcome. */
  kept: Count;
  broken: Count;
  warned: Count;
  undecided: Count;
  open: Count;
  /** The exchanges with an occasion still open, by id: each check's first ones. */
  openedBy: readonly string[];
  /** Reason for an undecided or unobservable rule; empty otherwise. */
  reason: string;
  /** The right conduct; empty for a rule without a check. */
  right: string[];
  /** An occasion's causes. */
  occasions: readonly string[];
  /** Sandbox scenarios for an occasion; empty if ordinary calls are enough. */
  scenarios: readonly string[];
  findings: Finding[];
}

/** Advice, and how often it was given. */
export interface AdviceGiven {
  id: string;
  check: string;
  count: Count;
  /** The right way. */
  right: string;
  findings: readonly Finding[];
}

/**
 * State of one client. Plain JSON.
 *
 * @example
 * ```ts
 * import type { Verdicts } from 'taxiway';
 *
 * function isGreen({ decided, summary }: Verdicts): boolean {
 *   return decided > 0 && summary.broken === 0;
 * }
 * ```
 */
export interface Verdicts {
  /** Judged exchanges. */
  exchanges: number;
  /** Decided occasions (`kept`, `broken` or `warn`). With 0, no conduct was judged. */
  decided: number;
  /** Rule count for each verdict. */
  summary: Record<RuleVerdictName, number>;
  rules: RuleVerdict[];
  advice: AdviceGiven[];
}

/**
 * Verdicts on a profile's own calls, and on calls without valid credentials that name it.
 *
 * @example
 * ```ts
 * import { createSandbox } from 'taxiway';
 * import type { ProfileVerdicts } from 'taxiway';
 *
 * const sandbox = await createSandbox();
 * const verdicts: ProfileVerdicts = await sandbox.verdicts(sandbox.demoKeys.profileCode, { ended: true });
 * if (verdicts.unjudged !== null) throw new Error(verdicts.unjudged);
 * ```
 */
export interface ProfileVerdicts extends Verdicts {
  /** Calls from the sandbox's pages, such as the console; they are not judged. */
  passedOver: Count;
  /** Reason for calls missing from the verdicts; null if none is missing. */
  unjudged: string | null;
  /** Reason if its clients may know more than was seen; null otherwise. */
  gap: string | null;
  /** Verdicts on calls without valid credentials. Any caller can make them. */
  unauthenticated: Verdicts & Pick<ProfileVerdicts, 'unjudged'>;
}

/**
 * Returns the verdicts on one or more profiles together, one for each client rule. `ended`: no exchange follows, so
 * open occasions are decided.
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
    // The counter of a check for one rule includes findings that are not stored.
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

/** A profile's verdict numbers. Plain JSON. */
export interface Counts {
  exchanges: number;
  /** Occasions kept, broken or warned about. */
  decided: number;
  broken: number;
  warned: number;
  advised: number;
  open: number;
}

/** Adds up the numbers of several profiles. A profile without judged exchanges is undefined. */
export function countsOf(areas: readonly ConductArea[], subjects: readonly (Subject | undefined)[]): Counts {
  const judged = subjects.filter((subject) => subject !== undefined);
  const checks = areas.flatMap((area) => area.checks);
  const tallies = judged.flatMap((subject) => checks.map((check) => subject.tally(check, false)));
  const { kept, broken, warned, advised, open } = add(tallies);
  const exchanges = judged.reduce((sum, subject) => sum + subject.exchanges, 0);
  return { exchanges, decided: kept + broken + warned, broken, warned, advised, open };
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
