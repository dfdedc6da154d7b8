import { performance } from 'node:perf_hooks';

/**
 * Starts measuring. The returned function gives the slowdown of this process since then, as a factor: 1 if it never
 * waited for a processor or a disk, at most 10. Other programs on the machine are slowed down equally. For time limits
 * and reports, never for the domain.
 */
export function measureSlowness(): () => number {
  const before = performance.eventLoopUtilization();
  const usedBefore = process.cpuUsage();
  return () => {
    const { active } = performance.eventLoopUtilization(before);
    const { user, system } = process.cpuUsage(usedBefore);
    const usedMs = Math.max((user + system) / 1000, LEAST_MS);
    return Math.min(Math.max(1, active / usedMs), MOST_SLOWNESS);
  };
}

/** Less work than this has no significance. */
const LEAST_MS = 5;
const MOST_SLOWNESS = 10;
