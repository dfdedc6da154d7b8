import { expect, it } from 'vitest';
import { Lru } from '../../src/cache/lru.ts';

it('forgets what was not asked for longest', () => {
  const lru = new Lru<number>(2);
  lru.set('a', 1);
  lru.set('b', 2);
  expect(lru.get('a')).toBe(1);
  lru.set('c', 3);
  expect([lru.get('a'), lru.get('b'), lru.get('c'), lru.size]).toEqual([1, undefined, 3, 2]);
});

it('forgets everything when it is cleared, and goes on', () => {
  const lru = new Lru<number>(2);
  lru.set('a', 1);
  lru.clear();
  expect([lru.get('a'), lru.size]).toEqual([undefined, 0]);
  for (const key of ['a', 'b', 'c']) lru.set(key, 5);
  expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([undefined, 5, 5]);
});
