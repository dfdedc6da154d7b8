import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOBODY } from '../../src/exchange/exchange.ts';
import type { ExchangeQuery, JournalBounds, JournalState, Missing, NewExchange } from '../../src/store/journal.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import type { ProfileState } from '../../src/store/state.ts';
import type { Store } from '../../src/store/store.ts';
import { journaled } from './journaled.ts';
import { MINE, profile } from './records.ts';
import { durableStores, stores } from './stores.ts';

const ROOMY = { exchanges: 1000, bytes: 1e9 };
type OwnBounds = Omit<JournalBounds, 'unauthenticated'> & Partial<JournalBounds>;
const ALL: ExchangeQuery = { limit: 1000, order: 'oldest' };

let count = 0;

const lost = (count: number) => ({ lost: count, dropped: null, droppedUnauthenticated: 0 });

/** A new profile. */
async function addSomeone({ profiles }: Store): Promise<string> {
  const code = `dp_someone${String((count += 1)).padStart(5, '0')}`;
  await profiles.add(...profile({ code }));
  return code;
}

describe.each(
  await Promise.all(stores.map(async ({ name, newAddress }) => ({ name, store: await openStore(newAddress()) }))),
)('the journal in the $name store', ({ store }) => {
  const { journal, states } = store;
  const someone = () => addSomeone(store);
  /** Adds exchanges as the writer does: what is above the bounds goes afterwards. */
  const append = async (
    exchanges: readonly NewExchange[],
    { unauthenticated = 200, ...own }: OwnBounds,
    missing?: ReadonlyMap<string, Missing>,
  ) => {
    const bounds = { ...own, unauthenticated };
    for (const code of await journal.append(exchanges, bounds, missing)) await journal.trim(code, bounds);
  };
  beforeAll(() => store.profiles.add(...profile()));
  afterAll(() => store.close());
  const sequences = async (profileCode: string, query: Partial<ExchangeQuery> = {}) =>
    (await journal.list(profileCode, { ...ALL, ...query })).map(({ sequence }) => sequence);

  const stateOf = async (code: string) => (await states.read(code, 1e9)) as ProfileState;

  it('returns an exchange as it was added', async () => {
    const added = journaled({ scenario: 'slow,pending', scenarioFrom: 'query' });
    await append([added], ROOMY);
    const found = await journal.find(MINE, added.exchangeId);
    expect(found).toEqual({
      exchangeId: added.exchangeId,
      sequence: 1,
      authenticated: true,
      at: 1000,
      realTime: 2000,
      durationMs: 1.25,
      overlapped: 0,
      origin: 'client',
      operationId: 'searchFlights',
      method: 'POST',
      path: '/v1/flights/search?a=1',
      status: 200,
      ending: 'answered',
      outcome: { kind: 'ok', text: '200' },
      scenario: 'slow,pending',
      scenarioFrom: 'query',
      request: {
        headers: [
          ['Host', 'x'],
          ['X-Twice', '1'],
          ['X-Twice', '2'],
        ],
        body: '{"__proto__": 1}',
        encoding: 'utf-8',
        bodyBytes: 16,
        cut: false,
      },
      response: {
        headers: [['X-Request-Id', 'req']],
        body: '{"Málaga": "😀"}',
        encoding: 'utf-8',
        bodyBytes: 20,
        cut: false,
      },
    });
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  });

  it('keeps binary bodies, and exchanges without a body or response', async () => {
    const code = await someone();
    const bytes = Buffer.from([0, 255, 128, 10]);
    const message = { headers: [], body: bytes, bodyBytes: 4, cut: false };
    const [strange, silent] = [
      journaled({ profileCode: code, request: message }),
      journaled({
        profileCode: code,
        request: { ...message, body: null, bodyBytes: 0 },
        response: null,
        status: null,
        ending: 'silent',
      }),
    ];
    await append([strange, silent], ROOMY);
    expect((await journal.find(code, strange.exchangeId))?.request).toMatchObject({
      body: bytes.toString('base64'),
      encoding: 'base64',
    });
    expect(await journal.find(code, silent.exchangeId)).toMatchObject({
      request: { body: null, bodyBytes: 0 },
      response: null,
      status: null,
      ending: 'silent',
    });
  });

  it('counts and shows the exchanges of each profile separately', async () => {
    const [mine, other] = await Promise.all([someone(), someone()]);
    const exchanges = [mine, other, mine, mine, other].map((profileCode) => journaled({ profileCode }));
    await append(exchanges, ROOMY);
    expect([await sequences(mine), await sequences(other)]).toEqual([
      [1, 2, 3],
      [1, 2],
    ]);
    expect(await journal.find(other, exchanges[0].exchangeId)).toBeUndefined();
    expect([await journal.last(mine), await journal.last(other), await journal.last(await someone())]).toEqual([
      3, 2, 0,
    ]);
  });

  it('lists by operation, status, ending, scenario, instant and text, also combined', async () => {
    const code = await someone();
    const response = { headers: [], body: Buffer.from('{"searchId":"abc"}'), bodyBytes: 18, cut: false };
    await append(
      [
        journaled({ profileCode: code, at: 1 }),
        journaled({
          profileCode: code,
          at: 2,
          operationId: 'bookTransfer',
          status: 502,
          scenario: 'slow,502-after-commit',
        }),
        journaled({
          profileCode: code,
          at: 3,
          operationId: 'bookTransfer',
          status: null,
          ending: 'silent',
          response: null,
          scenario: 'timeout',
        }),
        journaled({ profileCode: code, at: 4, operationId: 'bookTransfer', scenario: '502', response }),
        journaled({ profileCode: code, at: 5, path: '/reservations/details?searchId=abc' }),
      ],
      ROOMY,
    );
    expect(await sequences(code, { operationId: 'bookTransfer' })).toEqual([2, 3, 4]);
    expect(await sequences(code, { status: 502 })).toEqual([2]);
    expect(await sequences(code, { ending: 'silent' })).toEqual([3]);
    expect(await sequences(code, { scenario: '502-after-commit' })).toEqual([2]);
    expect(await sequences(code, { scenario: '502' })).toEqual([4]);
    expect(await sequences(code, { from: 2, to: 4 })).toEqual([2, 3]);
    expect(await sequences(code, { contains: 'abc' })).toEqual([4, 5]);
    expect(
      await sequences(code, { contains: 'abc', operationId: 'bookTransfer', status: 200, from: 4, to: 5 }),
    ).toEqual([4]);
    expect(await sequences(code, { contains: 'nowhere' })).toEqual([]);
  });

  it('has pages from either end, also when searching bodies', async () => {
    const code = await someone();
    await append(
      Array.from({ length: 120 }, () => journaled({ profileCode: code })),
      ROOMY,
    );
    expect(await sequences(code, { limit: 3 })).toEqual([1, 2, 3]);
    expect(await sequences(code, { limit: 3, after: 118 })).toEqual([119, 120]);
    expect(await sequences(code, { limit: 2, order: 'newest' })).toEqual([120, 119]);
    expect(await sequences(code, { limit: 2, order: 'newest', after: 3 })).toEqual([2, 1]);
    expect(await sequences(code, { contains: 'Málaga', limit: 1000 })).toHaveLength(120);
    expect(await sequences(code, { contains: 'Málaga', limit: 60, order: 'newest', after: 3 })).toEqual([2, 1]);
  });

  it('drops the oldest beyond the count, and counts them', async () => {
    const code = await someone();
    for (let i = 1; i <= 30; i++) {
      await append([journaled({ profileCode: code, at: i })], { exchanges: 10, bytes: 1e9 });
      const kept = await sequences(code);
      expect(kept.length).toBeLessThanOrEqual(10);
      expect(kept.at(-1)).toBe(i);
      expect((await journal.dropped(code)).exchanges).toBe(i - kept.length);
    }
    const kept = await sequences(code);
    expect(kept.length).toBeGreaterThanOrEqual(9);
    expect(await journal.dropped(code)).toEqual({
      exchanges: 30 - kept.length,
      bytes: expect.any(Number),
      before: kept[0],
      unauthenticated: 0,
    });
  });

  it('drops the oldest beyond the bytes, of one profile only', async () => {
    const [code, other] = await Promise.all([someone(), someone()]);
    const large = { headers: [], body: Buffer.alloc(10_000, 'x'), bodyBytes: 10_000, cut: false };
    await append([journaled({ profileCode: other })], ROOMY);
    for (let i = 0; i < 20; i++)
      await append([journaled({ profileCode: code, response: large }), journaled({ profileCode: other })], {
        exchanges: 1000,
        bytes: 55_000,
      });
    expect(await sequences(code)).toEqual([16, 17, 18, 19, 20]);
    const { exchanges, bytes } = await journal.dropped(code);
    expect(exchanges).toBe(15);
    expect(bytes).toBeGreaterThan(150_000);
    expect(bytes).toBeLessThan(160_000);
    expect(await sequences(other)).toHaveLength(21);
  });

  it('drops an exchange above the byte limit, and all before it', async () => {
    const code = await someone();
    const huge = { headers: [], body: Buffer.alloc(10_000), bodyBytes: 10_000, cut: false };
    await append([journaled({ profileCode: code }), journaled({ profileCode: code, response: huge })], {
      exchanges: 10,
      bytes: 5000,
    });
    expect(await sequences(code)).toEqual([]);
    await append([journaled({ profileCode: code })], { exchanges: 10, bytes: 5000 });
    expect(await sequences(code)).toEqual([3]);
    expect((await journal.dropped(code)).exchanges).toBe(2);
  });

  it('accepts more exchanges at once than it keeps', async () => {
    const code = await someone();
    await append(
      Array.from({ length: 500 }, () => journaled({ profileCode: code })),
      { exchanges: 20, bytes: 1e9 },
    );
    expect(await sequences(code)).toEqual(Array.from({ length: 19 }, (_, i) => 482 + i));
  });

  it('counts lost exchanges', async () => {
    const [code, other] = await Promise.all([someone(), someone()]);
    await append(
      [journaled({ profileCode: code })],
      ROOMY,
      new Map([
        [code, lost(3)],
        [other, lost(2)],
      ]),
    );
    expect([(await journal.dropped(code)).exchanges, (await journal.dropped(other)).exchanges]).toEqual([3, 2]);
    expect(await journal.last(other)).toBe(0);
  });

  it('counts exchanges dropped before storage, and drops all older ones', async () => {
    const [code, other] = await Promise.all([someone(), someone()]);
    for (const profileCode of [code, other])
      await append(
        Array.from({ length: 3 }, () => journaled({ profileCode })),
        ROOMY,
      );
    await append(
      [journaled({ profileCode: code, at: 2000 }), journaled({ profileCode: other })],
      ROOMY,
      new Map([[code, { ...lost(1), dropped: { exchanges: 5, bytes: 700, before: 2000 } }]]),
    );
    expect([await sequences(code), await sequences(other)]).toEqual([[9], [1, 2, 3, 4]]);
    const { exchanges, bytes, before } = await journal.dropped(code);
    expect([exchanges, before, await journal.last(code)]).toEqual([9, 2000, 9]);
    expect(bytes).toBeGreaterThan(700 + 3 * 200);
    await append(
      Array.from({ length: 10 }, () => journaled({ profileCode: code })),
      { exchanges: 5, bytes: 1e9 },
    );
    expect(await sequences(code)).toEqual([15, 16, 17, 18, 19]);
    expect((await journal.dropped(code)).exchanges).toBe(1 + 14);
  });

  it('drops calls without valid credentials by a separate bound, and no other call in their place', async () => {
    const code = await someone();
    const stranger = () => journaled({ profileCode: code, authenticated: false });
    const bounds = { exchanges: 10, bytes: 1e9, unauthenticated: 20 };
    await append(
      Array.from({ length: 8 }, () => journaled({ profileCode: code })),
      bounds,
    );
    for (let i = 0; i < 10; i++)
      await append(
        Array.from({ length: 30 }, () => stranger()),
        bounds,
      );
    expect(await journal.dropped(code)).toMatchObject({ exchanges: 0, unauthenticated: 281 });
    const kept = await journal.list(code, ALL);
    expect(kept.filter(({ authenticated }) => authenticated)).toHaveLength(8);
    expect(kept.filter(({ authenticated }) => !authenticated).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 19 }, (_, i) => 290 + i),
    );
    await append(
      Array.from({ length: 5 }, () => journaled({ profileCode: code })),
      bounds,
    );
    expect(await journal.dropped(code)).toMatchObject({ exchanges: 3, unauthenticated: 281 });
  });

  it('stores exchanges once if the response to their first write was lost', async () => {
    const code = await someone();
    const added = Array.from({ length: 3 }, () => journaled({ profileCode: code }));
    await append(added, ROOMY);
    await journal.append(added, { ...ROOMY, unauthenticated: 200 }, new Map(), true);
    expect(await sequences(code)).toEqual([1, 2, 3]);
    const later = [journaled({ profileCode: code })];
    await journal.append(later, { ...ROOMY, unauthenticated: 200 }, new Map(), true);
    expect(await sequences(code)).toEqual([1, 2, 3, 4]);
  });

  it('keeps the calls of nobody in a separate journal', async () => {
    const nobody = journaled({ profileCode: NOBODY, authenticated: false, operationId: null, method: '', path: '' });
    await append([nobody], ROOMY);
    expect(await journal.find(NOBODY, nobody.exchangeId)).toMatchObject({ operationId: null, method: '' });
    expect(await journal.find(MINE, nobody.exchangeId)).toBeUndefined();
  });

  it('drops exchanges of the largest profile at the global limit', async () => {
    const [small, large] = await Promise.all([someone(), someone()]);
    const body = { headers: [], body: Buffer.alloc(100_000), bodyBytes: 100_000, cut: false };
    await append(
      [
        journaled({ profileCode: small }),
        ...Array.from({ length: 50 }, () => journaled({ profileCode: large, response: body })),
      ],
      ROOMY,
    );
    const asked: string[] = [];
    await journal.shrink(2_000_000, async (code) => void asked.push(code));
    expect(asked).toEqual([large]);
    expect(await sequences(small)).toEqual([1]);
    const left = await sequences(large);
    expect(left.length).toBeGreaterThan(10);
    expect(left.length).toBeLessThan(20);
    expect((await journal.dropped(large)).exchanges).toBe(50 - left.length);
    await journal.shrink(0, () => Promise.resolve());
    expect([await sequences(small), await sequences(large)]).toEqual([[], []]);
  });

  it('begins again after it is cleared, and only for that profile', async () => {
    const [code, other] = await Promise.all([someone(), someone()]);
    await append(
      [journaled({ profileCode: code }), journaled({ profileCode: other })],
      ROOMY,
      new Map([[code, lost(1)]]),
    );
    await states.clear(code, 'reset', null);
    expect([await sequences(code), await journal.last(code), await journal.dropped(code)]).toEqual([
      [],
      0,
      { exchanges: 0, bytes: 0, before: null, unauthenticated: 0 },
    ]);
    await append([journaled({ profileCode: code })], ROOMY);
    expect([await sequences(code), await sequences(other)]).toEqual([[1], [1]]);
  });

  it('is restored unchanged from plain JSON, and continues', async () => {
    const [code, another] = await Promise.all([someone(), someone()]);
    const strange = { headers: ['A', 'b'], body: Buffer.from([0, 255]), bodyBytes: 70_000, cut: true };
    const bounds = { exchanges: 4, bytes: 1e9 };
    await append(
      Array.from({ length: 6 }, () => journaled({ profileCode: code, request: strange })),
      bounds,
    );
    const state = JSON.parse(JSON.stringify(await journal.all(code))) as JournalState;
    expect(state.exchanges.map(({ sequence }) => sequence)).toEqual([3, 4, 5, 6]);
    await append([journaled({ profileCode: another })], bounds);
    await states.replace(another, { ...(await stateOf(another)), journal: state });
    expect(await journal.all(another)).toEqual(await journal.all(code));
    await append([journaled({ profileCode: another })], bounds);
    expect(await sequences(another)).toEqual([4, 5, 6, 7]);
    expect(await journal.dropped(another)).toMatchObject({ exchanges: 3 });
  });
});

it.each(durableStores)('a journal in a store ($name) survives a restart', async ({ newAddress }) => {
  const file = newAddress();
  const before = await openStore(file);
  await before.profiles.add(...profile());
  const bounds = { exchanges: 3, bytes: 1e9, unauthenticated: 200 };
  await before.journal.append(
    Array.from({ length: 5 }, () => journaled()),
    bounds,
  );
  await before.journal.trim(MINE, bounds);
  const state = await before.journal.all(MINE);
  await before.close();
  const after = await openStore(file);
  expect(await after.journal.all(MINE)).toEqual(state);
  expect(state.dropped.exchanges).toBe(2);
  await after.close();
});
