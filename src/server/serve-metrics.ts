import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { Service } from '../service.ts';
import { startListening } from './start-server.ts';

/** Serves the metrics alone, without a token, if a setting names a port for them. Rejects if it cannot listen there. */
export async function serveMetrics({ config, metrics }: Service, host: string): Promise<Server | undefined> {
  if (config.metricsPort === null || metrics === null) return undefined;
  const server = createServer((req, res) => {
    if (!['GET', 'HEAD'].includes(req.method ?? '') || !/^\/metrics(\?|$)/.test(req.url ?? ''))
      return void res.writeHead(404, { 'Content-Type': 'text/plain' }).end('this port has GET /metrics alone\n');
    metrics.render().then(
      (text) => res.writeHead(200, { 'Content-Type': metrics.mediaType }).end(text),
      // They include counts from the store, which can be out of reach.
      () => res.writeHead(503, { 'Content-Type': 'text/plain' }).end('the metrics cannot be read now\n'),
    );
  });
  await startListening(server, config.metricsPort, host);
  return server;
}
