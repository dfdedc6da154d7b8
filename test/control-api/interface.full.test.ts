import { it } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';
import { judgeCalls } from './judge-calls.ts';

const sandbox = useSandbox();

it('what control-api.json does not allow is refused, and nothing that it allows is refused as unfit', async () => {
  await judgeCalls(sandbox.baseUrl, { seed: 2027, numRuns: 2000 });
}, 1_200_000);
