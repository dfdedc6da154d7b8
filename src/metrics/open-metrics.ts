import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Pool } from '../store/store.ts';
import type { Metrics, Readings } from './metrics.ts';

/** One registry for all sandboxes in the process, because its observers never end. */
const processMetrics = new Registry();
collectDefaultMetrics({ register: processMetrics });

/** Creates the metrics of a sandbox, with those of its process. */
export function openMetrics(readings: Readings): Metrics {
  const registry = new Registry();
  const requests = new Counter({
    name: 'taxiway_requests_total',
    help: 'Ended requests, by operation and by status. Without a response, the status says why.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'taxiway_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response.',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers: [registry],
  });
  addReadings(registry, readings);
  return {
    note({ operation, end: { sent, durationMs } }) {
      const name = operation?.operationId ?? NO_OPERATION;
      requests.inc({ operation: name, status: typeof sent === 'object' ? sent.status : sent });
      seconds.observe({ operation: name }, durationMs / 1000);
    },
    mediaType: 'text/plain; version=0.0.4',
    render: async () => `${await registry.metrics()}\n${await processMetrics.metrics()}`,
  };
}

function addReadings(registry: Registry, readings: Readings): void {
  const add = (name: string, help: string, read: () => number | Promise<number>): void => {
    const gauge: Gauge = new Gauge({
      name: `taxiway_${name}`,
      help,
      registers: [registry],
      collect: async (): Promise<void> => gauge.set(await read()),
    });
  };
  add('requests_underway', 'Requests without a complete response.', readings.underway);
  add('journal_lag_exchanges', 'Exchanges that are not in the journal yet.', readings.journalLag);
  add('log_lines_dropped', 'Lines that the log has dropped since the start.', readings.droppedLines);
  add('bookings_due', 'Pending bookings whose outcome is due by the clock of their profile.', readings.dueBookings);
  if (readings.pool() === null) return;
  for (const [state, help] of Object.entries(POOL))
    add(`pool_${state}`, help, () => readings.pool()?.[state as keyof Pool] ?? 0);
}

const POOL: Record<keyof Pool, string> = {
  total: 'Connections to the database.',
  idle: 'Connections to the database without work.',
  waiting: 'Statements that wait for a connection to the database.',
};

/** Label for an address without an operation, or an unreadable request. */
const NO_OPERATION = 'none';
/** Most requests take a few milliseconds; a scenario can hold a response back for a minute. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
