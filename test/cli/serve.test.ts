import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { sendRaw } from '../server/wire.ts';
import { matchOf } from '../support/present.ts';
import { temporaryFolder } from '../support/temporary-file.ts';
import type { Taxiway } from './taxiway.ts';
import { serveTaxiway } from './taxiway.ts';

const SECRET = 'sk_sandbox_taxiway_demo';
const HEADERS = {
  Authorization: `Bearer ${SECRET}`,
  'X-Service-Id': 'pk_sandbox_taxiway:dp_taxiway00001',
  'Content-Type': 'application/json',
};
const NOW = '2027-01-10T12:00:00Z';

const search = (baseUrl: string, headers: Record<string, string> = HEADERS) =>
  sendRaw(baseUrl, { method: 'POST', path: '/v1/flights/search', headers, body: JSON.stringify(FLIGHT_SEARCH) });

/** A is set by flags that win over the environment, B by the environment alone; two more wait to be stopped. */
let a: Taxiway;
let b: Taxiway;

beforeAll(async () => {
  [a, b] = await Promise.all([
    serveTaxiway(['--offers', '5', '--now', NOW, '--seed', 'cli'], { TAXIWAY_OFFERS: '3', TAXIWAY_SEED: 'other' }),
    serveTaxiway([], {
      TAXIWAY_OFFERS: '3',
      TAXIWAY_NOW: NOW,
      TAXIWAY_SEED: 'cli',
      TAXIWAY_LOG: 'silent',
      TAXIWAY_LIVE_MODE: 'true',
      TAXIWAY_SERVICE_ID_HEADER: 'X-Client-Id',
      TAXIWAY_TRANSFER_PREFIX: '/transfers',
    }),
  ]);
});

describe('serve', () => {
  it('listens on a free port of this machine when the port is 0, and says where', async () => {
    expect(a.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d{4,5}$/);
    expect(a.baseUrl).not.toBe(b.baseUrl);
    expect((await sendRaw(a.baseUrl, { path: '/_sandbox/health' })).body).toEqual({
      status: 'ok',
      log: { dropped: 0 },
      liveMode: false,
    });
  });

  it('logs calls, and reads of the control API only at debug', async () => {
    const taxiway = await serveTaxiway();
    await sendRaw(taxiway.baseUrl, { path: '/_sandbox/version' });
    await sendRaw(taxiway.baseUrl, { path: '/_sandbox/profiles/dp_unknown00001' });
    await search(taxiway.baseUrl);
    await expect.poll(() => taxiway.stdout()).toContain('searchFlights');
    expect(taxiway.stdout()).toContain('profile_not_found');
    expect(taxiway.stdout()).not.toContain('getVersion');
  });

  it.runIf(process.platform === 'linux')('opens the console in the browser of the desktop', async () => {
    const folder = temporaryFolder();
    const opened = join(folder, 'opened');
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`, { mode: 0o755 });
    const { baseUrl } = await serveTaxiway(['--open'], { PATH: `${folder}:${process.env['PATH']}` });
    await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toBe(`${baseUrl}/_sandbox/console`);
  });

  it('continues if no browser can be opened, and prints the address', async () => {
    const taxiway = await serveTaxiway(['--open'], { PATH: '/nowhere' });
    await expect.poll(() => taxiway.stderr()).toContain(`no browser could be opened; open ${taxiway.baseUrl}`);
    expect((await sendRaw(taxiway.baseUrl, { path: '/_sandbox/health' })).status).toBe(200);
  });

  it("keeps nothing in the database of an app's DATABASE_URL, and says how it would", async () => {
    const { banner } = await serveTaxiway([], { DATABASE_URL: 'postgres://ann@127.0.0.1:1/app' });
    expect(banner).toContain('store in memory (--store env:DATABASE_URL keeps it), seed');
  });

  it('prefers flags to the environment', async () => {
    expect((await search(a.baseUrl)).body.offers).toHaveLength(5);
    expect(a.banner).toContain('seed cli');
  });

  it('reads everything from the environment', async () => {
    const { 'X-Service-Id': id, ...rest } = HEADERS;
    const { body } = await search(b.baseUrl, { ...rest, 'X-Client-Id': id });
    expect(body).toMatchObject({ liveMode: true });
    expect(body.offers).toHaveLength(3);
    const read = await sendRaw(b.baseUrl, {
      path: '/transfers/reservations/details',
      headers: { ...rest, 'X-Client-Id': id },
    });
    expect(read.body.code).toBe('reservation_key_required');
    expect((await sendRaw(b.baseUrl, { path: '/reservations/details' })).status).toBe(404);
  });

  it('stops the clock at --now', async () => {
    expect(a.banner).toContain(`clock stopped at ${NOW}`);
    for (let i = 0; i < 2; i++) {
      const { headers, body } = await search(a.baseUrl);
      expect(headers.date).toBe('Sun, 10 Jan 2027 12:00:00 GMT');
      expect(body.offers[0].expiresAt).toBe('2027-01-10T12:20:00.000Z');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

  it('prints a curl line that works when it is pasted, with ready-made credentials', () => {
    const line = matchOf(/^ {2}curl [^]*?'$/m, a.banner)[0];
    const response = JSON.parse(execFileSync('sh', ['-c', line], { encoding: 'utf8' }));
    expect(response.offers).toHaveLength(5);
    expect(a.banner).toContain(`Authorization: ${HEADERS.Authorization}`);
    expect(a.banner).toContain(`X-Service-Id: ${HEADERS['X-Service-Id']}`);
    expect(b.banner).toContain('X-Client-Id: pk_sandbox_taxiway:dp_taxiway00001');
  });

  it('prints the location of the docs, which exist', async () => {
    for (const [address] of a.banner.matchAll(/http:\S+\/(?:_sandbox\S*)?(?= )/g)) {
      expect((await fetch(address)).status).toBe(200);
    }
  });
});

describe('the log', () => {
  it('has one JSON line for each request, and shows no secret', async () => {
    const server = await serveTaxiway(['--now', NOW, '--log', 'debug']);
    const requests = [
      await search(server.baseUrl),
      await search(server.baseUrl, { ...HEADERS, Authorization: 'Bearer sk_wrong_but_secret' }),
      await search(server.baseUrl, {}),
      await sendRaw(server.baseUrl, { path: '/' }),
      await sendRaw(server.baseUrl, { path: '/_sandbox/openapi.yaml' }),
      await sendRaw(server.baseUrl, { path: '/nowhere' }),
      await sendRaw(server.baseUrl, { path: '/%zz' }),
      await sendRaw(server.baseUrl, {
        method: 'POST',
        path: '/v1/flights/search?scenario=server-error',
        headers: HEADERS,
        body: JSON.stringify(FLIGHT_SEARCH),
      }),
    ];
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const lines = server
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ status }) => status)).toEqual(requests.map(({ status }) => status));
    expect(lines.map(({ requestId }) => requestId)).toEqual(requests.map(({ headers }) => headers['x-request-id']));
    expect(lines[0]).toMatchObject({
      method: 'POST',
      path: '/v1/flights/search',
      operation: 'searchFlights',
      profile: 'dp_taxiway00001',
      ms: expect.any(Number),
    });
    expect(lines.at(-1)).toMatchObject({ scenario: 'server-error' });
    expect(server.stdout()).not.toMatch(/sk_|Bearer/);
  });

  it('is silent with --log silent', () => {
    expect(b.stdout()).toBe('');
  });
});

it('reports a rejected promise in the background with its place, and continues', { timeout: 30_000 }, async () => {
  const reject = `process.on('SIGUSR2', () => void Promise.reject(new Error('lost work')))`;
  const server = await serveTaxiway(['--log', 'silent'], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(reject)}`,
  });
  server.kill('SIGUSR2');
  await server.written(/work in the background failed, and the sandbox continues: Error: lost work\n {4}at /);
  expect((await search(server.baseUrl)).status).toBe(200);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

describe('a signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: the open request gets its response, no new one is taken, and the exit code is 0',
    async (signal) => {
      const server = await serveTaxiway(['--log', 'silent']);
      const body = JSON.stringify(FLIGHT_SEARCH);
      const { hostname, port } = new URL(server.baseUrl);
      const open = request({
        hostname,
        port,
        method: 'POST',
        path: '/v1/flights/search',
        headers: { ...HEADERS, 'Content-Length': body.length },
      });
      const responded = new Promise<IncomingMessage>((resolve, reject) =>
        open.on('response', resolve).on('error', reject),
      );
      open.write(body.slice(0, 10));
      await sendRaw(server.baseUrl, { path: '/_sandbox/health' });
      server.kill(signal);
      await refusesConnections(server.baseUrl);
      open.end(body.slice(10));
      const response = await responded;
      response.resume();
      expect(response.statusCode).toBe(200);
      const began = performance.now();
      expect(await server.ended).toBe(0);
      expect(performance.now() - began).toBeLessThan(2000);
    },
  );
});

async function refusesConnections(baseUrl: string): Promise<void> {
  for (;;) {
    const refused = await sendRaw(baseUrl, { path: '/_sandbox/health' }).then(
      () => false,
      () => true,
    );
    if (refused) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
