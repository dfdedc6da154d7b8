import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { runTaxiway } from './taxiway.ts';

/** Starts a server that sends the same bytes to every request; returns its base URL. */
async function serveBytes(bytes: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const HEAD = 'HTTP/1.1 200 OK\r\n';

it.each([
  ['LF line ends', 'HTTP/1.1 200 OK\nContent-Length: 2\n\n{}'],
  ['two lengths', `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ['a length next to chunks', `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
  ['a header name with a blank', `${HEAD}Bad Name: x\r\nContent-Length: 2\r\n\r\n{}`],
  ['100 kB of headers', `${HEAD}A: ${'x'.repeat(100_000)}\r\nContent-Length: 2\r\n\r\n{}`],
])('a response with %s is named as a fault of its server', async (_, bytes) => {
  const url = await serveBytes(bytes);
  for (const args of [
    ['profiles', '--url', url],
    ['verify', url],
    ['judge', url, '--profile', 'dp_taxiway00001'],
  ]) {
    const { code, stderr } = await runTaxiway(args);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`${url} sent a response that is not valid HTTP`) as unknown,
    ]);
    expect(stderr).not.toContain('taxiway serve');
  }
});

const BEHIND_A_PROXY = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://user:secret@127.0.0.1:9', NO_PROXY: '' };

it('a proxy of the environment is not used on this machine', async () => {
  const body = '{"profiles":[],"next":null,"liveMode":false}';
  const url = await serveBytes(`${HEAD}Content-Length: ${body.length}\r\n\r\n${body}`);
  const { code, stderr } = await runTaxiway(['profiles', '--url', url], BEHIND_A_PROXY);
  expect([code, stderr]).toEqual([0, '']);
});

it('a proxy in front of another host is named, without its password', async () => {
  const { code, stderr } = await runTaxiway(['profiles', '--url', 'http://sandbox.invalid'], BEHIND_A_PROXY);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /no response from http:\/\/sandbox\.invalid .* through the proxy of the environment, 127\.0\.0\.1:9: name/,
  );
});
