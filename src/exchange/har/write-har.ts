import { toIso } from '../../base/clock.ts';
import { headerOf } from '../../check/judge/recording/recorded-call.ts';
import type { RecordedBody, RecordedExchange, RecordedResponse } from '../../recorder/recording/recorded-exchange.ts';
import type { FileForm } from '../file-form.ts';

/**
 * HAR 1.2. What it has no field for is in `_taxiway`: exact instants, where the service is, the scenarios that acted. A
 * request without a response has the status 0, as browsers write it, and `_error`.
 */
export const har: FileForm = {
  head: (gap) =>
    `{"log":{"version":"1.2","creator":{"name":"taxiway record","version":"1"},"comment":${JSON.stringify(gap)},` +
    '"entries":[\n',
  entry: (exchange) => JSON.stringify(toEntry(exchange)),
  between: ',\n',
  tail: '\n]}}\n',
  mediaType: 'application/json; charset=utf-8',
};

function toEntry(exchange: RecordedExchange): object {
  const { began, ended, at, base, sequence, scenario, ending, origin, target } = exchange;
  const time = Math.round((ended - began) * 1000) / 1000;
  return {
    startedDateTime: toIso(Math.floor(began)),
    time,
    request: toRequest(exchange, origin + target),
    response: exchange.response ? toResponse(exchange.response, exchange) : lostResponse(exchange),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _taxiway: { sequence, began, ended, at, base, ending, scenario },
  };
}

function toRequest({ method, requestHeaders, requestBody: { text, isBase64, bytes } }: RecordedExchange, url: string) {
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toHeaders(requestHeaders),
    queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: bytes,
    ...(text !== null && {
      postData: { mimeType: typeOf(requestHeaders), text, ...(isBase64 && { _encoding: 'base64' }) },
    }),
  };
}

function toResponse({ status, statusText, headers, body }: RecordedResponse, { ending, reason }: RecordedExchange) {
  const isWhole = ending === 'complete';
  return {
    status,
    statusText,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toHeaders(headers),
    content: isWhole ? toContent(body, headers) : { size: body.bytes, mimeType: typeOf(headers) },
    redirectURL: headerOf(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: body.bytes,
    ...(!isWhole && { _error: reason || ending }),
  };
}

function toContent({ text, isBase64, bytes }: RecordedBody, headers: readonly string[]) {
  const mimeType = typeOf(headers);
  if (text === null) return { size: bytes, mimeType, ...(bytes > 0 && { comment: 'not recorded in full' }) };
  const size = isBase64 ? Buffer.byteLength(text, 'base64') : Buffer.byteLength(text);
  return { size, mimeType, text, ...(isBase64 && { encoding: 'base64' }) };
}

function lostResponse({ ending, reason }: RecordedExchange) {
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
    _error: reason || ending,
  };
}

function toHeaders(headers: readonly string[]): { name: string; value: string }[] {
  return headers.flatMap((name, i) => (i % 2 === 0 ? { name, value: headers[i + 1] ?? '' } : []));
}

function typeOf(headers: readonly string[]): string {
  return headerOf(headers, 'content-type') ?? 'x-unknown';
}
