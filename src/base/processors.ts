import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { monotonicClock } from './clock.ts';

/** Number of processors for this process. */
export const processors = availableParallelism();

/**
 * Starts measuring. The returned function is true if all processors together were busy since its previous call. A
 * container with a processor limit (cgroup v2) counts by that limit, not by the processors of its host.
 */
export function measureBusy(cgroup = '/sys/fs/cgroup'): () => boolean {
  let before = timeOfContainer(cgroup) ?? timeOfHost();
  return () => {
    const now = timeOfContainer(cgroup) ?? timeOfHost();
    const isBusy = now.used - before.used > 0.9 * (now.available - before.available);
    before = now;
    return isBusy;
  };
}

/** Processor time since some instant, in milliseconds. */
interface ProcessorTime {
  used: number;
  available: number;
}

function timeOfHost(): ProcessorTime {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({ used: user + nice + sys + irq, idle }));
  const used = times.reduce((sum, one) => sum + one.used, 0);
  return { used, available: times.reduce((sum, { idle }) => sum + idle, used) };
}

/** Returns null without a limit: `cpu.max` is missing, or has `max`. */
function timeOfContainer(cgroup: string): ProcessorTime | null {
  try {
    const [quota = NaN, period = NaN] = readFileSync(join(cgroup, 'cpu.max'), 'utf8').split(' ').map(Number);
    const [, usedMicroseconds] = /^usage_usec (\d+)$/m.exec(readFileSync(join(cgroup, 'cpu.stat'), 'utf8')) ?? [];
    const available = monotonicClock.now() * (quota / period);
    return available > 0 ? { used: Number(usedMicroseconds) / 1000, available } : null;
  } catch {
    return null;
  }
}
