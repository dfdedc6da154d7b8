import type { Response } from 'supertest';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { VirtualClock } from '../../src/base/clock.ts';
import type { KeyPair, Sandbox, SandboxOptions } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { newSchema } from './postgres/new-schema.ts';

/** The time at which a test's clock starts. */
export const NOW = '2027-01-10T12:00:00.000Z';

/** Sandbox on a frozen clock, for one test file. A test fails if a response from its sandbox breaks the interface. */
export interface TestSandbox {
  readonly sandbox: Sandbox;
  readonly clock: VirtualClock;
  readonly baseUrl: string;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Response>;
  get(path: string, options?: CallOptions): Promise<Response>;
}

export interface CallOptions {
  /** Key pair to send, by default the demo profile's. */
  keys?: KeyPair;
  scenario?: string;
  query?: Record<string, string>;
  /** Headers in addition to the credentials. Null removes a header. */
  headers?: Record<string, string | null>;
}

export function useSandbox(options: SandboxOptions = {}): TestSandbox {
  let started: { sandbox: Sandbox; clock: VirtualClock; baseUrl: string } | undefined;
  const current = () => {
    if (!started) throw new Error('the sandbox is there from beforeAll on');
    return started;
  };
  beforeAll(async () => {
    const clock = new VirtualClock(NOW);
    const sandbox = await createSandbox({ seed: 'test', clock, log: 'silent', ...storeOfProject(), ...options });
    started = { sandbox, clock, baseUrl: await sandbox.listen() };
  });
  afterEach(() => expect(current().sandbox.violations).toEqual([]));
  afterAll(() => started?.sandbox.close());

  return callable(current);
}

/** Returns an empty schema in the project `postgres`, and the default store in the others. */
function storeOfProject(): SandboxOptions {
  return inject('postgres') === undefined ? {} : { store: newSchema() };
}

/** Returns functions that call a listening sandbox. */
export function callable(current: () => Pick<TestSandbox, 'sandbox' | 'clock' | 'baseUrl'>): TestSandbox {
  return {
    get sandbox() {
      return current().sandbox;
    },
    get clock() {
      return current().clock;
    },
    get baseUrl() {
      return current().baseUrl;
    },
    post: (path, body, call = {}) => {
      const posted = request(current().baseUrl).post(path).query(queryOf(call)).set(headersOf(current().sandbox, call));
      return body === undefined ? posted : posted.send(body as object);
    },
    get: (path, call = {}) =>
      request(current().baseUrl).get(path).query(queryOf(call)).set(headersOf(current().sandbox, call)),
  };
}

function queryOf({ query, scenario }: CallOptions): Record<string, string> {
  return { ...query, ...(scenario !== undefined && { scenario }) };
}

function headersOf(sandbox: Sandbox, { keys, headers }: CallOptions): Record<string, string> {
  const all = { ...sandbox.headers(keys), ...headers };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null));
}
