import type { NewFinding, View } from '../conduct.ts';

/** The part keeps the rule. */
export const fine = null;
/** The part is not an occasion. */
export const none = undefined;

/**
 * Judges one request part by part. Reports each fault, or one kept occasion if the parts have no fault. Stops after
 * `MAX_FAULTS`, because nobody reads more.
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

/** Maximum faults per check and request. */
export const MAX_FAULTS = 20;
