import type { KeptKind } from '../bounds.ts';
import type { StateStore } from '../state.ts';
import type { Counts } from './counts.ts';

/** Whole states within the bounds: refuses one that holds more than there is room for, and keeps the counts right. */
export function withinBounds(states: StateStore, counts: Record<KeptKind, Counts>): StateStore {
  const kinds = Object.entries(counts) as [KeptKind, Counts][];
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
        const [given, most] = [state.rows[kind]?.length ?? 0, count.roomFor(profileCode)];
        if (given > most) return { beyond: kind, given, most };
      }
      const misfit = await states.replace(profileCode, state);
      if (!misfit) restart(profileCode, state.rows);
      return misfit;
    },

    async remove(profileCode) {
      const removed = await states.remove(profileCode);
      restart(profileCode, {});
      return removed;
    },
  };
}
