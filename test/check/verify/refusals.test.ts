import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Contract } from '../../../src/check/verify/contract.ts';
import { expectStatus } from '../../../src/check/verify/expectations/expect.ts';
import { pathOf, startServer } from './foreign-servers.ts';
import { runContracts } from './run-contracts.ts';

const credential = { publicKey: 'pk_foreign', secretKey: 'sk_foreign_0123456789', profileCode: 'dp_foreign00001' };
const FOUND = [200, '{"offers":[{}],"liveMode":false}'] as const;
const REFUSED = [400, '{"message":"no luck","liveMode":false}'] as const;

/** Runs one contract against a service whose searches, after the one that lets the harness in, have these responses. */
async function searchWith(
  respond: (res: ServerResponse, count: number) => void,
  check: Contract['check'] = async (trial) => void trial.requireSetup(await trial.searchFlights(), 'needs a search'),
) {
  let searches = -1;
  const server = await startServer((req, res) => {
    if (!pathOf(req).endsWith('/search')) res.writeHead(404).end('{}');
    else if (searches++ < 0) res.writeHead(FOUND[0]).end(FOUND[1]);
    else respond(res, searches);
  });
  onTestFinished(() => server.close());
  const contract: Contract = {
    title: 'a contract',
    rules: ['flight-search.no-parameters'],
    calls: ['searchFlights'],
    check,
  };
  const report = await runContracts({
    baseUrl: server.baseUrl,
    credential,
    areas: [{ name: 'test', contracts: [contract] }],
  });
  return { report, contract: report.contracts[0], closing: report.contracts.at(-1), searches };
}

describe('a contract that meets a refused valid call', () => {
  it('runs again from its start, and the refusal still breaks the rule of the call', async () => {
    const { contract, closing, report } = await searchWith((res, count) =>
      res.writeHead(...head(count === 1 ? REFUSED : FOUND)).end((count === 1 ? REFUSED : FOUND)[1]),
    );
    expect(contract).toMatchObject({ verdict: 'pass', exchanges: 2 });
    expect(closing?.findings).toMatchObject([
      {
        verdict: 'fail',
        rules: ['flight-search.endpoint'],
        actual: '1 of 2 valid calls refused, the first with 400 no luck; call 2 is accepted',
        exchange: { status: 400 },
        counterpart: { status: 200 },
      },
    ]);
    expect(report.rules.find(({ id }) => id === 'flight-search.endpoint')?.verdict).toBe('fail');
  });

  it('is not exercised if the call is refused again, and does not run a third time', async () => {
    const { contract, closing, searches } = await searchWith((res) => res.writeHead(...head(REFUSED)).end(REFUSED[1]));
    expect(contract).toMatchObject({ verdict: 'not exercised', reason: 'needs a search: 400 no luck' });
    expect(searches).toBe(2);
    expect(closing?.findings).toMatchObject([
      { actual: expect.stringMatching(/^all 2 valid calls refused, the first with 400 no luck, also call 2\. Either/) },
    ]);
  });

  it('does not run again for a call that is not known to be valid', async () => {
    const { contract, closing, searches } = await searchWith(
      (res) => res.writeHead(...head(REFUSED)).end(REFUSED[1]),
      async (trial) => void trial.requireSetup(await trial.searchFlights({ with: { slices: [] } }), 'needs a search'),
    );
    expect(contract?.verdict).toBe('not exercised');
    expect(searches).toBe(1);
    expect(closing?.findings).toEqual([]);
  });
});

describe('a rate limit of the target', () => {
  it('makes the run wait, and the report mentions it', async () => {
    const { contract, closing, report } = await searchWith(
      (res, count) => (count < 3 ? tooMany(res) : res.writeHead(...head(FOUND)).end(FOUND[1])),
      async (trial) => expectStatus(await trial.searchFlights(), 200),
    );
    expect(contract).toMatchObject({ verdict: 'pass', exchanges: 1 });
    expect(closing?.findings).toEqual([]);
    expect(report.notes).toEqual(['the target has a rate limit: 429 to 2 of 3 calls, made again later']);
  });

  it('ends with an error if it is permanent', { timeout: 20_000 }, async () => {
    const { contract, closing } = await searchWith(tooMany);
    expect(contract).toMatchObject({
      verdict: 'error',
      reason: expect.stringContaining('the rate limit of the target never lets up: 429 to POST /v1/flights/search'),
    });
    expect(closing?.findings).toEqual([]);
  });
});

function head([status]: readonly [number, string]): [number, Record<string, string>] {
  return [status, { 'Content-Type': 'application/json' }];
}

function tooMany(res: ServerResponse): void {
  res.writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': '0' }).end('{"error":"Too Many Requests"}');
}
