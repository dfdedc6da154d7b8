/** The test runners that `taxiway init` writes a test for: vitest, jest, and the one of Node. */
export const RUNNERS = ['vitest', 'jest', 'node'] as const;
export type Runner = (typeof RUNNERS)[number];
