import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sample } from 'openapi-sampler';
import { followPointer, pointerTo } from '../../../src/base/pointer.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { listOperations } from '../../../src/interface/openapi/operations.ts';

export interface ForeignServer {
  baseUrl: string;
  /** Requests that came, `POST /book` each. */
  requests: string[];
  close(): Promise<void>;
}

interface DocumentedResponse {
  content: Record<string, { schema: object }>;
}

/** A static mock of openapi.yaml: each operation returns one sample of its 200 schema, whatever is sent. */
export async function startStaticMock(): Promise<ForeignServer> {
  const spec = await loadSpec();
  const responses = listOperations(spec).map(({ method, path }) => {
    const { content } = followPointer(spec, pointerTo('paths', path, method, 'responses', '200')) as DocumentedResponse;
    const body = sample(content['application/json'].schema, {}, spec) as object;
    // The sampler does not see that a status goes with other fields.
    const whole = {
      ...body,
      ...('reservations' in body && { status: 'completed', completed: true, error: undefined }),
      liveMode: false,
    };
    return {
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      body: JSON.stringify(whole),
    };
  });
  return startServer((req, res) => {
    const response = responses.find(({ method, path }) => method === req.method && path.test(pathOf(req)));
    res
      .writeHead(response ? 200 : 404, { 'Content-Type': 'application/json' })
      .end(response?.body ?? '{"message":"no such path"}');
  });
}

/** Returns every call with one status and text, after a first search that lets the harness in. */
export function startNonsense(status: number, text: string): Promise<ForeignServer> {
  let searches = 0;
  return startServer((req, res) => {
    if (pathOf(req) === '/v1/flights/search' && searches++ === 0)
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"offers":[],"liveMode":false}');
    else res.writeHead(status).end(text);
  });
}

/** Any server, on a free port of this machine. */
export async function startServer(listener: RequestListener): Promise<ForeignServer> {
  const requests: string[] = [];
  const server = createServer((req, res) => {
    requests.push(`${req.method} ${pathOf(req)}`);
    req.resume();
    req.on('end', () => listener(req, res));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The path of a request, without its query. */
export function pathOf(req: IncomingMessage): string {
  return new URL(req.url ?? '/', 'http://localhost').pathname;
}
