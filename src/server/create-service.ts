import type { Clock } from '../base/clock.ts';
import { ConfigError } from '../base/config-error.ts';
import { Ids } from '../base/ids.ts';
import { realTime } from '../base/stopwatch.ts';
import { Exams } from '../check/exam/interactive/exams.ts';
import { SandboxJudge } from '../check/judge/live/sandbox-judge.ts';
import type { Config } from '../config/config.ts';
import { journalSource } from '../control-api/journal/judged-source.ts';
import { followState } from '../control-api/state/restart-profile.ts';
import { Endings } from '../http/endings.ts';
import type { Journal } from '../journal/journal.ts';
import { PageKeys } from '../profiles/page-keys.ts';
import { ProfileLock } from '../profiles/profile-lock.ts';
import { connectProviders } from '../providers.ts';
import { loadScenarios } from '../scenarios/registry.ts';
import type { Service } from '../service.ts';
import type { JournalStore } from '../store/journal.ts';
import { openStore } from '../store/sql/open-store.ts';
import type { Store } from '../store/store.ts';
import type { Log } from './log.ts';
import { serveInterface } from './openapi/served-interface.ts';

export type MakeJournal = (store: JournalStore, reportError: (error: unknown) => void) => Journal;

/** Opens the store and creates the services for the pipeline and the operations. */
export async function createService(
  config: Config,
  clock: Clock,
  { seed, idSeed }: { seed: string; idSeed: string },
  { logger: log, ...lines }: Log,
  makeJournal: MakeJournal,
): Promise<Service> {
  const scenarios = await loadScenarios();
  const served = await serveInterface(config, scenarios);
  const noteDrop = (profile: string, kind: string) =>
    log.warn({ profile, kind }, `a profile has more ${kind} than the limit: some are removed from now on`);
  // Opened last, because a later step that fails would leave the store open.
  const store = await openStore(
    config.store,
    { searches: config.maxSearches, orders: config.maxOrders, bookings: config.maxBookings },
    noteDrop,
    {
      connections: config.storeConnections,
      waitMs: config.storeWaitSeconds * 1000,
      warn: (message) => log.warn(message),
    },
  );
  // A store from an earlier start has ids from this seed already.
  const ids = new Ids(store.opened === 1 ? idSeed : `${idSeed}#${store.opened}`, {
    randomSecrets: config.seed === null,
  });
  const world = await chooseWorld(store, config, seed);
  const service: Service = {
    config,
    clock,
    realTime: { ...realTime, now: store.now },
    ids,
    store,
    pageKeys: new PageKeys(ids, store.profiles),
    profileLock: new ProfileLock({
      isBehind: (profileCode) => store.states.isBehind(profileCode),
      follow: (profileCode) => followState(service, profileCode),
    }),
    ...connectProviders(config, store, world),
    scenarios,
    ...served,
    log,
    exposed: false,
    droppedLines: () => lines.dropped(),
    journal: makeJournal(store.journal, (error) => log.error({ err: error }, 'the journal lost exchanges')),
    endings: new Endings(),
    metrics: null,
    judge: null,
    exams: new Exams(store),
    silenced: new Set(),
    isEnding: false,
    underway: new Set(),
    violations: [],
  };
  if (config.judge) service.judge = makeJudge(service);
  service.journal.judge = service.judge;
  return service;
}

function makeJudge(service: Service): SandboxJudge {
  const { log, config, spec } = service;
  const reportError = (error: unknown) => log.error({ err: error }, UNJUDGED);
  return new SandboxJudge({ ...config, source: journalSource(service), spec, reportError });
}

/**
 * Returns the world key. Flights stay the same when a store is opened again, and in every process that shares it.
 * Throws ConfigError for a seed with a different world than that of the other processes, after closing the store.
 */
async function chooseWorld(store: Store, config: Config, seed: string): Promise<string> {
  const own = new Ids(seed).key('world');
  const kept = await store.keepWorld(own);
  if (config.seed === null || kept === own) return kept;
  if (!store.isShared) return own;
  await store.close();
  throw new ConfigError(
    'the seed differs from the first one of this store, so its flights would differ from those of the other ' +
      'processes; give the same seed, or none, or another ?schema=',
  );
}

const UNJUDGED = 'the judge failed: an exchange is missing in the verdicts';
