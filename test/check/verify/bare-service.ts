import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VerifyOptions } from '../../../src/check/verify/probe/options.ts';
import type { KeyPair } from '../../../src/check/verify/probe/target.ts';
import type { Sandbox } from '../../../src/index.ts';
import { pathOf } from './foreign-servers.ts';

/** Options of a run against a service without control API and scenarios, and what ends it. */
export interface BareService {
  options: VerifyOptions;
  close: () => Promise<void>;
}

/** Puts a proxy before a sandbox that hides its control API and its scenarios. */
export async function startBareService(sandbox: Sandbox): Promise<BareService> {
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
  return {
    options: {
      baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      credential: await makeKeys(origin),
      otherCredential: await makeKeys(origin),
    },
    async close() {
      proxy.close();
      proxy.closeAllConnections();
      await sandbox.close();
    },
  };
}

async function makeKeys(origin: string): Promise<KeyPair> {
  const response = await fetch(`${origin}/_sandbox/profiles`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"name":"bare"}',
  });
  return ((await response.json()) as { credential: KeyPair }).credential;
}
