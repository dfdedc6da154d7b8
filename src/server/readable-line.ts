import { styleText } from 'node:util';

/** What a line of the log has, as far as people read it. */
interface LogLine {
  level: number;
  /** Epoch milliseconds. */
  time: number;
  msg?: string;
  method?: string;
  path?: string;
  operation?: string;
  scenario?: string;
  status?: number | string;
  /** What the response meant; begins with its status. */
  outcome?: string;
  ms?: number;
}

/**
 * A line of the log for people: `10:31:02  200  POST /book  bookTransfer  completed  4.1 ms`. Lines that are not about
 * a request show their message, and the rest as JSON. Local time, coloured as far as the terminal supports it.
 */
export function readableLine(json: string): string {
  const line = JSON.parse(json) as LogLine;
  const text = line.method === undefined ? describeEvent(line) : describeRequest(line);
  return `${styleText('dim', clockTime(line.time), { stream: process.stdout })}  ${withoutControls(text)}\n`;
}

function describeRequest({ method, path = '', operation, scenario, status = '', outcome = '', ms }: LogLine): string {
  const begin = `${status} `;
  const meaning = outcome.startsWith(begin) ? outcome.slice(begin.length) : undefined;
  const parts = [`${method} ${path}`, operation, meaning, ms === undefined ? undefined : `${ms} ms`];
  return [
    String(status).padEnd(STATUS_WIDTH),
    ...parts.filter((part) => part !== undefined),
    ...(scenario === undefined ? [] : [`scenario ${scenario}`]),
  ].join('  ');
}

function describeEvent({ level, time: _, msg = '', ...rest }: LogLine): string {
  const more = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`;
  return `${level >= ERROR ? 'error: ' : ''}${msg}${more}`;
}

function clockTime(time: number): string {
  return new Date(time).toTimeString().slice(0, 8);
}

/** A path is what a client sent: it must not steer the terminal. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '�');
}

/** A status, or `client-gone`. */
const STATUS_WIDTH = 3;
const ERROR = 50;
