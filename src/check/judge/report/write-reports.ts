import { renderBaseline } from '../../report/baseline.ts';
import type { ReportFile } from '../../report/write-files.ts';
import { writeFiles } from '../../report/write-files.ts';
import type { Conclusion } from './conclusion.ts';
import { renderHtml } from './html.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import type { JudgeReport } from './report.ts';

/** The reports to write, each with the file that it goes into. */
export type ReportFiles = Partial<Record<ReportFile['kind'], string>>;

/** Writes each selected report. Throws ConfigError for those that cannot be written, after the others are. */
export function writeReports(files: ReportFiles, report: JudgeReport, conclusion: Conclusion): void {
  writeFiles(
    RENDERERS.flatMap(([kind, render]) => {
      const file = files[kind];
      return file === undefined ? [] : { kind, file, text: render(report, conclusion) };
    }),
  );
}

type Render = (report: JudgeReport, conclusion: Conclusion) => string;

const RENDERERS: readonly (readonly [ReportFile['kind'], Render])[] = [
  ['json', renderJson],
  ['junit', renderJunit],
  ['html', renderHtml],
  ['writeBaseline', (_, { failures, known }) => renderBaseline([...failures, ...known])],
];
