import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';
import { makeProfile } from './control-client.ts';
import { changes, edges, forge, forgeEverywhere } from './forge.ts';
import { richFile, tryFile } from './forged-file.ts';
import { stateClient } from './state-client.ts';
import type { StateClient } from './state-client.ts';

const sandbox = useSandbox({ seed: 'forged' });
let client: StateClient;
let file: string;

beforeAll(async () => {
  client = stateClient(sandbox.baseUrl, await makeProfile(sandbox.baseUrl));
  file = await richFile(client);
});

describe('a forged file is refused, or all that it brings is served and repeated without harm', () => {
  it.each(edges.map((edge, i) => [i, edge]))('with edge %i at every place', async (_i, edge) => {
    for (const { place, text } of forgeEverywhere(file, edge)) await tryFile(client, text).catch((error: Error) => { throw new Error(`${place}: ${error.message}`, { cause: error }); });
  }, 600_000);

  it('with changes by chance', async () => {
    await fc.assert(fc.asyncProperty(changes, async (made) => void (await tryFile(client, forge(file, made)))), { seed: 2027, numRuns: 5000 });
  }, 3_000_000);
});
