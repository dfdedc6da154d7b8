import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../../config/config-error.ts';
import { messageOf } from '../../message-of.ts';
import { renderBaseline } from './baseline.ts';
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
  const faults = RENDERERS.flatMap(([kind, render]) => {
    const file = files[kind];
    return file === undefined ? [] : write(kind, file, render(report, conclusion));
  });
  if (faults.length > 0) throw new ConfigError(faults.join('; '));
}

type Render = (report: Report, conclusion: Conclusion) => string;

const RENDERERS: readonly (readonly [keyof ReportFiles, Render])[] = [
  ['json', renderJson],
  ['junit', renderJunit],
  ['html', renderHtml],
  ['writeBaseline', (_, { failures, known }) => renderBaseline([...failures, ...known])],
];

/** Returns what went wrong, if anything did. */
function write(kind: string, file: string, text: string): string[] {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return [];
  } catch (error) {
    return [
      `the ${kind === 'writeBaseline' ? 'baseline' : kind} file ${file} cannot be written: ` +
        `${messageOf(error)}; pass another one`,
    ];
  }
}
