import { defineConfig } from 'vitest/config';

const FULL = 'test/**/*.full.test.ts';

/**
 * `npm test` runs the project `fast`, `npm run test:full` the project `full`; `npx vitest run <path>` takes files of
 * both.
 */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Left to itself, vitest keeps one core free, which is half of a machine with two.
    maxWorkers: '100%',
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'contracts/**/*.ts'],
      exclude: ['**/*.gen.ts'],
      reporter: ['text-summary', 'json-summary'],
      // A little below what the fast tests cover. Code in processes and threads of its own is not seen.
      thresholds: { statements: 88, branches: 81, functions: 91, lines: 89 },
    },
    projects: [
      // The files of a worker share its modules and its validator thread: loading them for each file takes a third of
      // the time.
      { extends: true, test: { name: 'fast', include: ['test/**/*.test.ts'], exclude: [FULL], isolate: false } },
      { extends: true, test: { name: 'full', include: [FULL], testTimeout: 300_000, hookTimeout: 300_000 } },
    ],
  },
});
