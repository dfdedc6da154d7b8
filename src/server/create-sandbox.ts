import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { DestinationStream } from 'pino';
import { VirtualClock, systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { completeConfig, isLoopback, refuseExposure } from '../config/complete-config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { Ids, freshSeed } from '../ids.ts';
import { Journal } from '../journal/journal.ts';
import { addDemoProfile, addProfile } from '../profiles/credentials.ts';
import type { KeyPair, ProfileWishes } from '../profiles/credentials.ts';
import { demoKeys } from '../profiles/demo-keys.ts';
import { ProfileLock } from '../profiles/profile-lock.ts';
import { connectProviders } from '../providers.ts';
import { loadScenarios } from '../scenarios/registry.ts';
import type { Service } from '../service.ts';
import type { JournalStore } from '../store/journal.ts';
import { openStore } from '../store/sql/open-store.ts';
import { ARRIVAL_LIMITS, arrivalOptions, limitArrivals } from './arrival.ts';
import type { ArrivalLimits } from './arrival.ts';
import { Connections } from './connections.ts';
import { createApp } from './create-app.ts';
import { openLog } from './log.ts';
import type { Log } from './log.ts';
import { serveInterface } from './openapi/served-interface.ts';
import { operations } from './operations/operations.ts';
import type { Operations } from './operations/operations.ts';
import { startPurge } from './purge.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';

export interface SandboxOptions extends Partial<Config> {
  /** The clock to live by; wins over `now`. */
  clock?: Clock;
  /** Where the log goes; standard output when not given. */
  logTo?: DestinationStream;
}

/** A running sandbox. Several live side by side in one process. */
export interface Sandbox {
  /** The express app, for supertest or for mounting. */
  app: Express;
  config: Config;
  clock: Clock;
  /** The seed in use: give it to another sandbox to get the same ids again. Secrets follow from it only where it was given. */
  seed: string;
  /** The key pair that the docs use; not accepted while the setting `demoCredentials` is off. */
  demoKeys: KeyPair;
  /** Makes a new profile with its key pair. `marginPercent` goes on the providers' net prices. */
  addProfile(options?: ProfileWishes): Promise<KeyPair>;
  /** The credential headers of a key pair; without one, of the demo profile. */
  headers(keys?: KeyPair): Record<string, string>;
  /** Listens where the options say; without any port, on a free one. Answers the base URL. */
  listen(options?: { port?: number; host?: string }): Promise<string>;
  /** Answers that broke the spec. Empty, unless the sandbox has a defect. */
  violations: readonly string[];
  /**
   * Stops listening, serves the requests that have arrived, then closes the connections and the store, within
   * `shutdownSeconds`. A connection is closed once it has been quiet for `quietMs`, 2 if not given: a client that may
   * still send requests needs more to learn in time that the server is closing.
   */
  close(options?: { quietMs?: number }): Promise<void>;
}

/**
 * Makes a sandbox: `const sandbox = await createSandbox({ seed: 'x', now: '2027-01-10T12:00:00Z' })`.
 * Throws ConfigError, SpecError or StoreError, each with what to do about it.
 */
export function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return startSandbox(options);
}

/** What a test may put in the place of a part, or plant in it. The package does not let anybody else reach it. */
export interface Seam {
  makeJournal?: MakeJournal;
  /** Changes the service before the app is made of it. */
  service?(service: Service): void;
  /** Puts other operations in the place of the app's own. */
  operations?(own: Operations): Operations;
  /** Stands between the app and the wire. */
  app?(app: Express): Express;
  /** Shorter times than a test could wait for. */
  arrival?: Partial<ArrivalLimits>;
}

type MakeJournal = (store: JournalStore, reportError: (error: unknown) => void) => Journal;

/** The same for tests and measurements. */
export async function startSandbox(options: SandboxOptions, seam: Seam = {}): Promise<Sandbox> {
  const { clock: givenClock, logTo, ...given } = options;
  const config = completeConfig(given);
  const clock = givenClock ?? (config.now === null ? systemClock : new VirtualClock(config.now));
  const seed = config.seed ?? freshSeed();
  const log = openLog(config.log, logTo);
  const service = await createService(
    config,
    clock,
    seed,
    log,
    seam.makeJournal ?? ((store, reportError) => new Journal(store, reportError)),
  );
  seam.service?.(service);
  if (config.demoCredentials) await addDemoProfile(service, clock.now());

  const own = createApp(service, seam.operations?.(operations));
  const app = seam.app?.(own) ?? own;
  const arrival = { ...ARRIVAL_LIMITS, ...seam.arrival };
  const stopPurge = startPurge(service);
  const servers: Connections[] = [];
  let closing: Promise<void> | undefined;
  return {
    app,
    config,
    clock,
    seed,
    demoKeys,
    violations: service.violations,
    async addProfile(wishes = {}) {
      const made = await addProfile(service, wishes, clock.now());
      if (!made)
        throw new Error(
          `this sandbox has ${config.maxProfiles} profiles, which is all that it keeps; make it with a larger maxProfiles`,
        );
      return made.keys;
    },
    headers(keys) {
      if (!keys && !config.demoCredentials)
        throw new ConfigError(
          'the demo credentials are switched off; give headers() the key pair that addProfile() answered',
        );
      const { secretKey, publicKey, profileCode } = keys ?? demoKeys;
      return { Authorization: `Bearer ${secretKey}`, [config.serviceIdHeader]: `${publicKey}:${profileCode}` };
    },
    async listen({ port = given.port ?? 0, host = config.host } = {}) {
      refuseExposure(config, host);
      service.exposed ||= !isLoopback(host);
      const server = createServer(arrivalOptions(arrival));
      const connections = new Connections(server);
      const meet: RequestListener = (req, res) => {
        if (connections.admit(req, res)) app(req, res);
        else req.resume();
      };
      server.on('request', meet);
      limitArrivals(server, arrival, (error, socket) => refuseUnreadable(service, error, socket));
      server.on('drop', () =>
        service.log.warn({ connections: arrival.connections }, 'too many connections: one was closed unread'),
      );
      // An expectation that nobody knows is no reason to refuse: without this, node answers 417.
      server.on('checkExpectation', meet);
      await startListening(server, port, host);
      servers.push(connections);
      return baseUrl(server);
    },
    close({ quietMs = 2 } = {}) {
      closing ??= closeAll(service, servers, quietMs, stopPurge, log);
      return closing;
    },
  };
}

async function createService(
  config: Config,
  clock: Clock,
  seed: string,
  { logger: log, dropped }: Log,
  makeJournal: MakeJournal,
): Promise<Service> {
  const scenarios = await loadScenarios();
  const served = await serveInterface(config, scenarios);
  const noteDrop = (profile: string, kind: string) =>
    log.warn({ profile, kind }, `a profile has more ${kind} than the sandbox keeps: some made room from now on`);
  // Last, so that nothing that fails before leaves a store open.
  const store = await openStore(
    config.store,
    { searches: config.maxSearches, orders: config.maxOrders, bookings: config.maxBookings },
    noteDrop,
  );
  // A store that was opened before has ids of this seed already.
  const ids = new Ids(store.opened === 1 ? seed : `${seed}#${store.opened}`, { randomSecrets: config.seed === null });
  return {
    config,
    clock,
    ids,
    store,
    profileLock: new ProfileLock(),
    ...connectProviders(config, store),
    scenarios,
    ...served,
    log,
    exposed: false,
    droppedLines: dropped,
    journal: makeJournal(store.journal, (error) => log.error({ err: error }, 'the journal lost exchanges')),
    silenced: new Set(),
    violations: [],
  };
}

function startListening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function baseUrl(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function closeAll(
  service: Service,
  servers: readonly Connections[],
  quietMs: number,
  stopPurge: () => void,
  log: Log,
): Promise<void> {
  stopPurge();
  service.journal.endWatching();
  const { silenced, config } = service;
  await Promise.all(
    servers.map((connections) => connections.close({ quietMs, mostMs: config.shutdownSeconds * 1000, silenced })),
  );
  await service.journal.close();
  await service.store.close();
  await log.close();
}
