import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

const FULL = 'test/**/*.full.test.ts';
const BROWSER = 'test/**/*.browser.test.ts';
const CLIENTS = 'test/**/*.clients.test.ts';
const POSTGRES = 'test/**/*.postgres.test.ts';
/** Run with the stores of one process, and again with PostgreSQL. */
const ALSO_POSTGRES = [
  'control-api/metrics',
  'control-api/profiles',
  'flights/orders',
  'server/determinism',
  'server/isolation',
  'store/journal',
  'store/store',
  'transfers/booking',
  'transfers/changes',
  'transfers/pending',
  'transfers/races',
  'transfers/round-trips',
].map((name) => `test/${name}.test.ts`);
/** The same, for files that take long there: each of their tests opens a store, or waits for an outage. */
const LONG_ON_POSTGRES = [
  'check/exam/replicas.postgres',
  'cli/doctor.postgres',
  'clients/replicas.postgres',
  'collections/replicas.postgres',
  'control-api/exam.postgres',
  'control-api/origins',
  'control-api/state',
  'control-api/state-race',
  'control-api/verdicts-live',
  'scenarios/ambiguity',
  'scenarios/transfer-situations',
  'scenarios/transfer-terms',
  'server/balanced.postgres',
  'server/clocks.postgres',
  'server/postgres-store.postgres',
  'package/replicas-example.postgres',
  'server/replicas.postgres',
  'server/verdicts.postgres',
  'store/faults.postgres',
  'store/outage.postgres',
  'store/owners',
  'store/plans.postgres',
  'store/silence.postgres',
  'store/state',
  'store/tls.postgres',
].map((name) => `test/${name}.test.ts`);

/**
 * Node loads the modules itself: the fast tests take 7 % less CPU time than with Vite's module runner. All projects of
 * `npm test` do so, because coverage would count code twice that both load.
 */
const LOADED_BY_NODE = { viteModuleRunner: false };

/**
 * `npm test` runs the projects `fast`, `browser` and `postgres`, `npm run test:full` the projects
 * `full` and `postgres-full`, `npm run clients` the project `clients`; `npx vitest run <path>` takes files of all.
 * `npm test` and `npm run test:full` give failed tests a second try: test/support/runner.
 */
export default defineConfig({
  test: {
    // Coverage slows some tests down many times. CI measures it, so the limit covers that.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    setupFiles: 'test/support/set-up.ts',
    expect: { poll: { timeout: 15_000 } },
    // Some tests wait: for processes, a browser, an end of time. The worker of a long test computes for less than half
    // of its time. Two more workers than cores use the rest.
    maxWorkers: availableParallelism() + 2,
    // Processes that tests start use the compiled code of earlier ones, which halves their start.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'contracts/**/*.ts'],
      exclude: ['**/*.gen.ts'],
      reporter: ['text-summary', 'json-summary'],
      // The floor holds for a run with flaky tests too.
      reportOnFailure: true,
      // A little below what the fast tests cover. Code in processes and threads of its own is not seen.
      thresholds: { statements: 88, branches: 81, functions: 91, lines: 89 },
    },
    projects: [
      // The files of a worker share its modules and its validator thread: loading them for each file takes a third of
      // the time.
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [FULL, CLIENTS, BROWSER, POSTGRES],
          isolate: false,
          experimental: LOADED_BY_NODE,
        },
      },
      // Each starts a PostgreSQL, for all of its files.
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...ALSO_POSTGRES, POSTGRES],
          exclude: LONG_ON_POSTGRES,
          globalSetup: 'test/support/postgres/global-setup.ts',
          isolate: false,
          experimental: LOADED_BY_NODE,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres-full',
          include: LONG_ON_POSTGRES,
          globalSetup: 'test/support/postgres/global-setup.ts',
          testTimeout: 300_000,
          isolate: false,
        },
      },
      // The files of a worker share its browser.
      {
        extends: true,
        test: {
          name: 'browser',
          include: [BROWSER],
          globalSetup: 'test/console/support/global-setup.ts',
          isolate: false,
          experimental: LOADED_BY_NODE,
        },
      },
      {
        extends: true,
        test: {
          name: 'full',
          include: [FULL],
          globalSetup: ['test/console/support/global-setup.ts', 'test/package/global-setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      // Loads tools that are not there yet.
      { extends: true, test: { name: 'clients', include: [CLIENTS], testTimeout: 900_000 } },
    ],
  },
});
