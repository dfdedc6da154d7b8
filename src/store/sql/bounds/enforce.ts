import type { Kysely } from 'kysely';
import { stopwatch } from '../../../base/stopwatch.ts';
import type { Kept, KeptKind } from '../../bounds.ts';
import type { ImportConflict, ProfileState } from '../../state.ts';
import type { Capabilities } from '../database.ts';
import type { Tables } from '../tables.ts';
import type { Counts } from './counts.ts';

/**
 * Enforces the bounds for orders or bookings. Claims a place and runs `insert`, which returns true if it inserted the
 * row; otherwise releases the place. `removeOver` removes a profile's finished row at an instant, and returns true if
 * it found one. Returns undefined, without running `insert`, if there is no place.
 */
export function createClaim(
  counts: Counts,
  removeOver: (owner: number, now: number) => Promise<boolean>,
): (owner: number, now: number, insert: () => Promise<boolean>) => Promise<boolean | undefined> {
  return async (owner, now, insert) => {
    while (!counts.take(owner)) {
      if (!(await removeOver(owner, now))) return undefined;
      counts.change(owner, -1);
      counts.drop(owner, 1);
    }
    let inserted = false;
    try {
      inserted = await insert();
    } finally {
      if (!inserted) counts.change(owner, -1);
    }
    return inserted;
  };
}

export type AllCounts = Record<KeptKind, Counts>;

/** Returns the first kind with more records in a state than room if it replaces `owner`. */
export function beyondBounds(counts: AllCounts, owner: number, rows: ProfileState['rows']): ImportConflict | undefined {
  for (const [kind, count] of kindsOf(counts)) {
    const [records, max] = [rows[kind]?.length ?? 0, count.roomFor(owner)];
    if (records > max) return { kind, records, max };
  }
  return undefined;
}

/** Counts a profile's rows again, under its next number; undefined if it no longer has rows. */
export function restartCounts(counts: AllCounts, owner: number, next: number | undefined, sizes: Sizes): void {
  for (const [kind, count] of kindsOf(counts)) {
    count.end(owner);
    if (next !== undefined) count.begin(next, sizes[kind] ?? 0);
  }
}

/** An owner's record counts by kind; 0 for a missing one. */
export type Sizes = Partial<Record<KeptKind, number>>;

export function sizesOf(rows: ProfileState['rows']): Sizes {
  return Object.fromEntries(Object.entries(rows).map(([table, { length }]) => [table, length]));
}

/** Returns a profile's record counts. The `sizes` replace those in memory. */
export function keptOf(counts: AllCounts, owner: number, sizes: Sizes): Record<KeptKind, Kept> {
  const kept = (kind: KeptKind): Kept => {
    const inMemory = counts[kind].of(owner);
    return { ...inMemory, count: sizes[kind] ?? inMemory.count };
  };
  return {
    searches: kept('searches'),
    pricings: kept('pricings'),
    orders: kept('orders'),
    bookings: kept('bookings'),
  };
}

/** Counts an owner's records in the tables. */
export async function countRows(db: Kysely<Tables>, counts: AllCounts, owner: number): Promise<Sizes> {
  const sizes: Sizes = {};
  for (const [kind] of kindsOf(counts)) {
    const query = db.selectFrom(kind).select((eb) => eb.fn.countAll().as('rows'));
    sizes[kind] = Number((await query.where('owner', '=', owner).executeTakeFirstOrThrow()).rows);
  }
  return sizes;
}

function kindsOf(counts: AllCounts): [KeptKind, Counts][] {
  return Object.entries(counts) as [KeptKind, Counts][];
}

/**
 * `Store.prepareToPurge`: the counts in a shared database are as old as RECOUNT_MS at most. The process that purges
 * lets the database count its rows again too, once they have doubled.
 */
export function createRecount(
  db: Kysely<Tables>,
  { isShared, processes, analyze }: Pick<Capabilities, 'isShared' | 'processes' | 'analyze'>,
  counts: AllCounts,
): () => Promise<boolean> {
  let age = () => Infinity;
  let analyzed = 0;
  return async () => {
    if (isShared && age() > RECOUNT_MS) {
      for (const [kind, count] of kindsOf(counts)) await count.recount(db, kind);
      age = stopwatch();
    }
    const leads = await processes.leads();
    const total = kindsOf(counts).reduce((sum, [, count]) => sum + count.total, 0);
    if (leads && total > 2 * analyzed + FEW) {
      analyzed = total;
      await analyze(db);
    }
    return leads;
  };
}

/** Plans for fewer rows do not matter. */
const FEW = 500;
const RECOUNT_MS = 10_000;
