import { it } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';
import { judgeCalls } from './judge-calls.ts';

const sandbox = useSandbox();

it('the control API refuses exactly the requests that control-api.json does not allow', async () => {
  await judgeCalls(sandbox.baseUrl, { seed: 2027, numRuns: 2000 });
}, 1_200_000);
