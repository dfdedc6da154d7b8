import { expect, it } from 'vitest';
import { edges, forgeEverywhere } from './forge.ts';
import { useForged } from './forged-sandbox.ts';

const forged = useForged('edges');

it('an edge case at any place of a file is imported or refused, and never fails the import', async () => {
  const { client, file } = forged();
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
