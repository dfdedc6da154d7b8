import { appendFileSync } from 'node:fs';
import { cell, code, table } from '../../../base/markdown.ts';
import { count, plain } from '../../report/text.ts';
import { annotation, atMostTen, inRow } from '../../report/workflow-commands.ts';
import type { BrokenRule } from './broken-rules.ts';
import { listBroken } from './broken-rules.ts';
import type { Conclusion } from './conclusion.ts';
import type { JudgeReport } from './report.ts';
import { missingEnd } from './report.ts';
import { presentVerdicts } from './report.ts';

/** Workflow commands that show the failures on the page of a GitHub Actions run, as many as it shows. */
export function renderAnnotations(report: JudgeReport, conclusion: Conclusion): string {
  const broken = listBroken(report, conclusion).filter(({ known }) => !known);
  const faults = conclusion.reason === '' ? [] : [annotation('taxiway judge', conclusion.reason)];
  return atMostTen([...broken.map(annotate), ...faults], 'taxiway judge');
}

/** Adds a summary to the file that GitHub Actions names in GITHUB_STEP_SUMMARY. */
export function writeStepSummary(file: string, report: JudgeReport, conclusion: Conclusion): void {
  appendFileSync(file, renderStepSummary(report, conclusion));
}

/** The same in Markdown: the verdict, the failures, and how many rules have each verdict. */
export function renderStepSummary(report: JudgeReport, conclusion: Conclusion): string {
  const { verdict, reason } = conclusion;
  const broken = listBroken(report, conclusion);
  const { judged, skipped, source } = report.recording;
  return `${[
    `## taxiway judge: ${verdict}${reason && `, ${cell(inRow(reason))}`}`,
    `${code(plain(source).replaceAll('`', "'"))}: ${count(judged, 'exchange')}, ` +
      `${count(skipped, 'other call')} skipped`,
    ...(missingEnd(report.recording) === '' ? [] : [missingEnd(report.recording)]),
    ...(broken.length === 0 ? [] : [table(['Rule', '§', 'Expected', 'Found'], broken.slice(0, MAX_ROWS).map(toRow))]),
    ...(broken.length > MAX_ROWS ? [`and ${broken.length - MAX_ROWS} more`] : []),
    table(
      ['Verdict', 'Rules'],
      presentVerdicts(report).map(([one, number]) => [one, String(number)]),
    ),
  ].join('\n\n')}\n`;
}

function toRow({ rule, known, seen: [{ expected, actual, pointer }] }: BrokenRule): string[] {
  return [
    `${code(rule.id)}${known ? ' (known)' : ''}`,
    rule.sections.join(', '),
    inRow(expected),
    inRow(`${actual}${pointer ? ` at ${pointer}` : ''}`),
  ];
}

function annotate({ rule, seen: [{ expected, actual, pointer, exchanges }] }: BrokenRule): string {
  const places = exchanges.map(({ id, method, path }) => `${id} ${method} ${path}`).join(', ');
  return annotation(
    `${rule.id} (§ ${rule.sections.join(', ')})`,
    `${rule.sentence} Expected ${expected}, found ${actual}${pointer ? ` at ${pointer}` : ''} (${places}).`,
  );
}

const MAX_ROWS = 100;
