import { expect, it } from 'vitest';
import { Lru } from '../../../src/base/lru.ts';

it('drops the least recently used entry', () => {
  const lru = new Lru<number>(2);
  lru.set('a', 1);
  lru.set('b', 2);
  expect(lru.get('a')).toBe(1);
  lru.set('c', 3);
  expect([lru.get('a'), lru.get('b'), lru.get('c'), lru.size]).toEqual([1, undefined, 3, 2]);
});

it('is empty and usable after it is cleared', () => {
  const lru = new Lru<number>(2);
  lru.set('a', 1);
  lru.clear();
  expect([lru.get('a'), lru.size]).toEqual([undefined, 0]);
  for (const key of ['a', 'b', 'c']) lru.set(key, 5);
  expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([undefined, 5, 5]);
});

it('creates a missing entry once, and marks it as used on each read', () => {
  const lru = new Lru<{ n: number }, number>(2);
  const create = (n: number) => lru.getOrCreate(n, () => ({ n }));
  const first = create(1);
  create(2);
  expect(create(1)).toBe(first);
  create(3);
  expect([lru.peek(1), lru.peek(2), lru.peek(3)]).toEqual([first, undefined, { n: 3 }]);
});
