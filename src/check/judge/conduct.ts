import type { OperationId } from '../../interface/api.ts';
import type { JudgedExchange } from './judged-exchange.ts';
import type { Knowledge } from './knowledge.ts';

/** The conduct checks of one area. */
export interface ConductArea {
  /** `after a pending booking`, for example. */
  name: string;
  checks: readonly ConductCheck[];
}

/** An executable check of what the document asks of a client. Plain data and one function. */
export interface ConductCheck {
  /** A sentence in the present tense, unique: "a pending booking is not sent again". */
  title: string;
  /** Ids in contracts/rules.yaml, each of which binds the client. Empty for advice. */
  rules: readonly string[];
  /** The id of a piece of advice, `polling.too-fast` for example: no rule demands it, and it never fails a client. */
  advice?: string;
  /** The operations whose exchanges it sees; `any` for all, those that missed every operation included. */
  sees: readonly OperationId[] | 'any';
  /** What brings the obligation about, with its article: "a booking whose response is pending". */
  occasion: string;
  /** How clients break it, and how to do it right: sentences for the page of the rule. */
  wrong: string;
  right: string;
  /** Scenarios of the sandbox that bring the occasion about; empty where ordinary calls do. */
  scenarios: readonly string[];
  /**
   * Sees each exchange once it has ended. Exchanges come in the order in which they ended, or began: what counts is
   * `what the client knew`. Reports through the view; throws nothing.
   */
  judge(view: View): void;
  /** What an occasion that is still open when the recording ends amounts to; nothing by default. */
  end?(occasion: Occasion, end: RecordingEnd): Ruling | null;
}

/** What a check sees and reports with. It is reused: keep nothing of it but exchanges. */
export interface View {
  readonly exchange: JudgedExchange;
  /** What responses have shown this client so far. */
  readonly known: Knowledge;
  /** What responses have shown to the other profiles that are judged together with this one. */
  knownToOthers(): Iterable<Knowledge>;
  /** Reports an occasion that this exchange opened and kept at once. */
  kept(): void;
  broken(finding: NewFinding): void;
  /** Reports an occasion that cannot be decided, and why: "the search that returned the offer is not recorded". */
  undecided(reason: string): void;
  /** Reports advice; for checks with `advice`. */
  advise(finding: NewFinding): void;
  /**
   * Opens an occasion that later exchanges decide. `key` names it among those of the check; one with the same key takes
   * the place of the earlier one.
   */
  open(key: string, data?: unknown): Occasion;
  /** The open occasion with this key, if the client knew of it when this exchange began. */
  find(key: string): Occasion | undefined;
  /** All open occasions of this check of which the client knew when this exchange began, oldest first. */
  opened(): Occasion[];
  /** All open occasions of this check, whether the client knew of them or not, oldest first. */
  allOpened(): Occasion[];
}

/** An obligation of the client that is not decided yet. */
export interface Occasion {
  readonly key: string;
  /** The exchange that opened it. */
  readonly exchange: JudgedExchange;
  /** What the check keeps with it. */
  data: unknown;
  /** Decides and closes it. */
  keep(): void;
  break(finding: NewFinding): void;
  /** Closes it undecided: it counts as an occasion that could not be decided. */
  leaveUndecided(reason: string): void;
  /** Closes it as if it had never been: nothing followed from it. */
  drop(): void;
}

/** How a rule was broken. */
export interface NewFinding {
  /** "no second booking for the pricing whose response was pending". */
  expected: string;
  /** "the same booking again, 2 s later". */
  actual: string;
  /** JSON pointer into the body of the request; null where it is not about one value. */
  pointer?: string | null;
  /** Earlier exchanges that show it, oldest first; the exchange that is judged (or opened the occasion) is added. */
  before?: readonly JudgedExchange[];
  /** Limits the finding to some of the rules of the check. */
  rules?: readonly string[];
  /** An id in contracts/assumptions.yaml: the document does not say so, and the finding is a warning. */
  assumption?: string;
}

/** How an open occasion ends with the recording. */
export type Ruling =
  { outcome: 'kept' } | { outcome: 'broken'; finding: NewFinding } | { outcome: 'undecided'; reason: string };

/** The end of a recording, for one client. */
export interface RecordingEnd {
  /** When its latest exchange began, by the clock of the service; epoch milliseconds. */
  at: number;
}
