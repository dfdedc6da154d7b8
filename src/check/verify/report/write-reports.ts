import { renderBaseline } from '../../report/baseline.ts';
import { writeFiles } from '../../report/write-files.ts';
import type { Conclusion } from './conclusion.ts';
import { renderHtml } from './html.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import type { Report } from './report.ts';

/** The reports to write, each with the file that it goes into. */
export type ReportFiles = Partial<Record<'json' | 'junit' | 'html' | 'writeBaseline', string>>;

/**
 * Writes each selected report and creates its folder. Throws ConfigError for those that cannot be written, after the
 * others are.
 */
export function writeReports(files: ReportFiles, report: Report, conclusion: Conclusion): void {
  writeFiles(
    RENDERERS.flatMap(([kind, render]) => {
      const file = files[kind];
      return file === undefined ? [] : { kind, file, text: render(report, conclusion) };
    }),
  );
}

type Render = (report: Report, conclusion: Conclusion) => string;

const RENDERERS: readonly (readonly [keyof ReportFiles, Render])[] = [
  ['json', renderJson],
  ['junit', renderJunit],
  ['html', renderHtml],
  ['writeBaseline', (_, { failures, known }) => renderBaseline([...failures, ...known])],
];
