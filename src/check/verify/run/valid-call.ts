import type { OperationId } from '../../../interface/api.ts';
import type { Recorded } from '../whole-run/recording.ts';

/** Reason why a call is valid, from the earlier exchanges of the run. */
export interface Validity {
  /** Kind of the call. Nothing within a kind could be the reason to accept one call and refuse another. */
  kind: string;
  /** The kind in words: `a hold`; empty if the operation is enough. */
  words: string;
  /**
   * True if the document allows the call, by the knowledge of the run at its end. Otherwise the call is valid if the
   * target accepted one of its kind.
   */
  isDocumented: () => boolean;
}

/** Knowledge from earlier calls of a run about the validity of later ones. */
export interface CallKnowledge {
  /** Returns the validity of a call per operation, or null for a call not known to be valid. */
  readonly validityOf: Partial<Record<OperationId, (call: Recorded) => Validity | null>>;
  /** Learns the certain or possible effects of a call. */
  learn(call: Recorded): void;
}
