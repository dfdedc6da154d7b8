import type { Finding } from '../../check/judge/finding.ts';
import type { RuleVerdictName, Verdicts } from '../../check/judge/verdicts.ts';

/** Which rules of the verdicts to show. */
export interface Selection {
  verdict?: RuleVerdictName | undefined;
  rule?: string | undefined;
}

/** Verdicts with the rules that were asked for; with all held findings of a rule only where it is the one. */
export function describeVerdicts({ rules, advice, ...rest }: Verdicts, { verdict, rule }: Selection): Verdicts {
  const selected = rules.filter(
    (each) => (rule === undefined || each.id === rule) && (verdict === undefined || each.verdict === verdict),
  );
  return {
    ...rest,
    rules: rule === undefined ? selected.map(withSomeFindings) : selected,
    advice: advice.map(withSomeFindings),
  };
}

/** Verdicts with those rules only that were broken, `warn` included. */
export function describeBroken({ rules, ...rest }: Verdicts): Verdicts {
  const broken = rules.filter(({ verdict }) => verdict === 'broken' || verdict === 'warn');
  return describeVerdicts({ ...rest, rules: broken }, {});
}

function withSomeFindings<Part extends { findings: readonly Finding[] }>(part: Part): Part & { findings: Finding[] } {
  return { ...part, findings: part.findings.slice(0, MAX_FINDINGS) };
}

/** Findings of each rule in a response about all of them. */
const MAX_FINDINGS = 10;
