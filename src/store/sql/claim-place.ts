import type { Counts } from './counts.ts';

/**
 * Keeps orders or bookings within their bounds. `insert` is run once a place was claimed for its row, and says
 * whether the row was kept; a place without a row is given back. `removeOver` removes one row of a profile that is
 * over at an instant, and says whether there was one. Undefined: there was no place, and `insert` was not run.
 */
export function createClaim(
  counts: Counts,
  removeOver: (profileCode: string, now: number) => Promise<boolean>,
): (profileCode: string, now: number, insert: () => Promise<boolean>) => Promise<boolean | undefined> {
  return async (profileCode, now, insert) => {
    // Nobody comes between the check and the claim: both are one turn.
    while (!counts.take(profileCode)) {
      if (!(await removeOver(profileCode, now))) return undefined;
      counts.change(profileCode, -1);
      counts.drop(profileCode, 1);
    }
    let kept = false;
    try {
      kept = await insert();
    } finally {
      if (!kept) counts.change(profileCode, -1);
    }
    return kept;
  };
}
