import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { Connections } from '../http/connections.ts';
import type { Service } from '../service.ts';
import type { ArrivalLimits } from './arrival.ts';
import { arrivalOptions, limitArrivals } from './arrival.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';

/** A server's address, and its connection limits. */
export interface Listening {
  port: number;
  host: string;
  connections: number;
}

/** A running server. */
export interface StartedServer {
  baseUrl: string;
  connections: Connections;
}

/** Serves an app at an address. Rejects if it cannot listen there. */
export async function startServer(
  service: Service,
  app: Express,
  limits: ArrivalLimits,
  { port, host, connections: most }: Listening,
): Promise<StartedServer> {
  const server = createServer(arrivalOptions(limits));
  const connections = new Connections(server, {
    idleMs: service.config.keepAliveSeconds * 1000,
    most,
    onRefused: () => service.log.warn({ connections: most }, 'too many connections: one was closed unread'),
  });
  const serve = connections.admitTo(app);
  server.on('request', serve);
  // Node would refuse an unknown expectation with 417.
  server.on('checkExpectation', serve);
  limitArrivals(server, limits, (error, socket) => refuseUnreadable(service, error, socket));
  await startListening(server, port, host);
  return { baseUrl: baseUrl(server), connections };
}

/** Rejects if the server cannot listen at the address. */
export function startListening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function baseUrl(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
