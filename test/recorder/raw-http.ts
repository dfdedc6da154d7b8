import type { IncomingMessage, RequestOptions } from 'node:http';
import { request } from 'node:http';

export interface RawResponse {
  status: number;
  statusText: string;
  headers: string[];
  trailers: string[];
  body: Buffer;
  /** True if the message is complete. */
  isWhole: boolean;
}

/** Sends the pieces of a body one after the other, each in a turn of its own; rejects where no response begins. */
export function send(url: string, options: RequestOptions, pieces: readonly Buffer[] = []): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...options }, (response) => resolve(readAll(response)));
    sent.on('error', reject);
    void (async () => {
      for (const piece of pieces) {
        sent.write(piece);
        await new Promise((next) => setImmediate(next));
      }
      sent.end();
    })();
  });
}

function readAll(response: IncomingMessage): Promise<RawResponse> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    response.on('data', (piece: Buffer) => pieces.push(piece));
    response.on('error', () => undefined);
    response.on('close', () =>
      resolve({
        status: response.statusCode ?? 0,
        statusText: response.statusMessage ?? '',
        headers: response.rawHeaders,
        trailers: response.rawTrailers,
        body: Buffer.concat(pieces),
        isWhole: response.complete,
      }),
    );
  });
}
