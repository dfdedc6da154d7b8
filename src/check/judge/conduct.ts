import type { OperationId } from '../../interface/api.ts';
import type { JudgedExchange } from './judged-exchange.ts';
import type { Knowledge } from './knowledge.ts';

/** The conduct checks for one area. */
export interface ConductArea {
  /** Area name, for example `after a pending booking`. */
  name: string;
  checks: readonly ConductCheck[];
}

/** An executable check for one client obligation. Plain data and one function. */
export interface ConductCheck {
  /** A sentence in the present tense, unique: "a pending booking is not sent again". */
  title: string;
  /** Ids in contracts/rules.yaml; each rule binds the client. Empty for advice. */
  rules: readonly string[];
  /** Advice id, for example `polling.too-fast`. No rule demands it, and it never fails a client. */
  advice?: string;
  /** Operations to check; `any` for all exchanges, including those outside every operation. */
  sees: readonly OperationId[] | 'any';
  /** The occasion that causes the obligation, with its article: "a booking whose response is pending". */
  occasion: string;
  /** The usual mistake and the right way: sentences for the rule page. */
  wrong: string;
  right: string;
  /** Sandbox scenarios for the occasion; empty if ordinary calls are enough. */
  scenarios: readonly string[];
  /**
   * Judges each exchange after its end. Exchanges come ordered by their ends or beginnings, so a check relies on the
   * client's knowledge at the time. Reports through the view; throws nothing.
   */
  judge(view: View): void;
  /** Decides an occasion still open when the recording ends; undecided by default. */
  end?(occasion: Occasion, end: RecordingEnd): Ruling | null;
}

/** Check input and output. The judge reuses the object, so a check may keep only exchanges from it. */
export interface View {
  readonly exchange: JudgedExchange;
  /** This client's knowledge from its responses so far. */
  readonly known: Knowledge;
  /** Returns the knowledge of the other profiles under the same judge. */
  knownToOthers(): Iterable<Knowledge>;
  /** Reports an occasion opened and kept by this exchange. */
  kept(): void;
  /** Reports a fault; for a check with `advice`, a failure to follow it. */
  broken(finding: NewFinding): void;
  /** Reports an undecided occasion with its reason: "the search that returned the offer is not recorded". */
  undecided(reason: string): void;
  /**
   * Opens an occasion for later exchanges to decide. `key` identifies it within the check. A second occasion with the
   * same key replaces the first.
   */
  open(key: string, data?: unknown): Occasion;
  /** Returns the open occasion with this key, if the client knew of it when this exchange began. */
  find(key: string): Occasion | undefined;
  /** Returns the check's open occasions known to the client when this exchange began, oldest first. */
  opened(): Occasion[];
  /** Returns all open occasions for this check, known to the client or not, oldest first. */
  allOpened(): Occasion[];
}

/** An undecided client obligation. */
export interface Occasion {
  readonly key: string;
  /** The exchange that opened the occasion. */
  readonly exchange: JudgedExchange;
  /** Data that the check keeps. */
  data: unknown;
  /** Decides the occasion as kept and closes it. */
  keep(): void;
  break(finding: NewFinding): void;
  /** Closes the occasion as undecided. */
  leaveUndecided(reason: string): void;
  /** Closes the occasion without counting it: it led to no obligation. */
  drop(): void;
}

/** A broken rule, as reported by a check. */
export interface NewFinding {
  /** "no second booking for the pricing whose response was pending". */
  expected: string;
  /** "the same booking again, 2 s later". */
  actual: string;
  /** JSON pointer into the request body; null if the finding is not about one value. */
  pointer?: string | null;
  /** Earlier exchanges as evidence, oldest first. The judge adds the judged exchange (or the occasion's). */
  before?: readonly JudgedExchange[];
  /** Limits the finding to some of the check's rules. */
  rules?: readonly string[];
  /** Id in contracts/assumptions.yaml. The document is silent, so the finding is a warning. */
  assumption?: string;
}

/** Decision on an occasion still open when the recording ends. */
export type Ruling =
  | { outcome: 'kept' }
  | { outcome: 'broken'; finding: NewFinding }
  | { outcome: 'undecided'; reason: string };

/** A recording's end, for one client. */
export interface RecordingEnd {
  /** Beginning of its latest exchange by the service clock, in epoch milliseconds. */
  at: number;
}
