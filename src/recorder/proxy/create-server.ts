import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from '../own-response.ts';
import { MAX_HEADER_BYTES } from './upstream.ts';

/** The server of the recorder: takes as much time and as many headers as the upstream may, and opens no tunnels. */
export function createServer(serve: (req: IncomingMessage, res: ServerResponse) => void): Server {
  const server = createHttpServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.maxHeadersCount = 0;
  server.on('request', serve);
  // The upstream decides what it expects.
  server.on('checkContinue', serve);
  server.on('checkExpectation', serve);
  server.on('connect', (_, socket: Duplex) => refuseTunnel(socket));
  return server;
}

function refuseTunnel(socket: Duplex): void {
  const message =
    'taxiway record is no proxy for other addresses: give your client its address as the base URL of the service';
  const text = JSON.stringify(errorBody(501, 'recorder_no_tunnel', [message], null));
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 501 Not Implemented\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}

/** Clients that wait between two calls do not lose the connection. */
const KEEP_ALIVE_MS = 60_000;
