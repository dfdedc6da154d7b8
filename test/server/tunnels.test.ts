import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';
import { sendRaw } from './wire.ts';

const sandbox = useSandbox({ seed: 'tunnels' });

describe('CONNECT', () => {
  it.each(['evil.example:443', '/v1/flights/search', '*'])(
    'a CONNECT to %s gets the error body with the next step, and the connection ends',
    async (target) => {
      const text = await allOf(`CONNECT ${target} HTTP/1.1\r\nHost: x\r\n\r\nbytes for the tunnel`);
      expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*Connection: close\r\n/);
      const body: unknown = JSON.parse(text.split('\r\n\r\n')[1] ?? '');
      expect(body).toMatchObject({ statusCode: 400, code: 'invalid_request', liveMode: false });
      expect(text).toContain('CONNECT asks for a tunnel');
    },
  );

  it('a CONNECT after another request gets its response in order', async () => {
    const text = await allOf(
      'GET /_sandbox/health HTTP/1.1\r\nHost: localhost\r\n\r\nCONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n',
    );
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('CONNECT requests of disconnecting clients do not stop the server', async () => {
    for (let i = 0; i < 20; i++) {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(sandbox.baseUrl).port) });
      await once(socket, 'connect');
      socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n');
      socket.resetAndDestroy();
    }
    expect((await sendRaw(sandbox.baseUrl, { path: '/_sandbox/health' })).status).toBe(200);
  });
});

it('a request for another protocol is served over HTTP/1.1', async () => {
  const headers = { Connection: 'Upgrade', Upgrade: 'websocket' };
  expect((await sendRaw(sandbox.baseUrl, { path: '/_sandbox/health', headers })).status).toBe(200);
});

/** Everything that the sandbox sends until it closes the connection, which the client does not close. */
async function allOf(sent: string): Promise<string> {
  const { port } = new URL(sandbox.baseUrl);
  const socket = connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true });
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write(sent);
  await once(socket, 'end');
  socket.destroy();
  return text;
}
