import type { Defect } from './defect.ts';
import type { Catch } from './verify-defect.ts';
import { isRight } from './verify-defect.ts';

/** Verdicts on the defects of a bundle after its run. */
export interface Decision {
  decided: readonly Defect[];
  /** They have to run again, with fewer others. */
  open: readonly Defect[];
}

/**
 * Decides which defects of a bundle are as they should be. One that is not red may be hidden by another one; what is
 * red too may come from each of them, or from several. A run of one defect with all contracts decides, but for one that
 * acts now and then: contracts run side by side, so it meets other calls in each run, and at times none that shows it.
 * The last round decides on it.
 */
export function decide(bundle: readonly Defect[], outcome: Catch, areWhole: boolean, isLastRound: boolean): Decision {
  const isSteady = bundle.every(({ every }) => every === undefined);
  if (bundle.length === 1 && areWhole && (isSteady || isLastRound)) return { decided: bundle, open: [] };
  if (isRight(outcome)) return { decided: bundle, open: [] };
  if (outcome.strays.length > 0 || outcome.errors.length > 0) return { decided: [], open: bundle };
  const isOpen = ({ rule }: Defect) => outcome.missed.includes(rule);
  return { decided: bundle.filter((defect) => !isOpen(defect)), open: bundle.filter(isOpen) };
}
