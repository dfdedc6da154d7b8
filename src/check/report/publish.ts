import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import { writePrivately } from '../../base/private-file.ts';
import { STDIO } from '../../config/setting.ts';
import { renderBaseline } from './baseline.ts';
import type { Console, ReportFiles } from './console.ts';
import { renderAnnotations, renderMarkdown } from './formats/github.ts';
import { renderHtml } from './formats/html.ts';
import { renderJson } from './formats/json.ts';
import { renderJunit } from './formats/junit.ts';
import { renderText } from './formats/text.ts';
import type { Report } from './report.ts';
import { exitCodeOf } from './report.ts';

export interface PublishOptions extends ReportFiles {
  /** File for this run's failures. */
  writeBaseline?: string | undefined;
  /** True to print failures and the result only, on the console. */
  quiet?: boolean | undefined;
  /** True to add annotations to the console, and the summary to the file `stepSummary`. */
  github?: boolean | undefined;
  stepSummary?: string | undefined;
}

/**
 * Prints a report, writes its files and returns the exit code. Throws ConfigError if a file cannot be written, after it
 * has written the others.
 */
export function publish(report: Report, options: PublishOptions, out: Console): number {
  const { quiet = false, github = false, stepSummary } = options;
  out.printReport(renderText(report, { paint: out.paint, columns: out.columns, quiet }));
  writeReports(options, report);
  if (github) {
    out.print(renderAnnotations(report));
    if (stepSummary !== undefined) appendFileSync(stepSummary, renderMarkdown(report));
  }
  return exitCodeOf(report);
}

/** Writes each selected file and creates its folder. Throws ConfigError if a file cannot be written. */
export function writeReports(options: PublishOptions, report: Report): void {
  const faults = FORMATS.flatMap(([format, render]) => {
    const file = options[format];
    return file === undefined ? [] : write(format, file, render(report));
  });
  if (faults.length > 0) throw new ConfigError(faults.join('; '));
}

/** Writes a file. Returns the fault, if any. */
function write(format: string, file: string, text: string): string[] {
  if (file === STDIO) {
    process.stdout.write(text);
    return [];
  }
  try {
    mkdirSync(dirname(file), { recursive: true });
    writePrivately(file, text);
    return [];
  } catch (error) {
    const name = NAMES[format] ?? format;
    return [`the ${name} file ${file} cannot be written: ${messageOf(error)}; pass another one`];
  }
}

const WRITERS = {
  json: renderJson,
  jsonFile: renderJson,
  junit: renderJunit,
  html: renderHtml,
} satisfies Record<keyof ReportFiles, (report: Report) => string>;
const FORMATS = Object.entries({
  ...WRITERS,
  writeBaseline: ({ failures }: Report) => renderBaseline(failures),
}) as [keyof typeof WRITERS | 'writeBaseline', (report: Report) => string][];
const NAMES: Readonly<Record<string, string>> = { jsonFile: 'json', writeBaseline: 'baseline' };
