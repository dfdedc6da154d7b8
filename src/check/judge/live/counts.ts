import type { ConductArea } from '../conduct.ts';
import type { Subject } from '../subject.ts';

/** A profile's verdict numbers. Plain JSON. */
export interface Counts {
  exchanges: number;
  /** Occasions kept, broken or warned about. */
  decided: number;
  broken: number;
  warned: number;
  advised: number;
  open: number;
}

/** Adds up the counts from several profiles. A profile without judged exchanges is undefined. */
export function countsOf(areas: readonly ConductArea[], subjects: readonly (Subject | undefined)[]): Counts {
  const counts: Counts = { exchanges: 0, decided: 0, broken: 0, warned: 0, advised: 0, open: 0 };
  const checks = areas.flatMap((area) => area.checks);
  for (const subject of subjects) {
    if (!subject) continue;
    counts.exchanges += subject.exchanges;
    for (const check of checks) {
      const { kept, broken, warned, advised, open } = subject.tally(check, false);
      counts.decided += kept + broken + warned;
      counts.broken += broken;
      counts.warned += warned;
      counts.advised += advised;
      counts.open += open;
    }
  }
  return counts;
}
