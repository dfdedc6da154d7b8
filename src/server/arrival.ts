import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { stopwatch } from '../base/stopwatch.ts';

/** Limits for a request's arrival; docs/settings.md states them. */
export interface ArrivalLimits {
  /** From the first byte, or from the connection, until the headers end. */
  headMs: number;
  /** Maximum pause within a body. */
  stillMs: number;
  /** Time limit for a complete request, before the addition for its size. */
  wholeMs: number;
  /** Addition for each received megabyte. */
  perMegabyteMs: number;
  /** Interval between connection checks: a limit may take effect that much later. */
  checkMs: number;
}

export const ARRIVAL_LIMITS: ArrivalLimits = {
  headMs: 5_000,
  stillMs: 10_000,
  wholeMs: 30_000,
  perMegabyteMs: 1_000,
  checkMs: 1_000,
};

/** Returns Node's own limits: for the headers, and for a whole request, longer than any that limitArrivals accepts. */
export function arrivalOptions({ headMs, wholeMs, perMegabyteMs, checkMs }: ArrivalLimits): ServerOptions {
  return {
    headersTimeout: headMs,
    requestTimeout: wholeMs + 100 * perMegabyteMs,
    connectionsCheckingInterval: checkMs,
    // Node would refuse a request without Host with a bare 400: refuseMissingHost has a body for it.
    requireHostHeader: false,
  };
}

/**
 * Refuses a request with a stalled or slow body, a request for a tunnel, and everything that node cannot parse.
 * `refuse` responds on the bare connection and closes it; a connection with a begun response is closed immediately.
 */
export function limitArrivals(
  server: Server,
  limits: ArrivalLimits,
  refuse: (error: NodeJS.ErrnoException, socket: Duplex) => void,
): void {
  const connections = new Map<Duplex, Connection>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { socket, req: null, res: null, body: null });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    const connection = connections.get(req.socket);
    if (connection) {
      connection.req = req;
      connection.res = res;
    }
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (isResponding(connections.get(socket))) socket.destroy();
    else refuse(error, socket);
  });
  server.on('connect', (_req: IncomingMessage, socket: Duplex) => {
    // Node no longer listens to this socket: an error without a listener would end the process.
    socket.on('error', () => socket.destroy()).resume();
    const tunnel = Object.assign(new Error('a tunnel was requested'), { code: TUNNEL });
    const { res = null } = connections.get(socket) ?? {};
    if (res === null || res.writableFinished || res.destroyed) refuse(tunnel, socket);
    else res.once('close', () => refuse(tunnel, socket));
  });
  const checking = setInterval(() => {
    for (const connection of connections.values()) {
      if (isLate(connection, limits))
        server.emit(
          'clientError',
          Object.assign(new Error('the body did not arrive in time'), { code: TIMED_OUT }),
          connection.socket,
        );
    }
  }, limits.checkMs).unref();
  server.on('close', () => clearInterval(checking));
}

/** Node's error code for a request that did not arrive in time. */
export const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** The error code for a CONNECT. */
export const TUNNEL = 'TUNNEL';

interface Connection {
  socket: Socket;
  /** The latest request and its response. */
  req: IncomingMessage | null;
  res: ServerResponse | null;
  /** The pending body; null if the server waits for none. */
  body: ArrivingBody | null;
}

interface ArrivingBody {
  req: IncomingMessage;
  /** Bytes of the connection when the check first saw the body incomplete, and at the last check. */
  bytesBefore: number;
  bytesSeen: number;
  /** Milliseconds since that first check, and since the last check with new bytes. */
  elapsed: () => number;
  still: () => number;
}

/**
 * True if a response has begun before the complete request arrived: a client would take a second one for part of the
 * first.
 */
function isResponding(connection: Connection | undefined): boolean {
  return connection?.req?.complete === false && connection.res?.headersSent === true;
}

function isLate(connection: Connection, limits: ArrivalLimits): boolean {
  const body = (connection.body = bodyAwaited(connection));
  if (!body) return false;
  const { bytesRead } = connection.socket;
  if (bytesRead > body.bytesSeen) {
    body.bytesSeen = bytesRead;
    body.still = stopwatch();
  }
  const megabytes = (bytesRead - body.bytesBefore) / 1_000_000;
  return body.still() > limits.stillMs || body.elapsed() > limits.wholeMs + megabytes * limits.perMegabyteMs;
}

/** Null if the request is complete, and while the server itself does not read: it has unread bytes, or unsent ones. */
function bodyAwaited({ socket, req, body }: Connection): ArrivingBody | null {
  if (!req || req.complete || req.readableLength > 0 || socket.writableLength > 0 || socket.destroyed) return null;
  const { bytesRead } = socket;
  return body?.req === req
    ? body
    : { req, bytesBefore: bytesRead, bytesSeen: bytesRead, elapsed: stopwatch(), still: stopwatch() };
}
