import type { RequestListener, Server } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ConnectionBounds } from '../../http/connections.ts';
import { Connections, MAX_CONNECTIONS } from '../../http/connections.ts';
import { errorBody } from '../own-response.ts';
import { MAX_HEADER_BYTES } from './upstream.ts';

/**
 * Creates the recorder's server. It allows as much time and as many headers as the upstream may, and opens no tunnels.
 */
export function createServer(listener: RequestListener, bounds: Omit<ConnectionBounds, 'most'>): Server {
  const server = createHttpServer({ maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: 0 });
  server.maxHeadersCount = 0;
  const serve = new Connections(server, { ...bounds, most: MAX_CONNECTIONS }).admitTo(listener);
  server.on('request', serve);
  // The upstream decides on expectations.
  server.on('checkContinue', serve);
  server.on('checkExpectation', serve);
  server.on('connect', (_, socket: Duplex) => refuseTunnel(socket));
  return server;
}

function refuseTunnel(socket: Duplex): void {
  const message = 'taxiway record is no proxy for other addresses: use its address as the base URL of your client';
  const text = JSON.stringify(errorBody(501, 'recorder_no_tunnel', [message], null));
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 501 Not Implemented\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}
