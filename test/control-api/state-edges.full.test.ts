import { beforeAll, expect, it } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';
import { makeProfile } from './control-client.ts';
import { edges, forgeEverywhere } from './forge.ts';
import { richFile } from './forged-file.ts';
import { stateClient } from './state-client.ts';
import type { StateClient } from './state-client.ts';

const sandbox = useSandbox({ seed: 'edges' });
let client: StateClient;
let file: string;

beforeAll(async () => {
  client = stateClient(sandbox.baseUrl, await makeProfile(sandbox.baseUrl));
  file = await richFile(client);
});

it('an edge of what is checked, at any place of a file, never fails an import', async () => {
  for (const edge of edges) {
    for (const { place, text } of forgeEverywhere(file, edge)) {
      const { status, body } = await client.import(text);
      expect([place, edge, status, body.code]).toEqual([
        place,
        edge,
        status === 200 ? 200 : 400,
        status === 200 ? undefined : expect.stringMatching(/^import_/),
      ]);
    }
  }
}, 3_600_000);
