import { expect } from 'vitest';
import { alternate } from '../../../examples/replicas/balancer.ts';
import { newSchema } from './new-schema.ts';

interface Closable {
  listen(): Promise<string>;
  close(): Promise<void>;
}

/** Two sandboxes behind a load balancer that alternates. */
export interface BalancedPair<Opened> {
  first: Opened;
  /** The load balancer. */
  baseUrl: string;
  /** Fails if one sandbox got more calls than the other. */
  close: () => Promise<void>;
}

/** Opens two sandboxes on one new schema. `open` gets its address. */
export async function openBalancedPair<Opened extends Closable>(
  open: (store: string) => Promise<Opened>,
): Promise<BalancedPair<Opened>> {
  const store = newSchema();
  const [first, second] = [await open(store), await open(store)];
  const balancer = await alternate([await first.listen(), await second.listen()]);
  return {
    first,
    baseUrl: balancer.baseUrl,
    close: async () => {
      balancer.end();
      await Promise.all([first.close(), second.close()]);
      const [one = 0, other = 0] = balancer.counts;
      expect(one).toBeGreaterThan(0);
      expect(Math.abs(one - other)).toBeLessThanOrEqual(1);
    },
  };
}
