import { STATUS_CODES } from 'node:http';
import { toIso } from '../../base/clock.ts';
import type { Exchange, Message } from '../exchange.ts';
import { headerOf, unseenOf } from '../exchange.ts';
import type { FileAbout, FileForm } from '../file-form.ts';
import { redactJson } from '../redaction.ts';

/**
 * HAR 1.2. `startedDateTime` and `time` are real, so that viewers draw the actual timing; those of an imported exchange
 * are by the profile's clock. `_taxiway` has the fields missing in HAR. A request without a response has the status 0,
 * as browsers write it, and `_error`.
 */
export function har({ creator, gap }: FileAbout): FileForm {
  const about = { version: '1.2', creator: { name: creator, version: '1' }, ...(gap !== null && { comment: gap }) };
  return {
    head: `{"log":${JSON.stringify(about).slice(0, -1)},"entries":[\n`,
    entry: (exchange) => redactJson(JSON.stringify(toEntry(exchange))),
    between: ',\n',
    tail: '\n]}}\n',
    mediaType: 'application/json',
    extension: 'har',
  };
}

function toEntry(exchange: Exchange): object {
  const { at, realTime, durationMs, outcome, response } = exchange;
  const time = durationMs ?? 0;
  return {
    startedDateTime: toIso(realTime ?? at),
    time,
    request: toRequest(exchange),
    response: response ? toResponse(exchange, response) : lostResponse(exchange),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...(outcome && { comment: outcome.text }),
    _taxiway: notesOf(exchange),
  };
}

/** `began` and `ended` order the profile's exchanges, as `taxiway judge` reads them. */
function notesOf(exchange: Exchange): object {
  const { sequence, overlapped, began = sequence - 1 - overlapped, ended = sequence } = exchange;
  const { exchangeId, at, base, operation, operationId, outcome, ending, scenario, scenarioFrom, origin } = exchange;
  const { isRough, authenticated, earliest, latest } = exchange;
  return {
    exchangeId,
    sequence,
    began,
    ended,
    isRough,
    authenticated,
    at,
    earliest,
    latest,
    base,
    operation,
    operationId,
    outcome,
    ending,
    scenario,
    scenarioFrom,
    origin,
    ...unseenOf(exchange),
  };
}

function toRequest({ method, server = '', path, request: { headers, body, encoding, bodyBytes, cut } }: Exchange) {
  const url = server + path;
  const isThere = body !== null && body !== '';
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toHeaders(headers),
    queryString: [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: bodyBytes,
    // Without the comment, the beginning of a body would look like the whole body.
    ...(cut && { comment: CUT }),
    ...(isThere &&
      !cut && {
        postData: { mimeType: typeOf(headers), text: body, ...(encoding === 'base64' && { _encoding: 'base64' }) },
      }),
  };
}

function toResponse(exchange: Exchange, message: Message): object {
  const { status, statusText = STATUS_CODES[status ?? 0] ?? '', ending } = exchange;
  const { headers, bodyBytes } = message;
  const isWhole = ending === 'answered';
  return {
    status: status ?? 0,
    statusText,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toHeaders(headers),
    content: isWhole ? toContent(message) : { size: bodyBytes, mimeType: typeOf(headers) },
    redirectURL: headerOf(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: bodyBytes,
    ...(!isWhole && { _error: faultOf(exchange) }),
  };
}

/** Includes the beginning of a cut body, because viewers can show it. */
function toContent({ headers, body, encoding, bodyBytes, cut }: Message): object {
  return {
    size: cut || body === null ? bodyBytes : Buffer.byteLength(body, encoding),
    mimeType: typeOf(headers),
    ...(body !== null && { text: body }),
    ...(body !== null && encoding === 'base64' && { encoding }),
    ...(cut && { comment: CUT }),
  };
}

function lostResponse(exchange: Exchange): object {
  return {
    status: 0,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: 'x-unknown' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    _error: faultOf(exchange),
  };
}

function faultOf({ outcome, reason, ending }: Exchange): string {
  return outcome?.text ?? (reason || ending);
}

function toHeaders(headers: Message['headers']): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function typeOf(headers: Message['headers']): string {
  return headerOf(headers, 'content-type') ?? 'x-unknown';
}

const CUT = 'The body is not recorded in full.';
