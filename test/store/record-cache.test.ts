import { expect, it } from 'vitest';
import { openStore } from '../../src/store/sql/open-store.ts';
import { RecordCache } from '../../src/store/sql/record-cache.ts';
import type { ProfileState } from '../../src/store/state.ts';
import { pricing, profile, search } from './records.ts';

it('caches a record that was read', async () => {
  const recent = new RecordCache<string>(10);
  expect(await recent.keep('a', Promise.resolve('record'))).toBe('record');
  expect(recent.get('a')).toBe('record');
});

it('does not cache a missing record', async () => {
  const recent = new RecordCache<string>(10);
  expect(await recent.keep('a', Promise.resolve(undefined))).toBeUndefined();
  expect(await recent.keep('a', Promise.resolve('later'))).toBe('later');
  expect(recent.get('a')).toBe('later');
});

it('returns a record removed during the read, and does not cache it', async () => {
  const recent = new RecordCache<string>(10);
  const reading = recent.keep('a', Promise.resolve('removed'));
  recent.forget();
  expect(await reading).toBe('removed');
  expect(recent.get('a')).toBeUndefined();
});

it('cached searches and pricings follow the state of their profile', async () => {
  const store = await openStore(':memory:');
  const [code, other] = ['dp_recent000001', 'dp_recent000002'];
  for (const each of [code, other]) await store.profiles.add(...profile({ code: each }));
  const [searched, priced] = [search({ profileCode: code }), pricing({ profileCode: code })];
  await store.searches.add(searched);
  await store.pricings.add(priced);
  const found = (owner: string) =>
    Promise.all([store.searches.find(owner, searched.searchId), store.pricings.find(owner, priced.pricingToken)]);
  expect(await found(code)).toEqual([searched, priced]);
  const state = (await store.states.read(code, 1e6)) as ProfileState;

  await store.states.clear(code, null, null);
  expect(await found(code)).toEqual([undefined, undefined]);
  await store.states.replace(other, state);
  expect(await found(code)).toEqual([undefined, undefined]);
  expect(await found(other)).toEqual([
    { ...searched, profileCode: other },
    { ...priced, profileCode: other },
  ]);
  await store.states.remove(other);
  expect(await found(other)).toEqual([undefined, undefined]);
  await store.close();
});
