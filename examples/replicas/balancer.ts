import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A load balancer that passes each request to the next replica. */
export interface Balancer {
  baseUrl: string;
  /** Number of requests that each replica got. */
  counts: readonly number[];
  /** Sets the address of a replica; null while it gets no calls. */
  set(at: number, baseUrl: string | null): void;
  end(): void;
}

/** `port`: 0 for any free one. */
export async function alternate(baseUrls: readonly string[], port = 0): Promise<Balancer> {
  const addresses: (string | null)[] = [...baseUrls];
  const counts = baseUrls.map(() => 0);
  let next = 0;
  const server = createServer((req, res) => {
    for (let tries = 0; tries < addresses.length; tries++) {
      const at = next++ % addresses.length;
      const baseUrl = addresses[at] ?? null;
      if (baseUrl === null) continue;
      counts[at] = (counts[at] ?? 0) + 1;
      return pass(req, res, baseUrl);
    }
    res.destroy();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const end = () => void (server.close(), server.closeAllConnections());
  const set = (at: number, baseUrl: string | null) => void (addresses[at] = baseUrl);
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts, set, end };
}

/** Keeps everything as it is, a cut connection included. */
function pass(req: IncomingMessage, res: ServerResponse, baseUrl: string): void {
  const { method, url = '/', rawHeaders: headers } = req;
  const upstream = request(`${baseUrl}${url}`, { method, headers, setHost: false, agent: false });
  upstream.on('response', (response) => {
    res.writeHead(response.statusCode ?? 500, response.statusMessage, response.rawHeaders);
    res.flushHeaders();
    response.on('error', () => res.destroy()).pipe(res);
    response.on('aborted', () => res.destroy());
  });
  upstream.on('error', () => res.destroy());
  res.on('close', () => upstream.destroy());
  req.pipe(upstream);
}
