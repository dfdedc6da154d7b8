import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../options/usage-error.ts';
import { renderBaseline } from './baseline.ts';
import type { Conclusion } from './conclusion.ts';
import { renderHtml } from './html.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import type { Report } from './report.ts';

/** The reports to write, each with the file that it goes into. */
export type ReportFiles = Partial<Record<'json' | 'junit' | 'html' | 'writeBaseline', string>>;

/** Writes each report that is wanted; folders on the way are made. Throws UsageError where a file cannot be written. */
export function writeReports(files: ReportFiles, report: Report, conclusion: Conclusion): void {
  for (const [kind, render] of Object.entries(RENDERERS) as [keyof ReportFiles, Render][]) {
    const file = files[kind];
    if (file !== undefined) write(kind, file, render(report, conclusion));
  }
}

type Render = (report: Report, conclusion: Conclusion) => string;

const RENDERERS: Record<keyof ReportFiles, Render> = {
  json: renderJson,
  junit: renderJunit,
  html: renderHtml,
  writeBaseline: (_, { failures, known }) => renderBaseline([...failures, ...known]),
};

function write(kind: string, file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`the ${kind === 'writeBaseline' ? 'baseline' : kind} file ${file} cannot be written: ${(error as Error).message}; give another one`);
  }
}
