import type { OperationId } from '../../../interface/api.ts';
import type { Recorded } from '../whole-run/recording.ts';

/** What makes a call valid, as far as the run knows from what it sent and received before. */
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

/** What the calls of a run say of the validity of those that follow. */
export interface CallKnowledge {
  /** What is to be said of calls of an operation; null for a call that is not known to be valid. */
  readonly validityOf: Partial<Record<OperationId, (call: Recorded) => Validity | null>>;
  /** Learns what a call returned, or may have done. */
  learn(call: Recorded): void;
}
