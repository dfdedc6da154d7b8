import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openSandbox } from '../../../../src/check/judge/recording/open-sandbox.ts';
import { SilenceTimeout } from '../../../../src/check/judge/recording/open-sandbox.ts';

const TOKEN = 'admin/token+of~the"test';
const JOURNAL = { 'Content-Type': 'application/x-ndjson' };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function baseUrlOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function read(baseUrl: string, timeout = new SilenceTimeout(() => undefined)): Promise<string> {
  const source = { baseUrl, profileCode: 'dp_a', credential: undefined, adminToken: TOKEN, serviceIdHeader: 'X-Id' };
  let text = '';
  for await (const chunk of (await openSandbox(source, new AbortController().signal, timeout)).chunks)
    text += chunk.toString();
  return text;
}

it('a journal is read completely, however slowly it arrives', async () => {
  const baseUrl = await baseUrlOf((_, res) => {
    res.writeHead(200, JOURNAL).flushHeaders();
    let lines = 0;
    const timer = setInterval(() => {
      res.write('{}\n');
      if (++lines < 8) return;
      clearInterval(timer);
      res.end();
    }, 50);
  });
  expect(await read(baseUrl, new SilenceTimeout(() => undefined, 10, 300))).toBe('{}\n'.repeat(8));
});

it.each([
  ['sends nothing', () => undefined],
  ['stops in the middle', (_, res) => void res.writeHead(200, JOURNAL).write('{"taxiway":')],
] satisfies [string, RequestListener][])(
  'a server that %s is reported while the judge waits, and after the time limit',
  async (_, does) => {
    let notified = 0;
    const reading = read(await baseUrlOf(does), new SilenceTimeout(() => notified++, 50, 200));
    await expect(reading).rejects.toThrow('it sent nothing for 0.2 seconds; check its log');
    expect(notified).toBeGreaterThan(0);
  },
);

it('an endless error body is read up to a limit', async () => {
  let sent = 0;
  const baseUrl = await baseUrlOf((_, res) => {
    res.writeHead(500);
    const send = (): void => {
      while (!res.destroyed && res.write('x'.repeat(65_536))) sent += 65_536;
    };
    res.on('drain', send);
    send();
  });
  await expect(read(baseUrl)).rejects.toThrow(/with 500: x{299}…$/);
  expect(sent).toBeLessThan(20e6);
});

it('an error that repeats the request shows no secret', async () => {
  const echo = await baseUrlOf(({ headers }, res) => {
    const { authorization = '' } = headers;
    res.writeHead(403);
    res.end(
      `${JSON.stringify(headers)} ${authorization.replace('token', '\u001b[1mtoken')} ${encodeURIComponent(TOKEN)}`,
    );
  });
  await expect(read(echo)).rejects.toThrow(/with 403: .*"authorization":"Bearer sk_…"/);
  await expect(read(echo)).rejects.not.toThrow(/token/);
});

it('a redirect is not followed, and the message names its target without credentials', async () => {
  const baseUrl = await baseUrlOf((_, res) => {
    res.writeHead(302, { Location: `http://user:pass@b.example/x?token=${encodeURIComponent(TOKEN)}` }).end();
  });
  await expect(read(baseUrl)).rejects.toThrow(
    /^it redirects to http:\/\/b\.example\/x with 302, and redirects are not followed; name the final URL/,
  );
});

it('a web page is reported as not being a sandbox', async () => {
  const baseUrl = await baseUrlOf((_, res) => void res.setHeader('Content-Type', 'text/html').end('<html>'));
  await expect(read(baseUrl)).rejects.toThrow(
    /it is not a taxiway sandbox: to GET \/_sandbox\S+ it responds with text\/html/,
  );
});

it('a port without TLS is reported as such', async () => {
  const baseUrl = await baseUrlOf((_, res) => void res.end());
  await expect(read(baseUrl.replace('http:', 'https:'))).rejects.toThrow(
    'it does not speak TLS; write http:// in place of https://',
  );
});
