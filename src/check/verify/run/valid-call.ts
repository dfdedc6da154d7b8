import type { OperationId } from '../../../interface/api.ts';
import type { Recorded } from '../whole-run/recording.ts';

/** Reason why a call is valid, from the earlier exchanges of the run. */
export interface Validity {
  /** Calls of one kind differ in nothing that could be the reason to accept one and to refuse another. */
  kind: string;
  /** The kind in words: `a hold`; empty where the operation says it all. */
  words: string;
  /**
   * True where the document allows the call, by all that the run knows at its end; otherwise it is valid where the
   * target accepted one of its kind.
   */
  isDocumented: () => boolean;
}

/** Knowledge from earlier calls of a run about the validity of later ones. */
export interface CallKnowledge {
  /** Validity of a call per operation; null for a call that is not known to be valid. */
  readonly validityOf: Partial<Record<OperationId, (call: Recorded) => Validity | null>>;
  /** Learns what a call returned, or may have done. */
  learn(call: Recorded): void;
}
