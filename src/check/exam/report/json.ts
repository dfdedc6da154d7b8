import { redactText } from '../../../exchange/redaction.ts';
import type { ExamReport } from './report.ts';

/** The report as JSON. Exchanges and verdicts are left out: `--evidence` writes them. */
export function renderExamJson(report: ExamReport): string {
  return redactText(`${JSON.stringify(report, leaveOut, 2)}\n`);
}

function leaveOut(key: string, value: unknown): unknown {
  return key === 'journal' || key === 'verdicts' ? undefined : value;
}
