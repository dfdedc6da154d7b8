import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { KeyPair } from '../../../src/check/verify/probe/target.ts';
import { createSandbox } from '../../../src/index.ts';
import { pathOf } from './foreign-servers.ts';
import { runContracts } from './run-contracts.ts';

it(
  'a healthy service without control API and scenarios breaks nothing, and each rule left says what it takes',
  { timeout: 120_000 },
  async () => {
    const report = await runContracts(await startBareService());
    expect(
      report.contracts
        .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
        .map(({ title, reason }) => `${title}: ${reason}`),
    ).toEqual([]);
    expect(report.summary.pass + report.summary.partly).toBeGreaterThan(165);
    expect(report.summary.partly).toBeGreaterThan(10);
    for (const { id, verdict, reason } of report.rules) {
      if (verdict === 'not exercised')
        expect(`${id}: ${reason}`).toMatch(
          /needs (the scenario \S+, which the target does not have|.*only a sandbox (makes one|shows))/,
        );
    }
  },
);

/** A service without control API and scenarios: a sandbox behind a proxy that hides both. */
async function startBareService(): Promise<{ baseUrl: string; credential: KeyPair; otherCredential: KeyPair }> {
  const sandbox = await createSandbox({ log: 'silent', seed: 'bare' });
  const { hostname, port, origin } = new URL(await sandbox.listen());
  const proxy = createServer((req, res) => {
    if (pathOf(req).startsWith('/_sandbox')) return void res.writeHead(404).end();
    const { pathname, searchParams } = new URL(req.url ?? '/', origin);
    searchParams.delete('scenario');
    const path = searchParams.size > 0 ? `${pathname}?${searchParams.toString()}` : pathname;
    req.pipe(
      request({ hostname, port, method: req.method, path, headers: req.headers }, (response) => {
        res.writeHead(response.statusCode ?? 0, response.headers);
        response.pipe(res);
      }),
    );
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(async () => {
    proxy.close();
    proxy.closeAllConnections();
    await sandbox.close();
  });
  const makeKeys = async () =>
    (
      (await (
        await fetch(`${origin}/_sandbox/profiles`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{"name":"bare"}',
        })
      ).json()) as { credential: KeyPair }
    ).credential;
  return {
    baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    credential: await makeKeys(),
    otherCredential: await makeKeys(),
  };
}
