import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { probe } from '../../../src/check/verify/probe/probe.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { pathOf, startServer } from './foreign-servers.ts';

const credential = { publicKey: 'pk_foreign', secretKey: 'sk_foreign_0123456789', profileCode: 'dp_foreign00001' };
const FOUND = '{"offers":[],"liveMode":false}';
const spec = await loadSpec();

describe('a search that gets no whole response names the cause', () => {
  it.each<[string, RequestListener, RegExp]>([
    [
      'the connection closes before the response',
      (req) => req.socket.destroy(),
      /no response from .*: ECONNRESET, the connection was closed before the response was complete\);/,
    ],
    [
      'the connection closes within the body',
      (_, res) => res.writeHead(200, { 'Content-Length': 100 }).write('{', () => res.destroy()),
      /no response from .*: ECONNRESET, the connection was closed before the response was complete\);/,
    ],
    [
      'the response does not begin in time',
      () => undefined,
      /no response from .*: it took too long \(--timeout raises the limit\)\);/,
    ],
    [
      'the response does not end in time',
      (_, res) => void res.writeHead(200).write('{'),
      /no response from .*: it took too long \(--timeout raises the limit\)\);/,
    ],
    [
      'the response is not HTTP',
      (req) => void req.socket.end('hello\r\n\r\n'),
      /sent a response that is not valid HTTP \(.*HPE_\w+, Parse Error: .+\): the fault is on its side, or a proxy's/,
    ],
  ])('%s', async (_, listener, message) => {
    const baseUrl = await serve(listener);
    await expect(probe({ baseUrl, credential, timeoutMs: 300 }, spec)).rejects.toThrow(message);
  });

  it('nothing listens', async () => {
    const server = await startServer(() => undefined);
    await server.close();
    await expect(probe({ baseUrl: server.baseUrl, credential }, spec)).rejects.toThrow(
      /no response from .*: ECONNREFUSED, nothing listens there\);/,
    );
  });

  it('an untrusted certificate', async () => {
    const [cert, key] = ['localhost.pem', 'localhost-key.pem'].map((name) =>
      readFileSync(new URL(`../../recorder/tls/${name}`, import.meta.url)),
    );
    const server = createServer({ cert, key }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(probe({ baseUrl, credential }, spec)).rejects.toThrow(
      /SELF_SIGNED\w+, its certificate is not trusted here; name the file of its authority in NODE_EXTRA_CA_CERTS\);/,
    );
  });
});

it('reads a response that a gateway compressed', async () => {
  const baseUrl = await serve((_, res) => {
    res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(FOUND));
  });
  expect(await probe({ baseUrl, credential }, spec)).toMatchObject({ liveMode: false, mayBook: true });
});

it('reads a response with 40 kB of headers, as the recorder does', async () => {
  const baseUrl = await serve((_, res) => {
    res.writeHead(200, { 'Set-Cookie': 'x'.repeat(40_000) }).end(FOUND);
  });
  expect(await probe({ baseUrl, credential }, spec)).toMatchObject({ liveMode: false, mayBook: true });
});

it('sends Content-Length and a User-Agent with a body', async () => {
  const sent: Record<string, unknown>[] = [];
  const baseUrl = await serve((req, res) => {
    sent.push({ ...req.headers, method: req.method });
    res.end(FOUND);
  });
  await probe({ baseUrl, credential }, spec);
  expect(sent).toContainEqual(
    expect.objectContaining({
      method: 'POST',
      authorization: `Bearer ${credential.secretKey}`,
      'content-type': 'application/json',
      'content-length': expect.stringMatching(/^\d+$/) as unknown,
      'user-agent': 'node',
      accept: '*/*',
    }),
  );
});

/** Returns the base URL of a server that is no sandbox. */
async function serve(listener: RequestListener): Promise<string> {
  const server = await startServer((req, res) =>
    pathOf(req).startsWith('/_sandbox') ? res.writeHead(404).end() : listener(req, res),
  );
  onTestFinished(() => server.close());
  return server.baseUrl;
}
