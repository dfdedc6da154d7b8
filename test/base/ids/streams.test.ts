import { expect, it } from 'vitest';
import { Ids } from '../../../src/base/ids.ts';

const A = 'dp_a';
const drawn = (ids: Ids) => [ids.key(A), ids.key(`${A}/chance`), ids.key(A)];

it('returns the first streams again after a restart', () => {
  const ids = new Ids('seed');
  const first = drawn(ids);
  expect(drawn(ids)).not.toEqual(first);
  ids.restart(A);
  expect(drawn(ids)).toEqual(first);
});

it('has separate, reproducible streams in each generation, in all scopes of the owner', () => {
  const ids = new Ids('seed');
  const first = drawn(ids);
  ids.restart(A, '#generation');
  const turned = drawn(ids);
  expect(turned.filter((key) => first.includes(key))).toEqual([]);
  ids.restart(A);
  expect(drawn(ids)).toEqual(first);
  ids.restart(A, '#generation');
  expect(drawn(ids)).toEqual(turned);
});

it('never returns a stream again after a leap', () => {
  const ids = new Ids('seed');
  const seen = drawn(ids);
  for (let leaps = 0; leaps < 3; leaps++) {
    ids.leap(A);
    const next = drawn(ids);
    expect(next.filter((key) => seen.includes(key))).toEqual([]);
    seen.push(...next);
  }
});

it('leaves the streams of other owners unchanged, even with a common prefix', () => {
  const [ids, untouched] = [new Ids('seed'), new Ids('seed')];
  for (const one of [ids, untouched]) one.key('dp_ab');
  ids.restart(A, '#generation');
  ids.leap(A);
  expect([ids.key('dp_ab'), ids.key('dp_ab/chance'), ids.key('requests')]).toEqual([
    untouched.key('dp_ab'),
    untouched.key('dp_ab/chance'),
    untouched.key('requests'),
  ]);
});
