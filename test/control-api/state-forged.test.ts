import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changes, forge } from './forge.ts';
import { tryFile } from './forged-file.ts';
import { useForged } from './forged-sandbox.ts';

const forged = useForged('forged');

it('an unchanged export is imported, and everything in it is served', async () => {
  const { client, file } = forged();
  expect(await tryFile(client, file)).toBe('imported');
});

it('a forged file is refused, or everything in it is served and exported again without harm', async () => {
  const { client, file } = forged();
  await fc.assert(
    fc.asyncProperty(changes, async (made) => void (await tryFile(client, forge(file, made)))),
    { seed: 12, numRuns: 10 },
  );
});
