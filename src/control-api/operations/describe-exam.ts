import type { HostedExam } from '../../check/exam/interactive/exams.ts';
import type { ControlSchema } from '../../interface/control-api.ts';

/** An exam as the control API shows it. `calls` belong to the open situation. */
export function describeExam(
  exam: HostedExam,
  calls: number,
): Omit<ControlSchema['Exam'], 'serviceIdHeader' | 'hasKey'> {
  const { phase, failure, progress, open, sitting, isKept } = exam;
  const { client, startedAt, keys, takeovers } = progress;
  return {
    phase,
    failure,
    client,
    startedAt,
    keys,
    isKept,
    takeovers,
    total: sitting.situations.length,
    open: open && {
      number: open.number,
      task: open.assignment.task,
      trip: open.assignment.trip,
      calls,
    },
    situations: sitting.situations.flatMap((situation, i) => {
      const { name, task, title, armed } = situation;
      const result = sitting.resultOf(situation);
      if (!result && !sitting.isSkipped(situation)) return [];
      const { verdict = 'not applicable', findings = [], warnings = [] } = result ?? {};
      return {
        number: i + 1,
        ...{ name, task, title, armed, verdict: verdict === 'flaky' ? 'failed' : verdict },
        findings: findings.map(({ kind, message, rules }) => ({ kind, message, rules: [...rules] })),
        warnings: warnings.length,
      };
    }),
  };
}
