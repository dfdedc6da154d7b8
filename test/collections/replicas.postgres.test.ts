import { expect, it } from 'vitest';
import { alternate } from '../../examples/replicas/balancer.ts';
import { createSandbox } from '../../src/index.ts';
import { newSchema } from '../support/postgres/new-schema.ts';
import type { Opened } from './run-collection.ts';
import { NEWMAN, runCollection } from './run-collection.ts';

it('the collection for Postman passes on two sandboxes behind a load balancer', async () => {
  expect(await runCollection(NEWMAN, openTwo)).toMatch(/requests │\s+24 │\s+0 │/);
});

/** Opens two sandboxes on one schema, and their load balancer. */
async function openTwo(): Promise<Opened> {
  const store = newSchema();
  const first = await createSandbox({ log: 'silent', store });
  const second = await createSandbox({ log: 'silent', store });
  const balancer = await alternate([await first.listen(), await second.listen()]);
  return {
    sandbox: first,
    baseUrl: balancer.baseUrl,
    close: async () => {
      balancer.end();
      await Promise.all([first.close(), second.close()]);
      expect(balancer.counts).toEqual([12, 12]);
    },
  };
}
