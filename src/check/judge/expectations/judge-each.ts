import type { NewFinding, View } from '../conduct.ts';

/** Nothing is wrong: the occasion is kept. */
export const fine = null;
/** There is no occasion. */
export const none = undefined;

/**
 * Judges the parts of one request: reports each fault, and an occasion that is kept where there were some without any
 * fault. A request with more faults than anybody reads is not looked through to its end.
 */
export function judgeEach<Part>(
  view: View,
  parts: readonly Part[],
  faultOf: (part: Part, index: number) => NewFinding | typeof fine | typeof none,
): void {
  let isKept = false;
  let faults = 0;
  for (let i = 0; i < parts.length && faults < MAX_FAULTS; i++) {
    const part = parts[i];
    const fault = part === undefined ? none : faultOf(part, i);
    if (fault === none) continue;
    if (fault === fine) isKept = true;
    else {
      faults++;
      view.broken(fault);
    }
  }
  if (isKept && faults === 0) view.kept();
}

/** Of one check on one request. */
export const MAX_FAULTS = 20;
