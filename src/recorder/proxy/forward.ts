import type { ClientRequest, IncomingMessage, OutgoingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { messageOf } from '../../base/message-of.ts';
import { reasonOf } from '../../base/no-response.ts';
import { inPairs } from '../../exchange/exchange.ts';
import { errorBody, sendJson } from '../own-response.ts';
import type { PassedResponse } from '../recording/capture.ts';
import { endToEnd, filterHeaders, framed, misnamedHops, rawHeader } from './headers.ts';
import type { Passage } from './passage.ts';
import type { Upstream } from './upstream.ts';

/**
 * Forwards a request chunk by chunk, and passes its response to `receive`. A break on one side also breaks the other.
 * If the upstream is unreachable, the recorder responds with its own 502.
 */
export function forward(
  upstream: Upstream,
  passage: Passage,
  receive: (response: IncomingMessage) => void = (response) => passOn(passage, response),
): void {
  const request = begin(upstream, passage);
  if (!request) return;
  const { req, res } = passage;
  passage.upstream = request;
  let isConnected = false;
  let hasBegun = false;
  request.once('socket', (socket) => {
    if (!socket.connecting) isConnected = true;
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => (isConnected = true));
  });
  request.maxHeadersCount = 0;
  request.on('continue', () => passage.isOver || res.writeContinue());
  request.on('information', ({ statusCode }) => {
    if (statusCode === 102 && !passage.isOver) res.writeProcessing();
  });
  request.once('response', (response) => {
    hasBegun = true;
    receive(response);
  });
  request.once('upgrade', (response, socket) => {
    hasBegun = true;
    socket.destroy();
    refuseResponse(passage, beginResponse(passage, response), response, 'the client did not ask for another protocol');
  });
  request.on('error', (error) => {
    if (passage.isOver || hasBegun) return;
    if (request.reusedSocket && mayRepeat(passage)) return forward(upstream, passage, receive);
    fail(upstream, passage, error, isConnected);
  });
  req.once('end', () => addTrailers(request, req));
  passage.watchRequest();
  req.pipe(request);
  // Sends a head without its body immediately: the upstream may refuse it.
  if (!req.complete) setImmediate(() => request.destroyed || request.flushHeaders());
}

/** Forwards a response as it arrives. */
export function passOn(passage: Passage, response: IncomingMessage): void {
  const seen = beginResponse(passage, response);
  const { res } = passage;
  if (!writeHead(passage, seen, response)) return;
  passage.seen = seen;
  passBody(passage, seen, response);
  setImmediate(() => response.complete || res.destroyed || res.flushHeaders());
}

/** Forwards a response body as it arrives, except its end. The end waits until the exchange is recorded. */
export function passBody(passage: Passage, seen: PassedResponse, response: IncomingMessage): void {
  const { res } = passage;
  const length = Number(rawHeader(seen.headers, 'content-length') ?? Number.NaN);
  let last: Buffer | undefined;
  const body = new Writable({
    write(piece: Buffer, _, done) {
      seen.body.take(piece);
      if (seen.body.size < length || Number.isNaN(length)) return void res.write(piece, () => done());
      last = piece;
      done();
    },
    final(done) {
      done();
      if (!response.complete) return breakOff(passage);
      addTrailers(res, response);
      void passage.finish(last);
    },
  });
  response.pipe(body);
  response.once('close', () => body.writableEnded || body.end());
  // The close event follows, and is handled.
  response.on('error', () => undefined);
}

/** Records the head of a response, with room for its body. */
export function beginResponse(passage: Passage, { statusCode = 502, statusMessage = '', rawHeaders }: IncomingMessage) {
  const headers = endToEnd(rawHeaders);
  return passage.respond({ status: statusCode, statusText: statusMessage, headers, isService: true });
}

/** Writes the head of a response unchanged. False if it cannot be sent; then the client gets a 502. */
export function writeHead(passage: Passage, head: PassedResponse, response: IncomingMessage): boolean {
  const { req, res } = passage;
  const { status, statusText, headers } = head;
  // A client waiting for a 100 may never send its body, so the next bytes on the connection would be ambiguous.
  const isRefused = req.headers.expect !== undefined && !req.complete;
  try {
    res.sendDate = false;
    res.writeHead(status, statusText, isRefused ? [...headers, 'Connection', 'close'] : [...headers]);
    return true;
  } catch (error) {
    refuseResponse(passage, head, response, messageOf(error));
    return false;
  }
}

/** Records an unsendable response once it is complete, and reports it to the client. */
function refuseResponse(passage: Passage, head: PassedResponse, response: IncomingMessage, why: string): void {
  const refused = (): void => {
    passage.seen = null;
    passage.sent = head;
    passage.reason = `the response ${JSON.stringify(`${head.status} ${head.statusText}`)} cannot be passed on: ${why}`;
    refuse(passage, 502, 'recorder_unsendable_response');
  };
  if (response.readableEnded || response.destroyed) return refused();
  response.on('data', (piece: Buffer) => head.body.take(piece));
  response.on('error', () => undefined);
  response.once('close', refused);
}

/** Breaks off the client's response if the upstream's response breaks off. */
export function breakOffWith(passage: Passage, response: IncomingMessage): void {
  response.once('close', () => response.complete || breakOff(passage));
  // The close event follows, and is handled.
  response.on('error', () => undefined);
}

function breakOff(passage: Passage): void {
  if (passage.isOver) return;
  passage.reason = 'the upstream broke its response off';
  void passage.breakOff();
}

/** Adds trailers without framing headers: a reader with such a header from a trailer would see another message. */
export function addTrailers(message: OutgoingMessage, { rawTrailers }: IncomingMessage): void {
  const trailers = filterHeaders(endToEnd(rawTrailers), (name) => name !== 'content-length' && name !== 'host');
  if (trailers.length > 0 && !message.destroyed) message.addTrailers(inPairs(trailers));
}

function begin(upstream: Upstream, passage: Passage): ClientRequest | null {
  const { req, target, headers, method } = passage;
  const isChunked = req.headers['transfer-encoding'] !== undefined;
  if (isChunked && !/^chunked$/i.test(req.headers['transfer-encoding']?.trim() ?? '')) {
    passage.reason = 'the recorder accepts a chunked body, and no other transfer encoding';
    refuse(passage, 501, 'recorder_transfer_encoding');
    return null;
  }
  const misnamed = misnamedHops(req.headers);
  if (misnamed.length > 0) {
    passage.reason = `the Connection header names ${misnamed.join(' and ')}, which the request needs`;
    refuse(passage, 400, 'recorder_framing');
    return null;
  }
  // Node would send an empty body in chunks.
  const length = req.headers['content-length'] ?? (WITHOUT_BODY.has(method) ? undefined : '0');
  const isFramed = isChunked || length !== undefined;
  try {
    return upstream.request(req.socket, method, target, [
      ...(isFramed ? framed(headers, isChunked ? undefined : length) : headers),
    ]);
  } catch (error) {
    passage.reason = `the recorder cannot send this request on: ${messageOf(error)}`;
    refuse(passage, 400, 'recorder_unsendable');
    return null;
  }
}

/**
 * True if a request may be repeated (RFC 9110 §9.2.2): only if it changes no state, and only if the upstream had closed
 * the connection in the meantime.
 */
function mayRepeat({ req, requestBody }: Passage): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(req.method ?? '') && req.complete && requestBody.size === 0;
}

function fail(upstream: Upstream, passage: Passage, error: Error, isConnected: boolean): void {
  const { req } = passage;
  const isOfHttp = 'code' in error && String(error.code).startsWith('HPE_');
  passage.reason = `no response from ${upstream.baseUrl}: ${reasonOf(error, TRUST)}`;
  if (isConnected && !isOfHttp) {
    const isReset = 'code' in error && error.code === 'ECONNRESET' && !/hang up/.test(error.message);
    void passage.end('unreachable').then(() => (isReset ? req.socket.resetAndDestroy() : req.socket.destroy()));
    return;
  }
  req.unpipe();
  refuse(passage, 502, isOfHttp ? 'recorder_unreadable_response' : 'recorder_upstream_unreachable');
}

/** Refuses a request. The client sees no response from the service, so the exchange is recorded as lost. */
function refuse(passage: Passage, status: number, code: string): void {
  const { req, res, reason } = passage;
  req.resume();
  void passage.end('unreachable').then(() => {
    if (res.headersSent || res.destroyed) return void res.destroy();
    sendJson(res, status, errorBody(status, code, [`This is the recorder, not the service: ${reason}`], null));
  });
}

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

const TRUST = 'name the file of its authority with --ca, or pass --insecure';
