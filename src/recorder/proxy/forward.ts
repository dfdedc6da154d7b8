import type { ClientRequest, IncomingMessage } from 'node:http';
import { messageOf } from '../../base/message-of.ts';
import { inPairs } from '../../exchange/exchange.ts';
import { errorBody, sendJson } from '../own-response.ts';
import type { PassedResponse } from '../recording/capture.ts';
import { endToEnd } from './headers.ts';
import type { Passage } from './passage.ts';
import type { Upstream } from './upstream.ts';
import { explainUnreachable } from './upstream.ts';

/**
 * Sends a request on, piece by piece as it comes, and hands its response to `receive`. What breaks on one side is
 * broken off on the other. Where the upstream cannot be reached, a 502 of the recorder's own says so.
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
  request.on('continue', () => res.writeContinue());
  request.on('information', ({ statusCode }) => {
    if (statusCode === 102) res.writeProcessing();
  });
  request.once('response', (response) => {
    hasBegun = true;
    receive(response);
  });
  request.on('error', (error) => {
    if (passage.isOver || hasBegun) return;
    if (request.reusedSocket && mayRepeat(passage)) return forward(upstream, passage, receive);
    fail(upstream, passage, error, isConnected);
  });
  req.once('end', () => {
    if (req.rawTrailers.length > 0) request.addTrailers(inPairs(req.rawTrailers));
  });
  passage.watchRequest();
  req.pipe(request);
  // A head without its body is sent at once: the upstream may refuse it.
  if (!req.complete) setImmediate(() => request.destroyed || request.flushHeaders());
}

/** Passes a response on as it comes. */
export function passOn(passage: Passage, response: IncomingMessage): void {
  const seen = beginResponse(passage, response);
  passage.seen = seen;
  const { res } = passage;
  writeHead(passage, seen);
  response.on('data', (piece: Buffer) => seen.body.take(piece));
  response.once('end', () => {
    if (response.rawTrailers.length > 0) res.addTrailers(inPairs(response.rawTrailers));
  });
  breakOffWith(passage, response);
  response.pipe(res);
  if (!response.complete) setImmediate(() => res.destroyed || res.flushHeaders());
}

/** The head of a response, with a place for its body. */
export function beginResponse(passage: Passage, { statusCode = 502, statusMessage = '', rawHeaders }: IncomingMessage) {
  const headers = endToEnd(rawHeaders);
  return passage.respond({ status: statusCode, statusText: statusMessage, headers, isService: true });
}

/** Writes the head of a response as it came. */
export function writeHead({ req, res }: Passage, { status, statusText, headers }: PassedResponse): void {
  res.sendDate = false;
  // A client that waits for a 100 may never send its body: what follows on the connection would be unclear.
  const isRefused = req.headers.expect !== undefined && !req.complete;
  res.writeHead(status, statusText, isRefused ? [...headers, 'Connection', 'close'] : [...headers]);
}

/** A response that breaks off is broken off for the client. */
export function breakOffWith(passage: Passage, response: IncomingMessage): void {
  response.once('close', () => {
    if (response.complete || passage.isOver) return;
    passage.reason = 'the upstream broke its response off';
    passage.res.destroy();
  });
  // It is followed by close.
  response.on('error', () => undefined);
}

function begin(upstream: Upstream, passage: Passage): ClientRequest | null {
  const { req, target, headers } = passage;
  const isChunked = req.headers['transfer-encoding'] !== undefined;
  if (isChunked && !/^chunked$/i.test(req.headers['transfer-encoding']?.trim() ?? '')) {
    passage.reason = 'the recorder takes a body in chunks, and in no other transfer encoding';
    refuse(passage, 501, 'recorder_transfer_encoding');
    return null;
  }
  const isEmpty = !isChunked && req.headers['content-length'] === undefined;
  try {
    return upstream.request(req.socket, req.method ?? 'GET', target, [
      ...headers,
      ...(isChunked ? ['Transfer-Encoding', 'chunked'] : []),
      // Node would send an empty body in chunks.
      ...(isEmpty && !WITHOUT_BODY.has(req.method ?? '') ? ['Content-Length', '0'] : []),
    ]);
  } catch (error) {
    passage.reason = `the recorder cannot send this request on: ${messageOf(error)}`;
    refuse(passage, 400, 'recorder_unsendable');
    return null;
  }
}

/** RFC 9110 §9.2.2: only what changes nothing, and only where the upstream had closed a connection meanwhile. */
function mayRepeat({ req, requestBody }: Passage): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(req.method ?? '') && req.complete && requestBody.size === 0;
}

function fail(upstream: Upstream, passage: Passage, error: Error, isConnected: boolean): void {
  const { req } = passage;
  const isOfHttp = 'code' in error && String(error.code).startsWith('HPE_');
  const why = isOfHttp ? `its response is not HTTP: ${error.message}` : explainUnreachable(error);
  passage.reason = `no response from ${upstream.baseUrl}: ${why}`;
  if (isConnected && !isOfHttp) {
    passage.end('unreachable');
    if ('code' in error && error.code === 'ECONNRESET' && !/hang up/.test(error.message)) req.socket.resetAndDestroy();
    else req.socket.destroy();
    return;
  }
  req.unpipe();
  refuse(passage, 502, isOfHttp ? 'recorder_unreadable_response' : 'recorder_upstream_unreachable');
}

/** What the client sees is no response of the service: it is recorded as lost. */
function refuse(passage: Passage, status: number, code: string): void {
  const { req, res, reason } = passage;
  passage.end('unreachable');
  req.resume();
  if (res.headersSent || res.destroyed) return void res.destroy();
  sendJson(res, status, errorBody(status, code, [`This is the recorder, not the service: ${reason}`], null));
}

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);
