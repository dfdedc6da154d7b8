import { STATUS_CODES } from 'node:http';
import { toIso } from '../../base/clock.ts';
import { wordOf } from '../../scenarios/operations.ts';
import type { ExchangeRecord, JournalState, MessageRecord } from '../../store/journal.ts';
import { gapOf, writePieces } from './pieces.ts';

/**
 * A journal as HAR 1.2, in pieces of UTF-8. `startedDateTime` and `time` are real, so that viewers draw what happened;
 * an imported exchange has those of the profile's clock. `_taxiway` has what HAR has no field for. `origin` begins the
 * addresses. A request without a response has the status 0, as browsers write it, and `_error`.
 */
export function writeHarFile(journal: JournalState, origin: string): Promise<Buffer[]> {
  const gap = gapOf(journal);
  const about = { version: '1.2', creator: { name: 'taxiway', version: '1' }, ...(gap !== null && { comment: gap }) };
  return writePieces(journal, {
    head: `{"log":${JSON.stringify(about).slice(0, -1)},"entries":[\n`,
    entry: (exchange) => toEntry(exchange, origin),
    between: ',\n',
    tail: '\n]}}\n',
  });
}

function toEntry(exchange: ExchangeRecord, origin: string): object {
  const { at, realTime, durationMs, request, response, path, outcome } = exchange;
  const time = durationMs ?? 0;
  return {
    startedDateTime: toIso(realTime ?? at),
    time,
    request: toRequest(exchange.method, origin + path, request),
    response: response ? toResponse(exchange, response) : lostResponse(outcome.text),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: outcome.text,
    _taxiway: notesOf(exchange),
  };
}

/** `began` and `ended` order the exchanges of the profile, as `taxiway judge` reads them. */
function notesOf({ exchangeId, sequence, overlapped, at, operationId, outcome, ending, scenario }: ExchangeRecord) {
  return {
    exchangeId,
    sequence,
    began: sequence - 1 - overlapped,
    ended: sequence,
    at,
    operation: wordOf(operationId),
    operationId,
    outcome,
    ending,
    scenario,
  };
}

function toRequest(method: string, url: string, { headers, body, encoding, bodyBytes, cut }: MessageRecord): object {
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
    // The beginning of a body would pass for the whole.
    ...(isThere && cut && { comment: CUT }),
    ...(isThere &&
      !cut && {
        postData: { mimeType: typeOf(headers), text: body, ...(encoding === 'base64' && { _encoding: 'base64' }) },
      }),
  };
}

function toResponse({ status, ending, outcome }: ExchangeRecord, message: MessageRecord): object {
  const { headers, bodyBytes } = message;
  const isWhole = ending === 'answered';
  return {
    status: status ?? 0,
    statusText: STATUS_CODES[status ?? 0] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toHeaders(headers),
    content: isWhole ? toContent(message) : { size: bodyBytes, mimeType: typeOf(headers) },
    redirectURL: '',
    headersSize: -1,
    bodySize: bodyBytes,
    ...(!isWhole && { _error: outcome.text }),
  };
}

function toContent({ headers, body, encoding, bodyBytes, cut }: MessageRecord): object {
  return {
    size: bodyBytes,
    mimeType: typeOf(headers),
    ...(body !== null && { text: body }),
    ...(body !== null && encoding === 'base64' && { encoding }),
    ...(cut && { comment: CUT }),
  };
}

function lostResponse(error: string): object {
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
    _error: error,
  };
}

function toHeaders(headers: MessageRecord['headers']): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function typeOf(headers: MessageRecord['headers']): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'x-unknown';
}

const CUT = 'The body is longer: the journal keeps the beginning.';
