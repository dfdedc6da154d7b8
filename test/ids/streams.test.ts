import { expect, it } from 'vitest';
import { Ids } from '../../src/ids.ts';

const A = 'dp_a';
const drawn = (ids: Ids) => [ids.key(A), ids.key(`${A}/chance`), ids.key(A)];

it('gives the streams of the beginning once more after a restart', () => {
  const ids = new Ids('seed');
  const first = drawn(ids);
  expect(drawn(ids)).not.toEqual(first);
  ids.restart(A);
  expect(drawn(ids)).toEqual(first);
});

it('gives the same other streams for the same turn, in all scopes of the owner', () => {
  const ids = new Ids('seed');
  const first = drawn(ids);
  ids.restart(A, '#turn');
  const turned = drawn(ids);
  expect(turned.filter((key) => first.includes(key))).toEqual([]);
  ids.restart(A);
  expect(drawn(ids)).toEqual(first);
  ids.restart(A, '#turn');
  expect(drawn(ids)).toEqual(turned);
});

it('never gives a stream again by leaping', () => {
  const ids = new Ids('seed');
  const seen = drawn(ids);
  for (let leaps = 0; leaps < 3; leaps++) {
    ids.leap(A);
    const next = drawn(ids);
    expect(next.filter((key) => seen.includes(key))).toEqual([]);
    seen.push(...next);
  }
});

it('leaves the streams of others alone, also of those whose name begins alike', () => {
  const [ids, untouched] = [new Ids('seed'), new Ids('seed')];
  for (const one of [ids, untouched]) one.key('dp_ab');
  ids.restart(A, '#turn');
  ids.leap(A);
  expect([ids.key('dp_ab'), ids.key('dp_ab/chance'), ids.key('requests')]).toEqual([
    untouched.key('dp_ab'),
    untouched.key('dp_ab/chance'),
    untouched.key('requests'),
  ]);
});
