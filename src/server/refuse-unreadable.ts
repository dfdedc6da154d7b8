import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { NOBODY } from '../exchange/exchange.ts';
import { drawRequestId } from '../http/exchange.ts';
import { errorBody } from '../http/render-error.ts';
import { toHttpDate } from '../http/send-response.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { Service } from '../service.ts';
import { TIMED_OUT, TUNNEL } from './arrival.ts';

/**
 * Responds to input that node does not pass on as a request: text other than HTTP, a head above the size limit,
 * CONNECT. By default, node would send a bare status line, a 431 among the statuses, or nothing.
 */
export function refuseUnreadable(service: Service, error: Unreadable, socket: Duplex): void {
  const gone = error.code === 'ECONNRESET' || error.code === 'HPE_INVALID_EOF_STATE' || !socket.writable;
  // A connection opened in advance does not count as a late request.
  if (error.code === TIMED_OUT && (socket as Socket).bytesRead === 0) return;
  if (gone) return void socket.destroy();
  const refusal = new Refusal('invalid_request', [{ path: '', message: MESSAGES[error.code ?? ''] ?? notHttp(error) }]);
  const requestId = drawRequestId(service);
  const json = JSON.stringify(errorBody(service, refusal, requestId));
  journalUnreadable(service, requestId, refusal, Buffer.from(json));
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(json)}`,
      'Cache-Control: no-store',
      `Date: ${toHttpDate(service.clock.now())}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      json,
    ].join('\r\n'),
  );
  // A client that does not close its side would keep the connection. An immediate close could cost it the response.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  service.log.info({ requestId, status: refusal.status, reason: error.code }, 'unreadable request');
}

/** Node's error, with the unreadable bytes. */
type Unreadable = NodeJS.ErrnoException & { rawPacket?: Uint8Array };

function notHttp({ rawPacket }: Unreadable): string {
  if (rawPacket?.[0] === TLS_HANDSHAKE)
    return 'This is TLS, and the sandbox speaks plain HTTP; call http://, not https://';
  return 'This is not an HTTP request';
}

/** Journals unreadable input as nobody's call. */
function journalUnreadable(
  { journal, clock, realTime, endings }: Service,
  requestId: string,
  { status, code, details }: Refusal,
  responseBody: Buffer,
): void {
  journal.record({
    exchangeId: requestId,
    profileCode: NOBODY,
    authenticated: false,
    at: clock.now(),
    realTime: realTime.now(),
    durationMs: 0,
    origin: 'client',
    operationId: null,
    method: '',
    path: '',
    requestHeaders: [],
    sentHeaders: [],
    requestBody: null,
    status,
    ending: 'answered',
    outcome: { kind: 'refused', text: `${status} ${code}` },
    problem: details.map(({ message }) => message).join(' '),
    responseHeaders: { 'Content-Type': 'application/json; charset=utf-8' },
    responseBody,
    value: undefined,
    scenario: null,
    overlapped: endings.overlapped(NOBODY, endings.count, endings.next()),
  });
}

const MESSAGES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers are too large; send at most 16 kB of them',
  [TIMED_OUT]:
    'The request did not arrive in time: its headers or its body took too long, or the body stopped; send it ' +
    'without a pause',
  [TUNNEL]:
    'CONNECT asks for a tunnel, and the sandbox is not a proxy; use its address as the base URL of the ' + 'service',
};

/** The first byte of a TLS connection. */
const TLS_HANDSHAKE = 0x16;
const LINGER_MS = 1_000;
