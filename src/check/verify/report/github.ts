import { appendFileSync } from 'node:fs';
import { cell, code, table } from '../../../base/markdown.ts';
import { count, firstLine, plain } from '../../report/text.ts';
import { annotation, atMostTen, inRow } from '../../report/workflow-commands.ts';
import type { BrokenRule } from './broken-rules.ts';
import { listBroken } from './broken-rules.ts';
import type { Conclusion } from './conclusion.ts';
import { sectionsOf } from './console-sections.ts';
import type { Report } from './report.ts';

/**
 * Workflow commands that show the failures on the page of a GitHub Actions run: as many as it shows, then how many more
 * there are.
 */
export function renderAnnotations(report: Report, conclusion: Conclusion): string {
  const broken = listBroken(report, conclusion).filter(({ known }) => !known);
  const errors = report.contracts
    .filter(({ verdict }) => verdict === 'error')
    .map(({ title, reason }) => annotation('taxiway verify', `${title}: ${firstLine(reason)}`));
  const all = [
    ...broken.map(annotate),
    ...errors,
    ...report.faults.map((fault) => annotation('taxiway verify', firstLine(fault))),
  ];
  if (all.length === 0 && conclusion.verdict === 'error') all.push(annotation('taxiway verify', conclusion.reason));
  return atMostTen(all, 'taxiway verify');
}

/** Adds a summary to the file that GitHub Actions names in GITHUB_STEP_SUMMARY. */
export function writeStepSummary(file: string, report: Report, conclusion: Conclusion): void {
  appendFileSync(file, renderStepSummary(report, conclusion));
}

/** The same in Markdown: the verdict, the failures, and the sections with their counts. */
export function renderStepSummary(report: Report, conclusion: Conclusion): string {
  const { verdict, reason } = conclusion;
  const broken = listBroken(report, conclusion);
  const known = broken.filter((one) => one.known).length;
  return `${[
    `## taxiway verify: ${verdict}${reason && `, ${cell(plain(reason))}`}`,
    `${code(plain(report.target.flightsUrl))}: ${count(report.checks, 'check')}, ` +
      `${count(report.calls, 'call')}, ${(report.durationMs / 1000).toFixed(1)} s; ` +
      `${count(broken.length - known, 'failure')}, ${known} known`,
    ...(broken.length === 0 ? [] : [table(['Rule', '§', 'Expected', 'Found'], broken.slice(0, MAX_ROWS).map(toRow))]),
    ...(broken.length > MAX_ROWS ? [`and ${broken.length - MAX_ROWS} more`] : []),
    table(
      ['Section', 'pass', 'fail', 'warn', 'error', 'partly', 'not exercised', 'not applicable'],
      sectionsOf(report.rules).map(({ title, counts }) =>
        [
          title,
          counts.pass,
          counts.fail,
          counts.warn,
          counts.error,
          counts.partly,
          counts['not exercised'],
          counts['not applicable'],
        ].map(String),
      ),
    ),
  ].join('\n\n')}\n`;
}

function toRow({ name, known, sections, seen }: BrokenRule): string[] {
  const { expected, actual, pointer } = seen[0].finding;
  return [
    `${code(plain(name).replaceAll('`', "'"))}${known ? ' (known)' : ''}`,
    sections.join(', '),
    inRow(expected),
    inRow(`${actual}${pointer ? ` at ${pointer}` : ''}`),
  ];
}

function annotate({ name, sections, sentence, seen }: BrokenRule): string {
  const { expected, actual, pointer } = seen[0].finding;
  return annotation(
    `${name}${sections.length > 0 ? ` (§ ${sections.join(', ')})` : ''}`,
    `${sentence} Expected ${expected}, found ${actual}${pointer ? ` at ${pointer}` : ''}.`,
  );
}

const MAX_ROWS = 100;
