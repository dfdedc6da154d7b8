import { expect, it } from 'vitest';
import { NEWMAN, runCollection } from './run-collection.ts';

it('the collection for Postman passes in newman, the runner of Postman', async () => {
  expect(await runCollection(NEWMAN)).toMatch(/requests │\s+24 │\s+0 │/);
});
