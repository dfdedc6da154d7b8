import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';
import { makeProfile } from './control-client.ts';
import { changes, forge } from './forge.ts';
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

it('a file as it was exported is taken, and all of it is served', async () => {
  expect(await tryFile(client, file)).toBe('taken');
});

it('a forged file is refused, or all that it brings is served and repeated without harm', async () => {
  await fc.assert(
    fc.asyncProperty(changes, async (made) => void (await tryFile(client, forge(file, made)))),
    { seed: 12, numRuns: 30 },
  );
});
