import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/store/sql/open-store.ts';
import type { ProfileState } from '../../src/store/state.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { journaled } from './journaled.ts';
import { leftovers } from './leftovers.ts';
import { booking, MINE, order, OTHER, pricing, profile, search } from './records.ts';

type State = Awaited<ReturnType<typeof readAll>>;

let original: string;
let stateFile: string;
let before: State;
let imported: ProfileState;

beforeAll(async () => {
  original = temporaryFile();
  stateFile = `${original}.json`;
  const store = await openStore(original);
  for (const profileCode of [MINE, OTHER]) {
    await store.profiles.add(...profile({ code: profileCode }));
    for (let i = 0; i < 120; i++) await store.searches.add(search({ profileCode }));
    await store.pricings.add(pricing({ profileCode }));
    await store.orders.add(order({ profileCode }));
    await store.bookings.add(booking({ profileCode }));
    await store.journal.append([journaled({ profileCode }), journaled({ profileCode })], ROOMY);
  }
  await store.profiles.arm(MINE, { scenario: 'slow', calls: 2 });
  const state = await store.states.read(MINE, 1e8);
  if (typeof state !== 'object') throw new Error('the state cannot be read');
  // The same ids, so that ids do not show which state it is.
  const searches = state.rows['searches']?.map((row) => ({ ...row, seed: 'imported' })) ?? [];
  imported = {
    ...state,
    profile: { name: 'Imported', marginPercent: 1 },
    armed: null,
    rows: { ...state.rows, searches, orders: [] },
  };
  writeFileSync(stateFile, JSON.stringify(imported));
  await store.close();
  before = await readAll(original);
});

it.each(['an import', 'a reset', 'a removal'])(
  'kill -9 before each statement of %s leaves the previous state or the next one, and nothing else',
  async (title) => {
    const [, operation = ''] = title.split(' ');
    const seen = new Set<string>();
    for (let count = 1; ; count++) {
      const path = temporaryFile();
      copyFileSync(original, path);
      const { isDone, signal } = await endAt(path, operation, count);
      const found = await readAll(path);
      expect([count, found.other]).toEqual([count, before.other]);
      const which = isEqual(found.mine, before.mine) ? 'previous' : 'next';
      if (which === 'next') expect([count, found.mine]).toEqual([count, expectedAfter(operation)]);
      if (isDone) expect([count, which]).toEqual([count, 'next']);
      expect([count, await leftovers(path)]).toEqual([count, {}]);
      seen.add(`${which}, ${signal ?? 'ended'}`);
      if (signal === null) break;
    }
    expect([...seen]).toEqual(['previous, SIGKILL', 'next, SIGKILL', 'next, ended']);
  },
  300_000,
);

async function endAt(path: string, operation: string, count: number) {
  const child = fork(PROCESS, [path, MINE, operation, String(count), stateFile], { execArgv: [] });
  let isDone = false;
  child.on('message', () => (isDone = true));
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal === null) expect(code).toBe(0);
  return { isDone, signal };
}

function expectedAfter(operation: string): State['mine'] {
  if (operation === 'removal') return undefined;
  if (operation === 'import') return imported;
  return {
    profile: { name: 'Mine', marginPercent: 7.5 },
    clock: null,
    armed: null,
    journal: { last: 0, dropped: { exchanges: 0, bytes: 0, before: null }, exchanges: [] },
    rows: { bookings: [], orders: [], pricings: [], searches: [] },
  };
}

async function readAll(path: string) {
  const store = await openStore(path);
  const [mine, other] = [await store.states.read(MINE, 1e8), await store.states.read(OTHER, 1e8)];
  await store.close();
  return { mine: mine as ProfileState | undefined, other };
}

function isEqual(one: unknown, two: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(two);
}

const ROOMY = { exchanges: 10, bytes: 1e6, unauthenticated: 200 };
const PROCESS = fileURLToPath(new URL('end-at-statement.ts', import.meta.url));
