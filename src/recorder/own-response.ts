import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { redactText } from '../exchange/redaction.ts';
import { toJson } from '../http/to-json.ts';
import type { Refusal } from '../interface/errors/refusal.ts';

/**
 * Returns an error body in the service's form. `liveMode`: the upstream's own statement; null, and left out, until it
 * makes one.
 */
export function errorBody(status: number, code: string, messages: readonly string[], liveMode: boolean | null) {
  return {
    statusCode: status,
    error: STATUS_CODES[status] ?? '',
    message: messages.map((message) => redactText(message).slice(0, LONGEST)),
    code,
    ...(liveMode !== null && { liveMode }),
    requestId: `recorder_${++errors}`,
  };
}

/** Returns a refusal as an error body. */
export function refusalBody({ status, code, message, details }: Refusal, liveMode: boolean | null) {
  const messages = details.map((detail) => detail.message);
  return errorBody(status, code, messages.length > 0 ? messages : [message], liveMode);
}

/** Writes the head of a recorder response; returns its headers, and the body to send. */
export function writeJsonHead(
  res: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): { body: Buffer; headers: string[] } {
  const own = { 'Content-Type': 'application/json; charset=utf-8', ...headers };
  return writeOwnHead(res, status, toJson(body), own);
}

/** Writes the head for a body of any type, with the type in the headers. */
export function writeOwnHead(
  res: ServerResponse,
  status: number,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): { body: Buffer; headers: string[] } {
  const all = { 'Content-Length': String(body.length), 'Cache-Control': 'no-store', ...headers };
  // Without it, Node would retry a reason phrase it has refused.
  res.writeHead(status, STATUS_CODES[status] ?? '', all);
  return { body: res.req.method === 'HEAD' ? NO_BODY : body, headers: Object.entries(all).flat() };
}

/** Sends a JSON response from the recorder. */
export function sendJson(res: ServerResponse, status: number, body: object): void {
  res.end(writeJsonHead(res, status, body).body);
}

let errors = 0;
/** Long enough for all scenario names. */
const LONGEST = 2000;
const NO_BODY = Buffer.alloc(0);
