import autocannon from 'autocannon';
import { stopwatch } from '../src/base/stopwatch.ts';
import type { MeasuredServer } from './measured-server.ts';
import { demoHeaders } from './requests.ts';

/** What one run of load against one server came to. */
export interface LoadResult {
  requests: number;
  perSecond: number;
  p99Ms: number;
}

/**
 * Sends `amount` requests over a few connections; `nextBody` returns the body of each, or undefined for a GET. Throws
 * when one does not get 200.
 */
export async function load(
  server: MeasuredServer,
  path: string,
  amount: number,
  nextBody: () => string | undefined,
): Promise<LoadResult> {
  const elapsed = stopwatch();
  let lastResponseMs = 0;
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const run = autocannon(
    {
      url: server.baseUrl,
      connections: Math.min(CONNECTIONS, amount),
      amount,
      // It ends at its next sample, which would be a second later.
      sampleInt: 20,
      requests: [{ path, headers: demoHeaders, setupRequest: (request) => ({ ...request, ...withBody(nextBody()) }) }],
    },
    (error, done) => (error ? reject(error as Error) : resolve(done)),
  );
  // The tool itself counts in whole seconds.
  run.on('response', () => {
    lastResponseMs = elapsed();
  });
  const result = await promise;
  const { '2xx': responded, errors, non2xx } = result;
  if (errors > 0 || non2xx > 0 || responded !== amount) {
    throw new Error(`${path}: of ${amount} requests ${responded} returned 2xx, ${non2xx} otherwise, ${errors} failed`);
  }
  return {
    requests: responded,
    perSecond: responded / (lastResponseMs / 1000),
    p99Ms: result.latency.p99,
  };
}

function withBody(body: string | undefined): { method: 'GET' | 'POST'; body?: string } {
  return body === undefined ? { method: 'GET' } : { method: 'POST', body };
}

const CONNECTIONS = 8;
