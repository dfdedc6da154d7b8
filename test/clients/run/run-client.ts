import { Agent } from 'node:http';
import { expect } from 'vitest';
import type { Balancer } from '../../../examples/replicas/balancer.ts';
import { alternate } from '../../../examples/replicas/balancer.ts';
import { VirtualClock } from '../../../src/base/clock.ts';
import type { Verdicts } from '../../../src/check/judge/verdicts.ts';
import type { KeyPair, SandboxOptions } from '../../../src/index.ts';
import { createSandbox } from '../../../src/index.ts';
import type { Steps, Traveller } from '../steps.ts';
import type { Recorded } from './recorder.ts';
import { Recorder } from './recorder.ts';
import { VirtualTime } from './virtual-time.ts';

/** Under what a client runs. */
export interface Circumstances {
  /** Armed on the profile. */
  scenario?: string;
  seed?: string;
  /** Number of travellers that the client serves concurrently; 1 by default. */
  travellers?: number;
  settings?: SandboxOptions;
  /** A PostgreSQL schema for two sandboxes, behind a load balancer that alternates. */
  shared?: string;
  /** Puts something between client and sandbox; returns its address. */
  through?: (baseUrl: string) => Promise<string>;
  /** Called at the end, while the sandbox still listens. */
  atEnd?: (sandbox: Reading) => Promise<void>;
}

/** A sandbox, for reads of its verdicts and journals. */
export interface Reading {
  baseUrl: string;
  profiles: readonly KeyPair[];
  headersOf: (keys: KeyPair) => Record<string, string>;
}

/** The work of a client. */
export interface ClientRun {
  /** As the client saw them, in the order in which they ended. */
  exchanges: readonly Recorded[];
  /** Verdicts of the sandbox at the end: on its profiles, and on calls that belong to none. */
  live: readonly Verdicts[];
}

/** Runs a client against a sandbox of its own over HTTP, on a clock that moves with what the client waits for. */
export async function runClient(steps: Steps, circumstances: Circumstances = {}): Promise<ClientRun> {
  const { scenario, seed = 'clients', travellers = 1, settings, shared, through, atEnd } = circumstances;
  const clock = new VirtualClock('2027-01-10T12:00:00.000Z');
  const options = { seed, clock, log: 'silent', ...settings, ...(shared !== undefined && { store: shared }) } as const;
  const sandbox = await createSandbox(options);
  const other = shared === undefined ? null : await createSandbox(options);
  const agent = new Agent({ keepAlive: true });
  let balancer: Balancer | undefined;
  try {
    const baseUrls = [await sandbox.listen(), ...(other ? [await other.listen()] : [])];
    const [baseUrl = ''] = baseUrls;
    if (other) balancer = await alternate(baseUrls);
    const credential = sandbox.demoKeys;
    const otherCredential = await sandbox.addProfile();
    if (scenario !== undefined) await arm(baseUrl, credential.profileCode, sandbox.headers(), scenario);
    const timeoutMs = scenario?.includes('timeout') ? SHORT_TIMEOUT_MS : TIMEOUT_MS;
    const address = through ? await through(baseUrl) : (balancer?.baseUrl ?? baseUrl);
    const recorder = new Recorder({
      baseUrl: address,
      agent,
      clock,
      timeoutMs,
      profiles: [credential, otherCredential],
    });
    const time = new VirtualTime(clock);
    await time.run(
      Array.from({ length: travellers }, (_, index) => {
        const traveller: Traveller = {
          number: index + 1,
          steps,
          open: new Map(),
          stopped: false,
          wait: (ms) => time.wait(ms),
          now: () => time.now(),
          credential,
          otherCredential,
          transmit: (request) => recorder.transmit(request),
        };
        return () => steps.travel(traveller);
      }),
    );
    const reading = {
      profiles: [credential, otherCredential],
      headersOf: (keys: KeyPair) => sandbox.headers(keys),
    };
    const [live = [], ...others] = await Promise.all(baseUrls.map((each) => readLive({ ...reading, baseUrl: each })));
    for (const same of others) expect(same).toEqual(live);
    await atEnd?.({ ...reading, baseUrl });
    return { exchanges: recorder.exchanges, live };
  } finally {
    agent.destroy();
    balancer?.end();
    await other?.close();
    await sandbox.close();
  }
}

/** Verdicts of a sandbox: on nobody and on its profiles, each with those on calls without valid credentials. */
export async function readLive({ baseUrl, profiles, headersOf }: Reading): Promise<Verdicts[]> {
  const read = async (path: string, headers: Record<string, string> = {}): Promise<LiveBody> => {
    const response = await fetch(baseUrl + path, { headers });
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    const body = (await response.json()) as LiveBody;
    // A process on a busy machine may confirm too late; the verdicts ask for another read then.
    return body.unjudged?.includes('read the verdicts again') ? read(path, headers) : body;
  };
  const all = await Promise.all([
    read('/_sandbox/profiles/nobody/verdicts'),
    ...profiles.map((keys) => read(`/_sandbox/profiles/${keys.profileCode}/verdicts?ended=true`, headersOf(keys))),
  ]);
  return all.flatMap(({ verdicts, unauthenticated }) => [verdicts, ...(unauthenticated ? [unauthenticated] : [])]);
}

interface LiveBody {
  verdicts: Verdicts;
  unauthenticated?: Verdicts;
  unjudged: string | null;
}

async function arm(baseUrl: string, profileCode: string, headers: Record<string, string>, scenario: string) {
  const response = await fetch(`${baseUrl}/_sandbox/profiles/${profileCode}/scenario`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ scenario }),
  });
  if (response.status !== 200) throw new Error(`"${scenario}" cannot be armed: ${await response.text()}`);
}

const TIMEOUT_MS = 10_000;
/** For scenarios that never respond. */
const SHORT_TIMEOUT_MS = 150;
