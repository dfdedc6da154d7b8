import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { serveMetrics } from '../../src/server/serve-metrics.ts';
import type { Service } from '../../src/service.ts';

it('the port for metrics returns 503 while they cannot be read, and continues', async () => {
  let isReachable = false;
  const render = () => (isReachable ? Promise.resolve('up 1\n') : Promise.reject(new Error('no store')));
  const service = { config: { metricsPort: 0 }, metrics: { mediaType: 'text/plain', render } };
  const server = await serveMetrics(service as unknown as Service, '127.0.0.1');
  if (!server) throw new Error('it does not listen');
  onTestFinished(async () => {
    server.close();
    await once(server, 'close');
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
  const read = () => fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5000) });
  expect((await read()).status).toBe(503);
  isReachable = true;
  expect(await (await read()).text()).toBe('up 1\n');
});
