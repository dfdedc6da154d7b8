import type { IncomingMessage } from 'node:http';

/** The complete body of a request. Rejects when the client goes away before its end. */
export function readBytes(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => resolve(joined(chunks)));
    req.on('error', reject);
  });
}

function joined([first, ...rest]: readonly Buffer[]): Buffer {
  return first && rest.length === 0 ? first : Buffer.concat(first ? [first, ...rest] : []);
}
