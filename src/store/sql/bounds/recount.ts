import type { Kysely } from 'kysely';
import { stopwatch } from '../../../base/stopwatch.ts';
import type { Capabilities } from '../database.ts';
import type { Tables } from '../tables.ts';
import type { AllCounts } from './enforce.ts';
import { kindsOf } from './enforce.ts';

/** `Store.prepareToPurge`: the counts of a shared database are as old as RECOUNT_MS at most. */
export function createRecount(
  db: Kysely<Tables>,
  { isShared, processes }: Pick<Capabilities, 'isShared' | 'processes'>,
  counts: AllCounts,
): () => Promise<boolean> {
  let age = () => Infinity;
  return async () => {
    if (isShared && age() > RECOUNT_MS) {
      for (const [kind, count] of kindsOf(counts)) await count.recount(db, kind);
      age = stopwatch();
    }
    return processes.leads();
  };
}

const RECOUNT_MS = 10_000;
