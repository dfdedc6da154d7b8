import type { Counts } from './counts.ts';

/**
 * Enforces the bounds of orders or bookings. Claims a place and runs `insert`, which returns whether the row was
 * inserted; otherwise the place is released. `removeOver` removes one row of a profile that is over at an instant, and
 * returns whether there was one. Returns undefined, without running `insert`, when there is no place.
 */
export function createClaim(
  counts: Counts,
  removeOver: (profileCode: string, now: number) => Promise<boolean>,
): (profileCode: string, now: number, insert: () => Promise<boolean>) => Promise<boolean | undefined> {
  return async (profileCode, now, insert) => {
    while (!counts.take(profileCode)) {
      if (!(await removeOver(profileCode, now))) return undefined;
      counts.change(profileCode, -1);
      counts.drop(profileCode, 1);
    }
    let inserted = false;
    try {
      inserted = await insert();
    } finally {
      if (!inserted) counts.change(profileCode, -1);
    }
    return inserted;
  };
}
