import { expect, it } from 'vitest';
import { sizeOf } from '../support/full-size.ts';
import { differentPlaces, edges, forge } from './forge.ts';
import { useForged } from './forged-sandbox.ts';

const forged = useForged('edges');

/** Every place meets each ninth edge case, and neighbours meet others: all of them everywhere take five minutes. */
const STEP = sizeOf(18, 1);

it('an edge case anywhere in a file is imported or refused, and never crashes the import', async () => {
  const { client, file } = forged();
  const places = differentPlaces(file);
  for (const [i, edge] of edges.entries()) {
    for (const { place, at } of places.filter((_place, j) => (i + j) % STEP === 0)) {
      const { status, body } = await client.import(forge(file, [{ at, kind: 'replace', value: edge }]));
      expect([place, edge, status, body.code]).toEqual([
        place,
        edge,
        status === 200 ? 200 : 400,
        status === 200 ? undefined : expect.stringMatching(/^import_/),
      ]);
    }
  }
}, 3_600_000);
