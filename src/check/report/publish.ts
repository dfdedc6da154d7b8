import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../../base/config-error.ts';
import { messageOf } from '../../base/message-of.ts';
import { STDIO } from '../../config/setting.ts';
import { renderBaseline } from './baseline.ts';
import type { Console } from './console.ts';
import { renderAnnotations, renderMarkdown } from './formats/github.ts';
import { renderHtml } from './formats/html.ts';
import { renderJson } from './formats/json.ts';
import { renderJunit } from './formats/junit.ts';
import { renderText } from './formats/text.ts';
import type { Report } from './report.ts';
import { exitCodeOf } from './report.ts';

/** Files of a report, by format. `-` is standard output. */
export type ReportFiles = { readonly [kind in keyof typeof FORMATS]?: string | undefined };

export interface PublishOptions extends ReportFiles {
  /** Failures and the result only, on the console. */
  quiet?: boolean | undefined;
  /** Adds annotations to the console, and the summary to the file of `stepSummary`. */
  github?: boolean | undefined;
  stepSummary?: string | undefined;
  /** A block for the console only. */
  aside?: string;
}

/**
 * Prints a report, writes its files and returns the exit code. Throws ConfigError for files that cannot be written,
 * after the others are.
 */
export function publish(report: Report, options: PublishOptions, out: Console): number {
  const { quiet = false, github = false, stepSummary, aside } = options;
  out.printReport(renderText(report, { paint: out.paint, columns: out.columns, quiet, aside }));
  writeReports(options, report);
  if (github) {
    out.print(renderAnnotations(report));
    if (stepSummary !== undefined) appendFileSync(stepSummary, renderMarkdown(report));
  }
  return exitCodeOf(report);
}

/** Writes each selected format and creates its folder. Throws ConfigError for those that cannot be written. */
export function writeReports(files: ReportFiles, report: Report): void {
  const faults = KINDS.flatMap((kind) => {
    const file = files[kind];
    return file === undefined ? [] : write(kind, file, FORMATS[kind](report));
  });
  if (faults.length > 0) throw new ConfigError(faults.join('; '));
}

/** Returns the fault, if there is one. */
function write(kind: keyof ReportFiles, file: string, text: string): string[] {
  if (file === STDIO) {
    process.stdout.write(text);
    return [];
  }
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return [];
  } catch (error) {
    const name = kind === 'writeBaseline' ? 'baseline' : kind;
    return [`the ${name} file ${file} cannot be written: ${messageOf(error)}; pass another one`];
  }
}

/** Formats for files, each with its setting. */
const FORMATS = {
  json: renderJson,
  junit: renderJunit,
  html: renderHtml,
  writeBaseline: ({ failures }: Report) => renderBaseline(failures),
} satisfies Record<string, (report: Report) => string>;
const KINDS = Object.keys(FORMATS) as (keyof ReportFiles)[];
