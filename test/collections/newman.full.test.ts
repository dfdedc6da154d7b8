import { expect, it } from 'vitest';
import { runCollection } from './run-collection.ts';

it('the collection for Postman passes in newman, the runner of Postman', async () => {
  const printed = await runCollection('newman@6.2.2', 'newman', (baseUrl) => ({
    args: ['run', 'taxiway.postman_collection.json', '--env-var', `baseUrl=${baseUrl}`],
    cwd: 'examples/collections',
  }));
  expect(printed).toMatch(/requests │\s+24 │\s+0 │/);
});
