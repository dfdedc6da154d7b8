import type { Assumption } from '../../interface/rules/load-assumptions.ts';
import type { Rule } from '../../interface/rules/load-rules.ts';
import { isObservable } from '../../interface/rules/load-rules.ts';
import type { Count, Instant } from '../report/quantities.ts';
import type { Target } from './probe/target.ts';
import type { ContractResult, Finding, Verdict } from './verdict.ts';
import { countVerdicts } from './verdict.ts';

/** The results of a run, rule by rule. The JSON reporter writes it unchanged; `version` counts its changes. */
export interface VerifyReport {
  version: 3;
  taxiway: string;
  target: ReportTarget;
  startedAt: Instant;
  durationMs: Count;
  /** How many contracts had a verdict about the target, and how many calls they made. */
  checks: Count;
  calls: Count;
  /** How many rules have each verdict. */
  summary: Record<Verdict, Count>;
  rules: RuleReport[];
  assumptions: AssumptionReport[];
  /** Differences from openapi.yaml at places that no rule and no assumption is about. */
  unattributed: Finding[];
  contracts: ContractResult[];
  /** Faults of the harness itself. */
  faults: string[];
  /** Facts about the whole run: that the target limits the rate of calls. */
  notes: string[];
}

export interface ReportTarget {
  flightsUrl: string;
  transfersUrl: string;
  profileCode: string;
  sandbox: boolean;
  liveMode: boolean;
}

export interface RuleReport {
  id: string;
  sections: readonly string[];
  sentence: string;
  verdict: Verdict;
  /** Why it was not exercised (fully), does not apply or ended in an error; empty otherwise. */
  reason: string;
  /** Titles of the contracts that checked it. */
  contracts: string[];
  findings: Finding[];
}

/** An assumption that was not met. */
export interface AssumptionReport {
  id: string;
  value: string;
  findings: Finding[];
}

export interface RunFacts {
  version: string;
  target: Target;
  startedAt: string;
  durationMs: number;
  results: readonly ContractResult[];
  faults: readonly string[];
  notes?: readonly string[];
  /** Only some contracts were selected: the rules of the others are left out. */
  partial?: boolean;
}

/** Combines the results of the contracts: one verdict for each rule that binds the service. */
export function buildReport(
  { version, target, startedAt, durationMs, results, faults, notes = [], partial = false }: RunFacts,
  rules: readonly Rule[],
  assumptions: readonly Assumption[],
): VerifyReport {
  const findings = results.flatMap((result) => result.findings);
  const checked = new Set(
    results.flatMap((result) => [...result.rules, ...result.findings.flatMap((finding) => finding.rules)]),
  );
  const reported = rules
    .filter((rule) => rule.bound !== 'client')
    .filter((rule) => checked.has(rule.id) || (!partial && !isObservable(rule)))
    .map((rule) => reportRule(rule, results, findings));
  return {
    version: 3,
    taxiway: version,
    target: {
      flightsUrl: target.flightsUrl,
      transfersUrl: target.transfersUrl,
      profileCode: target.keys.profileCode,
      sandbox: target.sandboxUrl !== null,
      liveMode: target.liveMode,
    },
    startedAt,
    durationMs,
    checks: results.filter(({ area, verdict }) => area !== 'interface' && ['pass', 'warn', 'fail'].includes(verdict))
      .length,
    calls: results.reduce((sum, { area, exchanges }) => sum + (area === 'interface' ? 0 : exchanges), 0),
    summary: countVerdicts(reported),
    rules: reported,
    assumptions: assumptions
      .map(({ id, value }) => ({ id, value, findings: findings.filter((finding) => finding.assumptions.includes(id)) }))
      .filter((assumption) => assumption.findings.length > 0),
    unattributed: findings.filter((finding) => finding.rules.length === 0 && finding.assumptions.length === 0),
    contracts: [...results],
    faults: [...faults],
    notes: [...notes],
  };
}

function reportRule(
  { id, sections, sentence, observed }: Rule,
  results: readonly ContractResult[],
  allFindings: readonly Finding[],
): RuleReport {
  const own = results.filter((result) => result.rules.includes(id));
  const findings = allFindings.filter((finding) => finding.rules.includes(id));
  const { verdict, reason } = findings.length > 0 ? { verdict: 'fail' as const, reason: '' } : verdictOf(own, observed);
  return { id, sections, sentence, verdict, reason, contracts: own.map(({ title }) => title), findings };
}

/**
 * A rule of which some checks were not exercised passed in part only, and its reason says how many: on a target without
 * scenarios that is a lot.
 */
function verdictOf(own: readonly ContractResult[], observed: string): Pick<RuleReport, 'verdict' | 'reason'> {
  const [first] = own;
  if (!first) return { verdict: 'not applicable', reason: observed.replace(/^no: /, 'cannot be observed: ') };
  const error = own.find(({ verdict }) => verdict === 'error');
  if (error) return { verdict: 'error', reason: error.reason };
  const reasons = own.flatMap(missedBecause);
  const [missed] = reasons;
  const judged = own.filter(({ verdict }) => verdict === 'pass' || verdict === 'warn');
  if (judged.length > 0) {
    const reason = missed === undefined ? '' : `${reasons.length} of ${own.length} checks not exercised: ${missed}`;
    if (judged.some(({ verdict }) => verdict === 'warn')) return { verdict: 'warn', reason };
    return { verdict: reason === '' ? 'pass' : 'partly', reason };
  }
  return missed === undefined
    ? { verdict: 'not applicable', reason: first.reason }
    : { verdict: 'not exercised', reason: missed };
}

/** A contract that failed for another of its rules did not check this one. */
function missedBecause({ verdict, title, reason }: ContractResult): string[] {
  if (verdict === 'not exercised') return [reason];
  return verdict === 'fail' ? [`"${title}" failed for another rule`] : [];
}
