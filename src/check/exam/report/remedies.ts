import type { ExamFinding } from '../findings.ts';
import type { ExamRule } from './report.ts';

/** A finding, or an assumption that was not met in a situation that failed: it often has the call behind a finding. */
export type Shown = Omit<ExamFinding, 'kind'> & { kind: ExamFinding['kind'] | 'warning' };

/** What to do about a finding: how the rules that it names are kept, otherwise what its kind asks for. */
export function remedyFor({ kind }: Shown, rules: readonly ExamRule[]): readonly string[] {
  const right = [...new Set(rules.flatMap((rule) => rule.right))];
  return right.length > 0 ? right : [REMEDIES[kind]];
}

const REMEDIES: Readonly<Record<Shown['kind'], string>> = {
  crash: 'end with the exit code that says what the client believes, also where a call fails.',
  hang: 'stop waiting for a response after some seconds, and reading after some reads; say unknown then.',
  idle: 'make the calls of the task that TAXIWAY_TASK names, at TAXIWAY_BASE_URL.',
  truth: 'read what became of a call before it is made again.',
  belief: 'say booked only where a read or a response shows it, and not booked only where nothing can follow.',
  conduct: 'follow the rule.',
  warning: 'follow the rule.',
};
