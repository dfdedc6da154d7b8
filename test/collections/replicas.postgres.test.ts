import { expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { openBalancedPair } from '../support/postgres/balanced-pair.ts';
import { NEWMAN, runCollection } from './run-collection.ts';

it('the collection for Postman passes on two sandboxes behind a load balancer', async () => {
  const open = async () => {
    const { first, ...pair } = await openBalancedPair((store) => createSandbox({ log: 'silent', store }));
    return { sandbox: first, ...pair };
  };
  expect(await runCollection(NEWMAN, open)).toMatch(/requests │\s+24 │\s+0 │/);
});
