import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import type { Body } from '../support/body.ts';

/** Bytes to send: no client library stands between the test and the socket. */
export interface RawRequest {
  method?: string;
  /** With the query; not encoded any further. */
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The text as JSON; undefined when it is none. */
  body: Body;
}

/** Sends one request and reads its whole response. */
export function sendRaw(
  baseUrl: string,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): Promise<RawResponse> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: { Connection: 'close', ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode as number, headers: response.headers, text, body: parse(text) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
