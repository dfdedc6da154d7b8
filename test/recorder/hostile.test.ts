import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { har } from '../../src/exchange/har/write-har.ts';
import { journalFile } from '../../src/exchange/journal-file/write-journal-file.ts';
import { send } from './raw-http.ts';
import { closeAll, startRecorder, startServer } from './recorders.ts';

afterAll(closeAll);

const echo = () =>
  startServer((req, res) => {
    const pieces: Buffer[] = [];
    req.on('data', (piece: Buffer) => pieces.push(piece));
    req.on('end', () => {
      const { method, url, headers } = req;
      res.end(JSON.stringify({ method, url, headers, bytes: Buffer.concat(pieces).length }));
    });
  });

describe('a hostile client', () => {
  it('cannot open a tunnel', async () => {
    const { url } = await startRecorder(await echo());
    expect(await raw(url, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 501 [^]*recorder_no_tunnel/,
    );
  });

  it('reaches only the upstream, even with the address of another server', async () => {
    const upstream = await echo();
    const { url } = await startRecorder(upstream);
    const text = await raw(
      url,
      'GET http://evil.example/v1/x?y HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    );
    expect(text).toContain(`"url":"/v1/x?y"`);
    expect(text).toContain(`"host":"${new URL(upstream).host}"`);
    expect(await raw(url, 'GET http://x/_sandbox/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 403 /,
    );
  });

  it.each([
    'POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /s',
    'POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde',
    'POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    'POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    'POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
  ])('cannot smuggle a second request: %j', async (request) => {
    let calls = 0;
    const upstream = await startServer((_, res) => {
      calls++;
      res.end();
    });
    const { url } = await startRecorder(upstream);
    expect(await raw(url, request)).toMatch(/^HTTP\/1\.1 (400|501) /);
    expect(calls).toBe(0);
  });

  it.each(['content-length', 'keep-alive, Transfer-Encoding', 'host'])(
    'cannot smuggle a second request with a Connection header that names %s',
    async (named) => {
      const received: string[] = [];
      const upstream = await startServer((req, res) => {
        received.push(req.url ?? '');
        res.end();
      });
      const { url } = await startRecorder(upstream);
      const body = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
      const head = `DELETE /x HTTP/1.1\r\nHost: a\r\nConnection: ${named}\r\nContent-Length: ${body.length}\r\n\r\n`;
      expect(await raw(url, head + body)).toMatch(
        /^HTTP\/1\.1 400 [^]*the Connection header names[^]*recorder_framing/,
      );
      expect(received).toEqual([]);
    },
  );

  it('a request for another protocol is served as an ordinary one', async () => {
    const { url } = await startRecorder(await echo());
    const text = await raw(
      url,
      'GET /chat HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, X-Own\r\nUpgrade: websocket\r\nX-Own: 1\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).not.toMatch(/upgrade|x-own/i);
  });

  it.each([
    [{ Origin: 'https://evil.example' }, 403],
    [{ Host: 'evil.example' }, 403],
    [{ Origin: 'http://localhost:3000' }, 200],
  ])('a client from %j reads /_sandbox with %i', async (headers, status) => {
    const { url } = await startRecorder(await echo());
    expect((await send(`${url}/_sandbox/verdicts`, { headers })).status).toBe(status);
  });

  it('needs the admin token if the recorder has one', async () => {
    const { url } = await startRecorder(await echo(), { adminToken: 'a-token-of-some-length' });
    const read = (headers: Record<string, string>) => send(`${url}/_sandbox`, { headers });
    expect((await read({})).status).toBe(401);
    expect((await read({ Authorization: 'Bearer another-token' })).status).toBe(401);
    expect((await read({ Authorization: 'Bearer a-token-of-some-length', Host: 'staging' })).status).toBe(200);
  });

  it('cannot escape /_sandbox by a path, and causes no internal error', async () => {
    const { url } = await startRecorder(await echo());
    const statuses = await Promise.all(
      ['/_sandbox/../x', '/_sandbox/nothing', '/_sandbox/profiles/%ff/verdicts', '/_sandbox/verdicts?ended=1'].map(
        async (path) => (await send(url, { path })).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 400, 400]);
    expect((await send(`${url}/_sandbox/verdicts`, { method: 'POST' }, [Buffer.from('x')])).status).toBe(405);
  });
});

describe('large, slow and packed bodies', () => {
  it('pass completely, and only the beginning of too large ones is recorded', async () => {
    const { url, recorder, recorded } = await startRecorder(await echo());
    const large = Buffer.alloc(10 * 2 ** 20, 'x');
    const response = await send(`${url}/search`, { method: 'POST' }, [large]);
    expect(JSON.parse(response.body.toString())).toMatchObject({ bytes: large.length });
    await recorder.judged();
    expect(recorded.at(-1)?.request).toMatchObject({ cut: true, bodyBytes: large.length, body: null });
  });

  it('bodies with an extreme compression ratio stay compressed', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20));
    const upstream = await startServer((_, res) => {
      res.setHeader('Content-Encoding', 'gzip');
      res.end(bomb);
    });
    const { url, recorder, recorded } = await startRecorder(upstream);
    expect((await send(`${url}/search`, { method: 'POST' })).body.equals(bomb)).toBe(true);
    await recorder.judged();
    expect(recorded.at(-1)?.response).toMatchObject({ cut: true, bodyBytes: bomb.length });
  });

  it('bodies for a slow reader are not buffered without limit', async () => {
    let written = 0;
    const upstream = await startServer((_, res) => {
      const piece = Buffer.alloc(256 * 1024);
      const write = (): void => {
        while (written < 200 * 2 ** 20) {
          written += piece.length;
          if (!res.write(piece)) return void res.once('drain', write);
        }
        res.end();
      };
      write();
    });
    const { url } = await startRecorder(upstream);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'readable');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(written).toBeLessThan(40 * 2 ** 20);
    socket.destroy();
  });
});

describe('an upstream', () => {
  it('an unreachable upstream is named by the recorder, and recorded as a lost response', async () => {
    const { url, recorder, recorded } = await startRecorder('http://127.0.0.1:9');
    const response = await fetch(`${url}/book`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      code: 'recorder_upstream_unreachable',
      message: [
        'This is the recorder, not the service: no response from http://127.0.0.1:9: ECONNREFUSED, nothing ' +
          'listens there',
      ],
    });
    await recorder.judged();
    expect(recorded.at(-1)).toMatchObject({ response: null, served: null, ending: 'unreachable' });
  });

  it.each([
    ['closes the connection', (_write: (text: string) => void, end: () => void) => end(), 'cut off'],
    ['does not speak HTTP', (write: (text: string) => void) => write('SSH-2.0-x\r\n'), 502],
    [
      'sends two lengths',
      (write: (text: string) => void) => write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
      502,
    ],
  ])('an upstream that %s is passed on as lost', async (_, respond, outcome) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () =>
        respond(
          (text) => socket.write(text),
          () => socket.destroy(),
        ),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { url, recorder, recorded } = await startRecorder(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
    const status = await fetch(`${url}/book`, { method: 'POST', body: '{}' }).then(
      (response) => response.status,
      () => 'cut off',
    );
    expect(status).toBe(outcome);
    await recorder.judged();
    expect(recorded.at(-1)).toMatchObject({ response: null, ending: 'unreachable' });
    server.close();
  });

  it.each([
    ['HTTP/1.1 200 O\x1bk', 200, 'O\x1bk'],
    ['HTTP/1.1 099 Odd', 99, 'Odd'],
    ['HTTP/1.1 000 Odd', 0, 'Odd'],
    ['HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x', 101, 'Switching'],
    ['HTTP/1.1 200 OK\r\nTrailer: X-After', 200, 'OK'],
  ])(
    'an upstream that sends %j is recorded unchanged, and passed on as a 502 with the reason',
    async (head, status, statusText) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.end(`${head}\r\nX-Own: 1\r\nContent-Length: 4\r\n\r\nbody`));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { url, recorder, recorded, errors } = await startRecorder(
        `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      );
      const response = await fetch(`${url}/book`, { method: 'POST', body: '{}' });
      expect(response.status).toBe(502);
      expect(await response.json()).toMatchObject({
        code: 'recorder_unsendable_response',
        message: [
          expect.stringMatching(/^This is the recorder, not the service: the response "\d+ .*" cannot be passed on: /),
        ],
      });
      await recorder.judged();
      const served = { status, statusText, message: { headers: expect.arrayContaining([['X-Own', '1']]) as unknown } };
      expect(recorded.at(-1)).toMatchObject({ status: null, response: null, ending: 'unreachable', served });
      if (status !== 101) expect(recorded.at(-1)?.served?.message.body).toBe('body');
      for (const form of [har, journalFile])
        expect(form({ creator: 'taxiway record', gap: null }).entry(recorded.at(-1) as Exchange)).toContain('"X-Own"');
      expect(errors).toEqual([]);
      server.close();
    },
  );

  it("receives the client's disconnect", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const upstream = await startServer((req) => req.once('close', resolve));
    const { url, recorder, recorded } = await startRecorder(upstream);
    await expect(fetch(`${url}/book`, { method: 'POST', signal: AbortSignal.timeout(50) })).rejects.toThrow();
    await promise;
    await recorder.judged();
    expect(recorded.at(-1)).toMatchObject({ response: null, ending: 'client-gone' });
  });

  it('decides whether a client with Expect: 100-continue continues', async () => {
    const upstream = await echo();
    const { url } = await startRecorder(upstream);
    const headers = { Expect: '100-continue', 'Content-Length': '2' };
    expect((await send(`${url}/x`, { method: 'POST', headers }, [Buffer.from('ab')])).status).toBe(200);
  });
});

/** Returns the response to some bytes, until the connection closes or falls silent. */
async function raw(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (piece: Buffer) => (text += piece.toString()));
  socket.write(request);
  const responded = once(socket, 'data').then(() => wait(250));
  await Promise.race([once(socket, 'close'), responded, wait(5000)]);
  socket.destroy();
  return text;
}
