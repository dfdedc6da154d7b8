import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Express } from 'express';
import { systemClock, VirtualClock } from '../base/clock.ts';
import { ConfigError } from '../base/config-error.ts';
import { freshSeed } from '../base/ids.ts';
import { nearest } from '../base/nearest.ts';
import { stopwatch } from '../base/stopwatch.ts';
import { Exams } from '../check/exam/interactive/exams.ts';
import type { ProfileVerdicts } from '../check/judge/verdicts.ts';
import { completeConfig, isLoopback, refuseExposure } from '../config/complete-config.ts';
import type { Config } from '../config/config.ts';
import { defaults } from '../config/config.ts';
import { reportChange } from '../control-api/journal/report-change.ts';
import { NOBODY } from '../exchange/exchange.ts';
import type { StrayCall } from '../exchange/stray-calls.ts';
import { straysAmong } from '../exchange/stray-calls.ts';
import type { Connections } from '../http/connections.ts';
import { MAX_CONNECTIONS } from '../http/connections.ts';
import { Journal } from '../journal/journal.ts';
import type { KeyPair, ProfileOptions } from '../profiles/credentials.ts';
import { addDemoProfile, addProfile } from '../profiles/credentials.ts';
import { demoKeys } from '../profiles/demo-keys.ts';
import type { Service } from '../service.ts';
import type { ArrivalLimits } from './arrival.ts';
import { ARRIVAL_LIMITS } from './arrival.ts';
import { createApp } from './create-app.ts';
import type { MakeJournal } from './create-service.ts';
import { createService } from './create-service.ts';
import { followProcesses } from './follow-processes.ts';
import type { Log } from './log.ts';
import { openLog } from './log.ts';
import type { Operations } from './operations/operation.ts';
import { startPurge } from './purge.ts';
import type { Sandbox, SandboxOptions, VerdictOptions } from './sandbox.ts';
import { startServer } from './start-server.ts';

/**
 * Creates a sandbox: `const sandbox = await createSandbox({ seed: 'x', now: '2027-01-10T12:00:00Z' })`. Throws
 * ConfigError, SpecError or StoreError, each with the next step.
 */
export function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return startSandbox(options);
}

/** Creates an exam's sandbox, with access to its control API calls. */
export function createExamSandbox({ watch, idSeed, ...options }: ExamSandboxOptions): Promise<Sandbox> {
  return startSandbox(options, {
    idSeed,
    service: (service) => void (service.exams = new Exams(service.store, watch)),
  });
}

interface ExamSandboxOptions extends SandboxOptions {
  watch: Exams['watch'];
  idSeed?: Seam['idSeed'];
}

/** Parts that a test may replace or corrupt. The package does not export it. */
export interface Seam {
  /** Root for keys, ids and tokens; the seed when left out. Flights, rides and prices follow from the seed. */
  idSeed?: string | undefined;
  makeJournal?: MakeJournal;
  /** Changes the service before the app is created. */
  service?(service: Service): void;
  /** Replaces app operations. */
  operations?(this: void, own: Operations): Operations;
  /** Wraps the app. */
  app?(app: Express): Express;
  /** Shorter limits, so that a test can wait for them. */
  arrival?: Partial<ArrivalLimits>;
  /** A lower connection limit, so that a test can reach it. */
  connections?: number;
}

/** Creates a sandbox with replaced parts, for tests and measurements. */
export async function startSandbox(options: SandboxOptions, seam: Seam = {}): Promise<Sandbox> {
  refuseUnknownOptions(options);
  const { clock: ownClock, logTo, ...settings } = options;
  const config = completeConfig(settings);
  const clock = ownClock ?? (config.now === null ? systemClock : new VirtualClock(config.now));
  const seed = config.seed ?? freshSeed();
  const log = openLog(config.log, config.logFormat, logTo);
  const service = await createService(
    config,
    clock,
    { seed, idSeed: seam.idSeed ?? seed },
    log,
    seam.makeJournal ?? newJournal,
  );
  if (config.metrics || config.metricsPort !== null)
    service.metrics = await (await import('./serve-metrics.ts')).countRequests(service);
  seam.service?.(service);
  if (config.demoCredentials) await addDemoProfile(service, clock.now());

  const own = createApp(service, seam.operations);
  const app = seam.app?.(own) ?? own;
  const limits = { ...ARRIVAL_LIMITS, ...seam.arrival };
  const stops = [startPurge(service), followProcesses(service)];
  const servers: Connections[] = [];
  let metricsServer: Server | undefined;
  let closing: Promise<void> | undefined;
  return {
    app,
    config,
    clock,
    seed,
    demoKeys,
    violations: service.violations,
    addProfile: (options = {}) => makeProfile(service, options),
    headers: (keys) => headersOf(config, keys),
    verdicts: (profileCode, options) => readVerdicts(service, profileCode, options),
    strays: (profileCode) => readStrays(service, profileCode),
    async listen({ port = settings.port ?? 0, host = config.host } = {}) {
      refuseExposure(config, host);
      service.exposed ||= !isLoopback(host);
      const { baseUrl, connections } = await startServer(service, app, limits, {
        port,
        host,
        connections: seam.connections ?? MAX_CONNECTIONS,
      });
      servers.push(connections);
      if (config.metricsPort !== null)
        metricsServer ??= await (await import('./serve-metrics.ts')).serveMetrics(service, host);
      return baseUrl;
    },
    close({ quietMs = 2 } = {}) {
      closing ??= drain(service, servers.length > 0)
        .then(() => closeAll(service, servers, quietMs, stops, log))
        .finally(() => metricsServer?.close().closeAllConnections());
      return closing;
    },
  };
}

/** Throws ConfigError for an option that `createSandbox` does not have: JavaScript accepts any. */
function refuseUnknownOptions(options: SandboxOptions): void {
  const unknown = Object.keys(options).find((name) => !KNOWN.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, KNOWN);
  throw new ConfigError(
    `unknown option ${unknown}; ${near === null ? `the options are ${KNOWN.join(', ')}` : `did you mean ${near}?`}`,
  );
}

const KNOWN = [
  ...Object.keys(defaults),
  'clock' satisfies keyof SandboxOptions,
  'logTo' satisfies keyof SandboxOptions,
];

const newJournal: MakeJournal = (store, reportError) => new Journal(store, reportError);

async function makeProfile(service: Service, options: ProfileOptions): Promise<KeyPair> {
  const made = await addProfile(service, options, service.clock.now());
  if (made) {
    reportChange(service, 'createProfile', null);
    return made.keys;
  }
  throw new Error(
    `this sandbox has ${service.config.maxProfiles} profiles, its maximum; create it with a ` + 'larger maxProfiles',
  );
}

function headersOf(config: Config, keys: KeyPair | undefined): Record<string, string> {
  if (!keys && !config.demoCredentials)
    throw new ConfigError(
      'the demo credentials are switched off; give headers() the key pair that addProfile() returned',
    );
  const { secretKey, publicKey, profileCode } = keys ?? demoKeys;
  return { Authorization: `Bearer ${secretKey}`, [config.serviceIdHeader]: `${publicKey}:${profileCode}` };
}

/**
 * Returns the verdicts on a profile, by default the demo one. Rejects with ConfigError if the setting `judge` is off.
 */
async function readVerdicts(
  { judge }: Service,
  profileCode = demoKeys.profileCode,
  { ended = false }: VerdictOptions = {},
): Promise<ProfileVerdicts> {
  if (!judge) throw new ConfigError('this sandbox does not judge its clients: make it without judge: false');
  return judge.verdicts(profileCode, ended);
}

/** Returns the latest stray calls of a profile, by default the demo one, and of nobody. */
async function readStrays(service: Service, profileCode = demoKeys.profileCode): Promise<StrayCall[]> {
  const { describeSummary } = await import('../control-api/journal/describe-exchange.ts');
  const journals: Parameters<typeof straysAmong>[0][number][] = [];
  for (const code of [profileCode, NOBODY]) {
    const exchanges = await service.journal.list(code, { limit: WHOLE_JOURNAL, order: 'newest' });
    journals.push(exchanges.map((exchange) => describeSummary(service.spec, exchange, () => [])));
  }
  return straysAmong(journals);
}

/** More exchanges than a journal keeps. */
const WHOLE_JOURNAL = 10_000;

/** Continues to serve while load balancers learn that no further calls should be sent. */
async function drain(service: Service, isListening: boolean): Promise<void> {
  service.isEnding = true;
  const { drainSeconds } = service.config;
  if (isListening && drainSeconds > 0) await wait(drainSeconds * 1000);
}

async function closeAll(
  service: Service,
  servers: readonly Connections[],
  quietMs: number,
  stops: readonly (() => Promise<void> | void)[],
  log: Log,
): Promise<void> {
  const stopped = Promise.all(stops.map(async (stop) => stop()));
  service.journal.watchers.endAll();
  service.judge?.endWatching();
  service.exams.stop();
  const { silenced, config } = service;
  await Promise.all(
    servers.map((connections) => connections.close({ quietMs, mostMs: config.shutdownSeconds * 1000, silenced })),
  );
  await endWork(service.underway, Math.min(MOST_WORK_MS, config.shutdownSeconds * 1000));
  await stopped;
  await service.journal.close();
  await service.store.close();
  await log.close();
}

/**
 * Waits for the work for disconnected clients, because it needs the store. Only a scenario makes it take longer than
 * the limit.
 */
async function endWork(underway: ReadonlySet<object>, mostMs: number): Promise<void> {
  const waited = stopwatch();
  while (underway.size > 0 && waited() < mostMs) await wait(1);
}

const MOST_WORK_MS = 5000;
