import { ConfigError } from '../../base/config-error.ts';
import { freshSeed } from '../../base/ids.ts';
import { STDIO } from '../../config/setting.ts';
import type { ReportPlaces } from '../../config/shared-settings.ts';
import type { Paint } from './terminal.ts';
import { coloured, colouredFor, colourless, fit } from './terminal.ts';

/** Report files, by setting. `-` is standard output. */
export type ReportFiles = { readonly [setting in keyof ReportPlaces]?: string | undefined };

/** Returns the report files; `--json` means standard output. */
export function reportFiles({
  json,
  jsonFile,
  junit,
  html,
}: Partial<ReportPlaces>): Record<keyof ReportPlaces, string | undefined> {
  return { json: json ? STDIO : undefined, jsonFile, junit, html };
}

/** Destination for a readable report. */
export interface Console {
  stream: NodeJS.WriteStream;
  paint: Paint;
  /** Terminal width; undefined without a terminal. */
  columns: number | undefined;
  /** Prints the report, no wider than the terminal. */
  printReport(text: string): void;
  /** Prints lines unchanged. */
  print(text: string): void;
}

export interface ConsoleSettings extends ReportFiles {
  github: boolean;
  /** From `--color` or `--no-color`; undefined for colours on a terminal. */
  colour: boolean | undefined;
}

/**
 * Opens the console: standard output, or standard error if a report for programs uses standard output. Throws
 * ConfigError if two do.
 */
export function openConsole({ github, colour, ...files }: ConsoleSettings): Console {
  const { json, junit, html } = files;
  const toStdout = Object.entries({ '--json': json, '--junit -': junit, '--html -': html }).filter(
    ([, file]) => file === STDIO,
  );
  if (toStdout.length > 1)
    throw new ConfigError(
      `${toStdout.map(([flag]) => flag).join(' and ')} both take standard output; write one into a file`,
    );
  const stream = toStdout.length === 1 ? process.stderr : process.stdout;
  const print = (text: string) => void stream.write(text);
  return {
    stream,
    paint: paintFor(stream, colour),
    columns: stream.columns || undefined,
    printReport: (text) => print(github ? quoted(text) : fit(text, stream.columns)),
    print,
  };
}

function paintFor(stream: NodeJS.WriteStream, colour: boolean | undefined): Paint {
  if (colour === undefined) return colouredFor(stream);
  return colour ? coloured : colourless;
}

/**
 * Disables workflow commands. GitHub runs such commands in step output, and text from the target (in a curl line, for
 * example) must not become one.
 */
function quoted(text: string): string {
  const end = freshSeed();
  return `::stop-commands::${end}\n${text}::${end}::\n`;
}
