import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:http';
import type { WireRequest } from './call.ts';

export interface WireResponse {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  /** Why the response has no end. */
  broken?: string;
}

/** Sends requests one after the other on connections that are kept. */
export interface Sender {
  /** The whole response, or why there is none. Of a stream of events, its head. */
  send(wire: WireRequest): Promise<WireResponse | Error>;
  close(): void;
}

export function openSender(baseUrl: string): Sender {
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: ({ method, target, headers, body }) =>
      new Promise((resolve) => {
        const sent = request({ agent, hostname, port, method, path: target, timeout: TIMEOUT_MS }, (response) => {
          void read(response).then(resolve);
        });
        sent.on('timeout', () => sent.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} seconds`)));
        sent.on('error', resolve);
        for (const [name, value] of headers) sent.appendHeader(name, value);
        if (body !== undefined && !sent.hasHeader('content-length')) sent.setHeader('Content-Length', body.length);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

function read(response: IncomingMessage): Promise<WireResponse> {
  const status = response.statusCode as number;
  const { headers } = response;
  return new Promise((resolve) => {
    if (headers['content-type']?.startsWith('text/event-stream')) {
      response.destroy();
      return resolve({ status, headers, text: '' });
    }
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    const text = () => Buffer.concat(chunks).toString();
    response.on('error', ({ message }) => resolve({ status, headers, text: text(), broken: message }));
    response.on('end', () => resolve({ status, headers, text: text() }));
  });
}

const TIMEOUT_MS = 5000;
