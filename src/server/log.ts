import { writeSync } from 'node:fs';
import { styleText } from 'node:util';
import type { DestinationStream, Logger } from 'pino';
import { pino } from 'pino';
import type { LogFormat, LogLevel } from '../config/config.ts';

/** A sandbox's log. Writing a line never waits for a reader. */
export interface Log {
  logger: Logger;
  /** Number of lines dropped since the start: the log was not read or could not be written. */
  dropped(): number;
  /** Writes the pending lines; gives up after half a second if the log is not read. */
  close(): Promise<void>;
}

/** Opens the log, on standard output by default. */
export function openLog(level: LogLevel, format: LogFormat, logTo: DestinationStream = openOutput(format)): Log {
  const logger = pino({ level, base: null }, logTo);
  if (!(logTo instanceof BoundedOutput)) return { logger, dropped: () => 0, close: () => flushWithin(logger) };
  logTo.onRecovery = (dropped) =>
    logger.warn({ dropped }, 'log lines were dropped: the log was not read, or could not be written');
  return { logger, dropped: () => logTo.dropped, close: () => logTo.close() };
}

/**
 * Writes lines to a file descriptor, several at a time: a write for each would cost more than the line. Unwritable
 * lines (a full pipe, a pipe without a reader, a full disk) wait within a bound, and are tried again.
 */
export class BoundedOutput implements DestinationStream {
  dropped = 0;
  /** Called with the number of dropped lines once lines can be written again. */
  onRecovery: (dropped: number) => void = () => undefined;
  readonly #fileDescriptor: number;
  readonly #format: (line: string) => string;
  #lines = '';
  /** The pending bytes after a failed write. */
  #unwritten: Buffer = NOTHING;
  #reported = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `format`: formats a JSON line; leaves it unchanged by default. */
  constructor(fileDescriptor: number, format = (line: string) => line) {
    this.#fileDescriptor = fileDescriptor;
    this.#format = format;
    // Node makes a pipe or socket non-blocking when it opens its stream for it: a full one then refuses instead of
    // blocking.
    if (fileDescriptor === 1) void process.stdout;
    if (fileDescriptor === 2) void process.stderr;
  }

  write(line: string): void {
    if (this.#unwritten.length + this.#lines.length > MAX_BYTES) {
      this.dropped += 1;
      return;
    }
    this.#lines += this.#format(line);
    if (this.#unwritten.length === 0 && this.#lines.length >= TOGETHER) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), LATEST_MS).unref();
  }

  async close(): Promise<void> {
    for (let waited = 0; !this.#flush() && waited < CLOSE_TIMEOUT_MS; waited += RETRY_MS) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    clearTimeout(this.#timer);
  }

  /** Returns true once everything is written. */
  #flush(): boolean {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writeAll();
    if (this.#unwritten.length > 0) {
      this.#timer = setTimeout(() => this.#flush(), LATEST_MS).unref();
      return false;
    }
    const dropped = this.dropped - this.#reported;
    this.#reported = this.dropped;
    if (dropped > 0) this.onRecovery(dropped);
    return dropped === 0;
  }

  #writeAll(): void {
    this.#unwritten = Buffer.concat([this.#unwritten, Buffer.from(this.#lines)]);
    this.#lines = '';
    try {
      while (this.#unwritten.length > 0)
        this.#unwritten = this.#unwritten.subarray(writeSync(this.#fileDescriptor, this.#unwritten));
    } catch {
      // After any fault (a full pipe, no reader, no space) the next attempt may succeed.
    }
  }
}

/** Opens standard output or standard error for a log; `auto` is text on a terminal. */
export function openOutput(format: LogFormat, { fd, isTTY }: OutputStream = process.stdout): BoundedOutput {
  const isReadable = format === 'text' || (format === 'auto' && isTTY);
  return new BoundedOutput(fd, isReadable ? readableLine : undefined);
}

/** Standard output or standard error. */
type OutputStream = Pick<NodeJS.WriteStream, 'isTTY'> & { fd: number };

/** The caller's destination may never report that a flush has ended. */
function flushWithin(logger: Logger): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
    logger.flush(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const NOTHING = Buffer.alloc(0);
/** Some thousand lines. */
const MAX_BYTES = 256 * 1024;
const TOGETHER = 4096;
const LATEST_MS = 100;
const RETRY_MS = 10;
const CLOSE_TIMEOUT_MS = 500;

/** Log line fields for people. */
interface LogLine {
  level: number;
  /** Epoch milliseconds. */
  time: number;
  msg?: string;
  method?: string;
  path?: string;
  operation?: string;
  scenario?: string;
  idle?: string;
  status?: number | string;
  /** The response's meaning; begins with its status. */
  outcome?: string;
  ms?: number;
}

/**
 * Formats a log line for people: `10:31:02  200  POST /book  bookTransfer  completed  4.1 ms`. Lines without a request
 * show their message, and the rest as JSON. Local time, coloured as far as the terminal supports it.
 */
function readableLine(json: string): string {
  const line = JSON.parse(json) as LogLine;
  const text = line.method === undefined ? describeEvent(line) : describeRequest(line);
  return `${styleText('dim', clockTime(line.time), { stream: process.stdout })}  ${withoutControls(text)}\n`;
}

function describeRequest({
  method,
  path = '',
  operation,
  scenario,
  idle,
  status = '',
  outcome = '',
  ms,
}: LogLine): string {
  const begin = `${status} `;
  const meaning = outcome.startsWith(begin) ? outcome.slice(begin.length) : undefined;
  const parts = [`${method} ${path}`, operation, meaning, ms === undefined ? undefined : `${ms} ms`];
  return [
    String(status).padEnd(STATUS_WIDTH),
    ...parts.filter((part) => part !== undefined),
    ...(scenario === undefined ? [] : [`scenario ${scenario}`]),
    ...(idle === undefined ? [] : [`idle ${idle}`]),
  ].join('  ');
}

function describeEvent({ level, time: _, msg = '', ...rest }: LogLine): string {
  const more = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`;
  return `${level >= ERROR ? 'error: ' : ''}${msg}${more}`;
}

function clockTime(time: number): string {
  return new Date(time).toTimeString().slice(0, 8);
}

/** A client chooses the path, which must not control the terminal. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '�');
}

/** Width of a status; `client-gone` is longer. */
const STATUS_WIDTH = 3;
const ERROR = 50;
