import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { monotonicClock } from '../../src/base/clock.ts';
import { serveTaxiway } from './taxiway.ts';

it('--drain-seconds keeps the sandbox serving after SIGTERM, while it reports that it is not ready', async () => {
  const server = await serveTaxiway(['--drain-seconds', '600']);
  const statusOf = async (path: string) => (await fetch(`${server.baseUrl}${path}`)).status;
  expect(await statusOf('/_sandbox/ready')).toBe(200);
  server.kill('SIGTERM');
  await expect.poll(() => statusOf('/_sandbox/ready')).toBe(503);
  expect(await statusOf('/_sandbox/health')).toBe(200);
  expect(await (await fetch(`${server.baseUrl}/_sandbox/ready`)).json()).toMatchObject({ code: 'not_ready' });
  server.kill('SIGTERM');
  expect(await server.ended).toBe(143);
});

it('--drain-seconds delays the end by that time', async () => {
  const server = await serveTaxiway(['--drain-seconds', '1']);
  const begun = monotonicClock.now();
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(monotonicClock.now() - begun).toBeGreaterThan(999);
});

it('--metrics-port serves the metrics without a token, and nothing else', async () => {
  const port = await freePort();
  const server = await serveTaxiway(['--metrics-port', String(port)], { TAXIWAY_ADMIN_TOKEN: 'admin-token-of-a-test' });
  expect((await fetch(`${server.baseUrl}/_sandbox/metrics`)).status).toBe(401);
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([metrics.status, metrics.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
  expect(await metrics.text()).toMatch(/^taxiway_requests_total\{operation="getMetrics",status="401"\} 1$/m);
  for (const [method, path] of [
    ['GET', '/_sandbox/profiles'],
    ['GET', '/metricsx'],
    ['POST', '/metrics'],
  ] as const)
    expect((await fetch(`http://127.0.0.1:${port}${path}`, { method })).status).toBe(404);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

it('a --metrics-port in use is named', async () => {
  const taken = createServer();
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  const { port } = taken.address() as AddressInfo;
  await expect(serveTaxiway(['--metrics-port', String(port)])).rejects.toThrow(
    `port ${port} of 127.0.0.1 is in use; stop the process that listens there, or pass another --metrics-port`,
  );
  taken.close();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
