import { afterAll, describe, it } from 'vitest';
import { closeAll } from './recorders.ts';
import { expectSameBytes } from './same-bytes.ts';

afterAll(closeAll);

describe('traffic through the recorder', () => {
  it('comes out byte by byte as it went in, in both directions', async () => {
    await expectSameBytes(40);
  });
});
