import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ProfileLock } from '../../src/profiles/profile-lock.ts';

it('a lock runs no other request during a write, regardless of other profiles', async () => {
  const lock = new ProfileLock();
  let inside = 0;
  let most = 0;
  const alone = () =>
    lock.write('dp_1', async () => {
      most = Math.max(most, ++inside);
      for (let i = 0; i < 20; i++) await turn();
      inside -= 1;
    });
  const shared = async () => {
    await lock.read('dp_1', () => {
      if (inside > 0) most = Infinity;
      return Promise.resolve();
    });
  };
  const others = async () => {
    for (let i = 0; i < 10_000; i++) await lock.read(`dp_other_${i}`, () => Promise.resolve());
  };
  await Promise.all([alone(), shared(), others(), alone(), shared(), others(), alone(), shared()]);
  expect(most).toBe(1);
});
