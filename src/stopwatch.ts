import { monotonicClock } from './clock.ts';

/** Starts measuring; the returned function gives the milliseconds since then. Never for the domain. */
export function stopwatch(): () => number {
  const start = monotonicClock.now();
  return () => monotonicClock.now() - start;
}
