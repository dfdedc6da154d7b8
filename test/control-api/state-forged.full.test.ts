import fc from 'fast-check';
import { it } from 'vitest';
import { sizeOf } from '../support/full-size.ts';
import { changes, forge } from './forge.ts';
import { tryFile } from './forged-file.ts';
import { useForged } from './forged-sandbox.ts';

const forged = useForged('forged');

it('a forged file is refused, or everything in it is served and exported again without harm', async () => {
  const { client, file } = forged();
  await fc.assert(
    fc.asyncProperty(changes, async (made) => void (await tryFile(client, forge(file, made)))),
    { seed: 2027, numRuns: sizeOf(75, 3000) },
  );
}, 3_600_000);
