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
 * red too may come from each of them, or from several. The last run has one defect and all contracts: it decides.
 */
export function decide(bundle: readonly Defect[], outcome: Catch, isLast: boolean): Decision {
  if (isLast || isRight(outcome)) return { decided: bundle, open: [] };
  if (outcome.strays.length > 0 || outcome.errors.length > 0) return { decided: [], open: bundle };
  const isOpen = ({ rule }: Defect) => outcome.missed.includes(rule);
  return { decided: bundle.filter((defect) => !isOpen(defect)), open: bundle.filter(isOpen) };
}
