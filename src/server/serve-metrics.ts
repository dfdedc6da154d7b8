import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { Metrics } from '../metrics/metrics.ts';
import { profileNow } from '../profiles/profile-clock.ts';
import type { Service } from '../service.ts';
import { startListening } from './start-server.ts';

/** Counts a sandbox's requests from now on. Loads the Prometheus client. */
export async function countRequests(service: Service): Promise<Metrics> {
  const { openMetrics } = await import('../metrics/open-metrics.ts');
  const { underway, journal, store } = service;
  return openMetrics({
    underway: () => underway.size,
    journalLag: () => journal.lag,
    droppedLines: () => service.droppedLines(),
    dueBookings: () => countDue(service),
    pool: store.pool,
  });
}

async function countDue({ clock, store }: Service): Promise<number> {
  const readings = new Map<number, number>();
  for (const profile of await store.profiles.clocks()) readings.set(profile.owner, profileNow(profile, clock.now()));
  const bookings = await store.bookings.allDue(MAX_DUE);
  return bookings.filter(({ owner, dueAt }) => dueAt <= (readings.get(owner) ?? -Infinity)).length;
}

/** Maximum number of pending bookings to count. */
const MAX_DUE = 10_000;

/** Serves the metrics alone, without a token, if a setting names a port for them. Rejects if it cannot listen there. */
export async function serveMetrics({ config, metrics }: Service, host: string): Promise<Server | undefined> {
  if (config.metricsPort === null || metrics === null) return undefined;
  const server = createServer((req, res) => {
    if (!['GET', 'HEAD'].includes(req.method ?? '') || !/^\/metrics(\?|$)/.test(req.url ?? ''))
      return void res.writeHead(404, { 'Content-Type': 'text/plain' }).end('this port has GET /metrics alone\n');
    metrics.render().then(
      (text) => res.writeHead(200, { 'Content-Type': metrics.mediaType }).end(text),
      // They include counts from the store, which may be unreachable.
      () => res.writeHead(503, { 'Content-Type': 'text/plain' }).end('the metrics cannot be read now\n'),
    );
  });
  await startListening(server, config.metricsPort, host);
  return server;
}
