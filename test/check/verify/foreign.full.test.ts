import { describe, expect, it, onTestFinished } from 'vitest';
import { probe } from '../../../src/check/verify/probe/probe.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import { thirdOf } from '../../support/full-size.ts';
import type { ForeignServer } from './foreign-servers.ts';
import { pathOf, startNonsense, startServer, startStaticMock } from './foreign-servers.ts';
import { runContracts } from './run-contracts.ts';

const credential = { publicKey: 'pk_foreign', secretKey: 'sk_foreign_0123456789', profileCode: 'dp_foreign00001' };

async function close<T extends ForeignServer>(starting: Promise<T>): Promise<T> {
  const server = await starting;
  onTestFinished(() => server.close());
  return server;
}

describe('a static mock of openapi.yaml', () => {
  it('gets a report of its failures, without a crash', { timeout: 120_000 }, async () => {
    const mock = await close(startStaticMock());
    const report = await runContracts({ baseUrl: mock.baseUrl, credential });
    expect(report.contracts.filter(({ verdict }) => verdict === 'error')).toEqual([]);
    const verdictOf = (id: string) => report.rules.find((rule) => rule.id === id)?.verdict;
    // It accepts any credentials, and takes whatever it is sent.
    for (const id of [
      'auth.missing-credentials.401',
      'flight-search.slices.count',
      'flight-search.passengers.adult-required',
      'transfer.pricing.mandatory',
      'transfer.token.unchanged',
    ]) {
      expect([id, verdictOf(id)]).toEqual([id, 'fail']);
    }
    // Its responses have the right shape; what it returns at unknown addresses has no liveMode, as from a gateway.
    for (const id of [
      'flight-search.endpoint',
      'slice.fields.fare-name',
      'segment.fields.flight-number',
      'service.live-mode.every-response',
    ]) {
      expect([id, verdictOf(id)]).toEqual([id, expect.stringMatching(/^(pass|partly|warn)$/)]);
    }
    expect(report.rules.find(({ id }) => id === 'offer.expiry.ends-offer')).toMatchObject({
      verdict: 'not exercised',
      reason: expect.stringMatching(/only a sandbox|clock|offer/),
    });
    expect(JSON.stringify(report)).not.toContain(credential.secretKey);
  });
});

describe('a server with meaningless responses', () => {
  const responses: [title: string, status: number, text: string][] = [
    ['500 in plain text', 500, 'oops'],
    ['a page', 200, '<!doctype html><title>Welcome</title>'],
    ['an empty object', 200, '{}'],
    ['a list', 200, '[]'],
    ['null', 200, 'null'],
    ['a string', 200, '"offers"'],
    [
      'null in every field',
      200,
      '{"offers":[null],"status":null,"reservations":[null],"searchId":null,"liveMode":false}',
    ],
    [
      'wrong types in every field',
      200,
      '{"offers":{"0":1},"status":7,"reservations":"x","searchId":[],' +
        '"error":1,"code":{},"message":7,"liveMode":"false"}',
    ],
    [
      'fields of offers that are wrong',
      200,
      '{"offers":[{"offerId":"o","gdsprovider":0,"passengers":[{}],"slices":[{"segments":[null]}],' +
        '"resultId":"r","bookingToken":"b","expiresAt":5,"holdOptions":null,' +
        '"supportedPassengerIdDocuments":"passport","cancellation":null}],' +
        '"searchId":"s","pricingToken":"p","liveMode":false}',
    ],
    ['nothing', 204, ''],
  ];

  it.each(thirdOf('faulty services', responses))(
    'gets a report, without a crash: %s',
    { timeout: 120_000 },
    async (_, status, text) => {
      const server = await close(startNonsense(status, status === 204 ? '' : text));
      const report = await runContracts({ baseUrl: server.baseUrl, credential });
      expect(
        report.contracts.filter(({ verdict }) => verdict === 'error').map(({ title, reason }) => `${title}: ${reason}`),
      ).toEqual([]);
      expect(report.summary.fail).toBeGreaterThan(0);
    },
  );
});

it('a target that stops responding times out only a few times', { timeout: 60_000 }, async () => {
  let searches = 0;
  const server = await close(
    startServer((req, res) => {
      if (!pathOf(req).includes('flights')) res.writeHead(404).end('{}');
      else if (searches++ === 0) res.writeHead(200).end('{"offers":[],"liveMode":false}');
    }),
  );
  const report = await runContracts({ baseUrl: server.baseUrl, credential, timeoutMs: 200, concurrency: 4 });
  expect(
    report.contracts.filter(({ reason }) =>
      reason.includes('no longer called, after 20 successive calls without a response'),
    ).length,
  ).toBeGreaterThan(100);
  expect(server.requests.length).toBeLessThan(60);
});

describe('the probe', () => {
  const ask = async (baseUrl: string, more = {}) => probe({ baseUrl, credential, ...more }, await loadSpec());

  it('reports a missing response', async () => {
    const server = await startServer(() => {});
    await server.close();
    await expect(ask(server.baseUrl)).rejects.toThrow(/no response from http.*ECONNREFUSED/);
  });

  it('requires a credential if it cannot create one', async () => {
    const mock = await close(startStaticMock());
    await expect(ask(mock.baseUrl, { credential: undefined })).rejects.toThrow(
      /there is no credential: set TAXIWAY_PUBLIC_KEY/,
    );
  });

  it.each([401, 403])('stops at a target that returns %d', async (status) => {
    const server = await close(startServer((_, res) => res.writeHead(status).end('{"message":"no","code":"nope"}')));
    await expect(ask(server.baseUrl)).rejects.toThrow(
      `does not accept the profile dp_foreign00001: a search returned ${status} nope: no`,
    );
    expect(server.requests.filter((request) => request.startsWith('POST'))).toEqual(['POST /v1/flights/search']);
  });

  it.each(['{"offers":[],"liveMode":true}', '{"offers":[]}'])(
    'does not book on a target that may be live: %s',
    async (body) => {
      const server = await close(
        startServer((req, res) => res.writeHead(pathOf(req).includes('flights') ? 200 : 404).end(body)),
      );
      await expect(ask(server.baseUrl)).rejects.toThrow(/Nothing was booked\. --allow-live continues/);
      expect(await ask(server.baseUrl, { allowLive: true })).toMatchObject({ liveMode: true, mayBook: false });
      expect(await ask(server.baseUrl, { allowLive: true, book: true })).toMatchObject({
        liveMode: true,
        mayBook: true,
      });
    },
  );

  it.each([
    ['a page', 200, 'text/html', '<!doctype html><title>Welcome</title>'],
    ['a page for what is not there', 404, 'text/html; charset=utf-8', '<h1>Not Found</h1>'],
    ['text', 200, 'text/plain', 'It works!'],
  ])('reports %s as not the service, and does not mention live', async (_, status, type, body) => {
    const server = await close(startServer((__, res) => res.writeHead(status, { 'Content-Type': type }).end(body)));
    const error = await ask(server.baseUrl).then(() => '', String);
    expect(error).toContain(
      `${server.baseUrl} is not the service: a search returned ${status} with ${type.split(';')[0]}`,
    );
    expect(error).not.toContain('may be live');
    expect(await ask(server.baseUrl, { allowLive: true }).then(() => '', String)).toContain('is not the service');
  });

  it.each(['localhost:4010', 'ftp://localhost', 'http://u:p@localhost', 'http://localhost/?a=b'])(
    'refuses an invalid base URL: %s',
    async (url) => {
      await expect(ask(url)).rejects.toThrow(/base URL/);
    },
  );
});
