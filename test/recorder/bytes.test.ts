import { afterAll, describe, it } from 'vitest';
import { closeAll } from './recorders.ts';
import { expectSameBytes } from './same-bytes.ts';

afterAll(closeAll);

describe('traffic through the recorder', () => {
  it('is unchanged byte by byte in both directions', async () => {
    await expectSameBytes(40);
  });
});
