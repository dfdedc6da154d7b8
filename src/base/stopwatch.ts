import { monotonicClock, systemClock } from './clock.ts';

/** Starts measuring; the returned function gives the milliseconds since then. Never for the domain. */
export function stopwatch(): () => number {
  const start = monotonicClock.now();
  return () => monotonicClock.now() - start;
}

/** Real time, independent from the service's clocks: for the journal and the log, never for the domain. */
export interface RealTime {
  /** Epoch milliseconds. */
  now(this: void): number;
  stopwatch(this: void): () => number;
}

export const realTime: RealTime = { now: () => systemClock.now(), stopwatch };
