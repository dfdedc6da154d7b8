import type { Kysely } from 'kysely';
import { stopwatch } from '../../../base/stopwatch.ts';
import type { Capabilities } from '../database.ts';
import type { Tables } from '../tables.ts';
import type { AllCounts } from './enforce.ts';
import { kindsOf } from './enforce.ts';

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
