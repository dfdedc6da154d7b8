import { availableParallelism, cpus } from 'node:os';

/** Number of processors for this process. */
export const processors = availableParallelism();

/** Starts measuring. The returned function is true if all processors together were busy since its previous call. */
export function measureBusy(): () => boolean {
  let before = cpus();
  return () => {
    const now = cpus();
    const spent = (kind: 'user' | 'nice' | 'sys' | 'irq' | 'idle') =>
      now.reduce((sum, { times }, i) => sum + times[kind] - (before[i]?.times[kind] ?? 0), 0);
    const [idle, work] = [spent('idle'), spent('user') + spent('nice') + spent('sys') + spent('irq')];
    before = now;
    return 9 * idle < work;
  };
}
