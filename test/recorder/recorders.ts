import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ids } from '../../src/base/ids.ts';
import { loadConduct } from '../../src/check/judge/load-conduct.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { loadSpec } from '../../src/interface/openapi/load-spec.ts';
import type { RecorderOptions } from '../../src/recorder/recorder.ts';
import { Recorder } from '../../src/recorder/recorder.ts';
import { loadScenarios } from '../../src/scenarios/registry.ts';

/** A recorder that listens, and what it recorded so far. */
export interface TestRecorder {
  url: string;
  recorder: Recorder;
  recorded: Exchange[];
  errors: unknown[];
  /** The scenarios that did not act because the upstream may be live. */
  spared: string[];
}

const loaded = Promise.all([loadSpec(), loadConduct(), loadScenarios()]);
const open: (() => Promise<unknown>)[] = [];

/** Starts a recorder in front of a system; `closeAll` ends it. */
export async function startRecorder(upstream: string, options: Partial<RecorderOptions> = {}): Promise<TestRecorder> {
  const [spec, areas, scenarios] = await loaded;
  const spared: string[] = [];
  const recorded: Exchange[] = [];
  const errors: unknown[] = [];
  const recorder = new Recorder({
    upstream,
    host: '127.0.0.1',
    port: 0,
    insecure: false,
    ca: undefined,
    serviceIdHeader: 'X-Service-Id',
    adminToken: null,
    keepAliveSeconds: 300,
    onRefused: () => undefined,
    spec,
    areas,
    scenarios,
    allowLive: false,
    ids: new Ids('test'),
    onSpared: (scenario) => spared.push(scenario),
    reportError: (error) => errors.push(error),
    ...options,
    observe(exchange, findings, value) {
      recorded.push(exchange);
      options.observe?.(exchange, findings, value);
    },
  });
  const url = await recorder.listen();
  open.push(() => recorder.close());
  return { url, recorder, recorded, errors, spared };
}

/** Starts a plain server, which is not a sandbox; `closeAll` ends it. */
export async function startServer(serve: RequestListener): Promise<string> {
  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function closeAll(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close();
}
