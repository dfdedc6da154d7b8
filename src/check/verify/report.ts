import type { Assumption } from '../../interface/rules/load-assumptions.ts';
import type { Rule } from '../../interface/rules/load-rules.ts';
import { isObservable } from '../../interface/rules/load-rules.ts';
import type { Count, Instant } from '../report/quantities.ts';
import type { Target } from './probe/target.ts';
import type { ContractResult, Finding, Verdict } from './verdict.ts';
import { countVerdicts } from './verdict.ts';

/** A run's results, rule by rule. The JSON reporter writes it unchanged; `version` counts its changes. */
export interface VerifyReport {
  version: 3;
  /** Rules with a verdict from a check, and all rules of the run. */
  coverage: { checked: Count; of: Count };
  taxiway: string;
  target: ReportTarget;
  startedAt: Instant;
  durationMs: Count;
  /** Contracts with a verdict about the target, and their calls. */
  checks: Count;
  calls: Count;
  /** Rule count per verdict. */
  summary: Record<Verdict, Count>;
  rules: RuleReport[];
  assumptions: AssumptionReport[];
  /** Differences from openapi.yaml at places without a rule or an assumption. */
  unattributed: Finding[];
  contracts: ContractResult[];
  /** Faults in the harness itself. */
  faults: string[];
  /** Facts about the whole run, for example the target's rate limit. */
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
  /** Reason why it was not (fully) exercised, does not apply or ended in an error; empty otherwise. */
  reason: string;
  /** Its contracts' titles. */
  contracts: string[];
  findings: Finding[];
}

/** An assumption not met by the target. */
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
  /** True for selected contracts only. The other rules are left out. */
  partial?: boolean;
}

/** Combines the contracts' results: one verdict for each rule that binds the service. */
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
  const unchecked: readonly Verdict[] = ['not exercised', 'not applicable', 'error'];
  return {
    version: 3,
    coverage: {
      checked: reported.filter(({ verdict }) => !unchecked.includes(verdict)).length,
      of: reported.length,
    },
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
 * Returns a rule's verdict. If some checks were not exercised, it passed only in part and the reason counts them. On a
 * target without scenarios, there are many.
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

/** Returns the reasons why a contract did not check the rule: for example, it failed for another rule. */
function missedBecause({ verdict, title, reason }: ContractResult): string[] {
  if (verdict === 'not exercised') return [reason];
  return verdict === 'fail' ? [`"${title}" failed for another rule`] : [];
}
