import type { KeptKind } from '../../bounds.ts';
import type { StateStore } from '../../state.ts';
import type { Counts } from './counts.ts';

/** Refuses states with more records than there is room for, and updates the counts. */
export function withinBounds(states: StateStore, counts: Record<KeptKind, Counts>): StateStore {
  const kinds: [KeptKind, Counts][] = [
    ['searches', counts.searches],
    ['pricings', counts.pricings],
    ['orders', counts.orders],
    ['bookings', counts.bookings],
  ];
  const restart = (profileCode: string, rows: Readonly<Record<string, readonly unknown[]>>) => {
    for (const [kind, count] of kinds) count.restart(profileCode, rows[kind]?.length ?? 0);
  };

  return {
    ...states,

    async clear(profileCode) {
      await states.clear(profileCode);
      restart(profileCode, {});
    },

    async replace(profileCode, state) {
      for (const [kind, count] of kinds) {
        const [records, max] = [state.rows[kind]?.length ?? 0, count.roomFor(profileCode)];
        if (records > max) return { kind, records, max };
      }
      const conflict = await states.replace(profileCode, state);
      if (!conflict) restart(profileCode, state.rows);
      return conflict;
    },

    async remove(profileCode) {
      const removed = await states.remove(profileCode);
      restart(profileCode, {});
      return removed;
    },
  };
}
