import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll, startRecorder } from './recorders.ts';

/** Self-signed certificate for 127.0.0.1, valid until 2126. */
const cert = readFileSync(new URL('tls/localhost.pem', import.meta.url), 'utf8');
const key = readFileSync(new URL('tls/localhost-key.pem', import.meta.url), 'utf8');
const server = createServer({ cert, key }, (req, res) => void req.pipe(res));
let upstream: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  upstream = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await closeAll();
  server.close();
  server.closeAllConnections();
});

describe('an upstream behind TLS', () => {
  it.each([
    ['its certificate is of an authority that --ca names', { ca: cert }],
    ['--insecure takes any certificate', { insecure: true }],
  ])('gets and sends the same bytes if %s', async (_, options) => {
    const { url, recorded } = await startRecorder(upstream, options);
    const sent = randomBytes(300_000);
    const response = await fetch(`${url}/search`, { method: 'POST', body: sent });
    expect(Buffer.from(await response.arrayBuffer()).equals(sent)).toBe(true);
    await expect.poll(() => recorded.length).toBe(1);
  });

  it('is not called if its certificate is not trusted, and the recorder reports the reason', async () => {
    const { url } = await startRecorder(upstream);
    const response = await fetch(`${url}/search`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(502);
    const { code, message } = (await response.json()) as { code: string; message: string[] };
    expect(code).toBe('recorder_upstream_unreachable');
    expect(message.join(' ')).toMatch(/certificate/);
  });
});
