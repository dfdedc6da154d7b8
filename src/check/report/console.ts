import { ConfigError } from '../../base/config-error.ts';
import { freshSeed } from '../../base/ids.ts';
import { STDIO } from '../../config/setting.ts';
import type { ReportFormat } from '../../config/shared-settings.ts';
import { reportFormats } from '../../config/shared-settings.ts';
import type { Paint } from './terminal.ts';
import { colouredFor, colourless, fit } from './terminal.ts';

/** Files of a report, by format. `-` is standard output. */
export type ReportFiles = { readonly [format in ReportFormat]?: string | undefined };

/** The files of a report among other settings. */
export function reportFiles(settings: ReportFiles): ReportFiles {
  const formats = Object.keys(reportFormats) as ReportFormat[];
  return Object.fromEntries(formats.map((format) => [format, settings[format]]));
}

/** Where a report for people goes. */
export interface Console {
  stream: NodeJS.WriteStream;
  paint: Paint;
  /** Width of the terminal; undefined where it is none. */
  columns: number | undefined;
  /** Prints the report, no wider than the terminal. */
  printReport(text: string): void;
  /** Prints lines as they are. */
  print(text: string): void;
}

export interface ConsoleSettings extends ReportFiles {
  github: boolean;
  colour: boolean;
}

/**
 * The console is standard output, or standard error where a report for programs goes to standard output. Throws
 * ConfigError where two of them do.
 */
export function openConsole({ github, colour, ...files }: ConsoleSettings): Console {
  const toStdout = Object.entries(reportFiles(files)).filter(([, file]) => file === STDIO);
  if (toStdout.length > 1)
    throw new ConfigError(
      `${toStdout.map(([kind]) => `--${kind} -`).join(' and ')} both name standard output; write one into a file`,
    );
  const stream = toStdout.length === 1 ? process.stderr : process.stdout;
  const print = (text: string) => void stream.write(text);
  return {
    stream,
    paint: colour ? colouredFor(stream) : colourless,
    columns: stream.columns || undefined,
    printReport: (text) => print(github ? quoted(text) : fit(text, stream.columns)),
    print,
  };
}

/**
 * GitHub runs workflow commands in the output of a step; text of the target, in a curl line for example, must not be
 * one.
 */
function quoted(text: string): string {
  const end = freshSeed();
  return `::stop-commands::${end}\n${text}::${end}::\n`;
}
