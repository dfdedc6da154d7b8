import { appendFileSync } from 'node:fs';
import { code, table } from '../../../base/markdown.ts';
import { redactText } from '../../../exchange/redaction.ts';
import { annotation, atMostTen, inRow } from '../../report/workflow-commands.ts';
import type { ExamReport } from './report.ts';

/** Workflow commands that show what failed on the page of a GitHub Actions run. */
export function renderExamAnnotations({ situations }: ExamReport): string {
  const failed = situations.filter(({ standing }) => standing === 'failed');
  const annotations = atMostTen(
    failed.map(({ name, result }) =>
      annotation('taxiway exam', `${name}: ${result?.findings.map(({ message }) => message).join(' ') ?? ''}`),
    ),
    'taxiway exam',
  );
  return redactText(annotations);
}

/** Adds a summary to the file that GitHub Actions names in GITHUB_STEP_SUMMARY. */
export function writeExamSummary(file: string, { situations, summary, exam }: ExamReport): void {
  const rows = situations
    .filter(({ standing }) => standing !== 'passed' && standing !== 'not applicable')
    .map(({ name, title, standing, result }) => [
      code(name),
      title,
      standing,
      inRow(result?.findings.map(({ message }) => message).join(' ') ?? ''),
    ]);
  const heading = `## taxiway exam ${exam}: ${summary.passed} passed, ${summary.failed} failed`;
  const failures = rows.length > 0 ? [table(['Situation', 'What happens', '', 'Found'], rows)] : [];
  appendFileSync(file, redactText(`${[heading, ...failures].join('\n\n')}\n`));
}
