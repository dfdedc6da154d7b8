import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { redactText } from '../exchange/redaction.ts';
import type { Refusal } from '../interface/errors/refusal.ts';

/** The body of an error that the recorder itself makes, in the form of the service. */
export interface ErrorBody {
  statusCode: number;
  error: string;
  message: string[];
  code: string;
  liveMode?: boolean;
  requestId: string;
}

/** `liveMode`: what the upstream says of itself; null, and left out, as long as it has said nothing. */
export function errorBody(status: number, code: string, messages: readonly string[], liveMode: boolean | null) {
  return {
    statusCode: status,
    error: STATUS_CODES[status] ?? '',
    message: messages.map((message) => redactText(message).slice(0, LONGEST)),
    code,
    ...(liveMode !== null && { liveMode }),
    requestId: `recorder_${++errors}`,
  } satisfies ErrorBody;
}

/** What was thrown, as an error body. */
export function refusalBody({ status, code, message, details }: Refusal, liveMode: boolean | null): ErrorBody {
  const messages = details.map((detail) => detail.message);
  return errorBody(status, code, messages.length > 0 ? messages : [message], liveMode);
}

/** Writes the head of a response of the recorder's own; returns its headers, and the body to send. */
export function writeJsonHead(
  res: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): { text: string; headers: string[] } {
  const own = { 'Content-Type': 'application/json; charset=utf-8', ...headers };
  return writeOwnHead(res, status, JSON.stringify(body), own);
}

/** The same for a body of any type, which the headers name. */
export function writeOwnHead(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): { text: string; headers: string[] } {
  const all = { 'Content-Length': String(Buffer.byteLength(text)), 'Cache-Control': 'no-store', ...headers };
  // Without it, Node would try a reason phrase again that it has refused.
  res.writeHead(status, STATUS_CODES[status] ?? '', all);
  return { text: res.req.method === 'HEAD' ? '' : text, headers: Object.entries(all).flat() };
}

/** Sends JSON of the recorder's own. */
export function sendJson(res: ServerResponse, status: number, body: object): void {
  res.end(writeJsonHead(res, status, body).text);
}

let errors = 0;
/** The names of every scenario fit. */
const LONGEST = 2000;
