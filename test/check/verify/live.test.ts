import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import type { Area } from '../../../src/check/verify/contract.ts';
import { expectAccepted } from '../../../src/check/verify/expectations/expect.ts';
import { bookingCalls } from '../../../src/check/verify/http/client.ts';
import { loadContracts } from '../../../src/check/verify/load-contracts.ts';
import type { Sandbox } from '../../../src/index.ts';
import { createSandbox } from '../../../src/index.ts';
import type { Offer } from '../../../src/interface/api.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { listOperations } from '../../../src/interface/openapi/operations.ts';
import { runTaxiway } from '../../cli/taxiway.ts';
import { pathOf, startServer } from './foreign-servers.ts';
import { runContracts } from './run-contracts.ts';

const credential = { publicKey: 'pk_live', secretKey: 'sk_live_0123456789', profileCode: 'dp_live00000001' };

/** A live system: a sandbox with liveMode true, behind a proxy that counts requests and hides the control API. */
let sandbox: Sandbox;
let live: string;
let seen: string[];
const proxy = createServer((req, res) => {
  if (pathOf(req).startsWith('/_sandbox')) return void res.writeHead(404).end();
  seen.push(`${req.method} ${pathOf(req)}`);
  const { hostname, port } = new URL(sandboxUrl);
  req.pipe(
    request({ hostname, port, method: req.method, path: req.url, headers: req.headers }, (response) => {
      res.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(res);
    }),
  );
});
let sandboxUrl: string;
beforeAll(async () => {
  sandbox = await createSandbox({ log: 'silent', seed: 'live', liveMode: true });
  sandboxUrl = await sandbox.listen();
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  live = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(async () => {
  proxy.close();
  proxy.closeAllConnections();
  await sandbox.close();
});

/** Requests that book, change or cancel, as sent. */
const bookingPatterns = listOperations(await loadSpec())
  .filter(({ operationId }) => bookingCalls.includes(operationId))
  .map(({ method, path }) => new RegExp(`^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '[^/]+')}$`));
const bookings = () => seen.filter((call) => bookingPatterns.some((pattern) => pattern.test(call)));
const own = (await loadContracts()).flatMap(({ contracts }) => contracts);
const books = (calls: readonly string[]) => calls.some((call) => (bookingCalls as readonly string[]).includes(call));

describe('a live system', () => {
  it('gets one search, and no other call, without --allow-live', async () => {
    seen = [];
    const { publicKey, secretKey, profileCode } = sandbox.demoKeys;
    const { code, stdout, stderr } = await runTaxiway(['verify', live], {
      TAXIWAY_PUBLIC_KEY: publicKey,
      TAXIWAY_SECRET_KEY: secretKey,
      TAXIWAY_PROFILE_CODE: profileCode,
    });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      'taxiway verify: the target is live: a search returned liveMode true. Nothing was booked. ' +
        '--allow-live continues with the checks that change nothing, --allow-live --book with all of them\n' +
        'Help: taxiway verify --help\n',
    );
    expect(seen.filter((call) => call.startsWith('POST'))).toEqual(['POST /v1/flights/search']);
  });

  it(
    'gets no booking with --allow-live alone, and contracts that book are not exercised',
    { timeout: 120_000 },
    async () => {
      seen = [];
      const report = await runContracts({ baseUrl: live, credential: sandbox.demoKeys, allowLive: true });
      expect(bookings()).toEqual([]);
      expect(seen.length).toBeGreaterThan(10);
      expect(report.contracts.some(({ verdict }) => verdict === 'pass')).toBe(true);
      const left = own.filter(({ calls }) => books(calls)).map(({ title }) => title);
      expect(left.length).toBeGreaterThan(20);
      const said = report.contracts.filter(
        ({ verdict, reason, exchanges }) =>
          verdict === 'not exercised' &&
          exchanges === 0 &&
          reason.endsWith('has effects outside the service, and this run does not allow them; --book allows it'),
      );
      // Some contracts run after all others.
      expect(said.map(({ title }) => title).toSorted()).toEqual(left.toSorted());
    },
  );

  it('is booked with --allow-live --book', { timeout: 120_000 }, async () => {
    seen = [];
    const report = await runContracts({
      baseUrl: live,
      credential: sandbox.demoKeys,
      allowLive: true,
      book: true,
      only: ['flight-order.endpoint', 'flight-order.response.order-id'],
    });
    expect(bookings().length).toBeGreaterThan(0);
    expect(report.contracts.some(({ verdict }) => verdict === 'pass')).toBe(true);
  });
});

const offer = { gdsprovider: 0, offerId: 'off_1' } as Offer;
const order: Area = {
  name: 'test',
  contracts: [
    {
      title: 'two orders',
      rules: ['flight-order.endpoint'],
      calls: ['searchFlights', 'createFlightOrder'],
      async check(trial) {
        for (let i = 0; i < 2; i++) expectAccepted(await trial.order(offer, {}));
      },
    },
  ],
};

describe('a target that returns liveMode false first and true later', () => {
  it('gets no more bookings', async () => {
    let ordered = 0;
    const server = await startServer((req, res) => {
      const isOrder = pathOf(req).includes('/order/');
      if (isOrder) ordered++;
      res
        .writeHead(pathOf(req).startsWith('/_sandbox') ? 404 : 200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ offers: [], orderId: 'o', liveMode: isOrder }));
    });
    onTestFinished(() => server.close());
    const report = await runContracts({ baseUrl: server.baseUrl, credential, areas: [order] });
    expect(report.contracts[0]).toMatchObject({
      verdict: 'not exercised',
      reason: 'createFlightOrder was not called: the target returned liveMode false at first, and true later',
    });
    expect(ordered).toBe(1);
  });
});

const searches: Area = {
  name: 'test',
  contracts: Array.from({ length: 20 }, (_, i) => ({
    title: `search ${i}`,
    rules: ['flight-search.endpoint'],
    calls: ['searchFlights'],
    check: async (trial) => {
      await trial.searchFlights();
    },
  })),
};

describe('the calls of a run', () => {
  /** Responds after a moment; records when each call came and how many there were at once. */
  async function measure(options: { rate?: number; concurrency?: number }) {
    const times: number[] = [];
    let at = 0;
    let most = 0;
    const server = await startServer((req, res) => {
      times.push(systemClock.now());
      most = Math.max(most, ++at);
      setTimeout(() => {
        at--;
        res
          .writeHead(pathOf(req).startsWith('/_sandbox') ? 404 : 200, { 'Content-Type': 'application/json' })
          .end('{"offers":[],"liveMode":false}');
      }, 30);
    });
    onTestFinished(() => server.close());
    await runContracts({ baseUrl: server.baseUrl, credential, areas: [searches], ...options });
    return { most, spanMs: (times.at(-1) ?? NaN) - (times.at(-20) ?? NaN) };
  }

  it('never exceed --concurrency', async () => {
    expect((await measure({ concurrency: 3 })).most).toBe(3);
    expect((await measure({ concurrency: 1 })).most).toBe(1);
  });

  it('never exceed --rate per second', async () => {
    // Nineteen gaps of 50 ms; timers may come a little early.
    expect((await measure({ rate: 20 })).spanMs).toBeGreaterThan(900);
    expect((await measure({})).spanMs).toBeLessThan(600);
  });
});
