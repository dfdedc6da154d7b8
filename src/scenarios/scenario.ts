import type { OperationId } from '../api.ts';
import type { ErrorName } from '../errors/catalogue.ts';
import type { Effects } from './effects.ts';
import type { Parameter, Values } from './parameters.ts';

/** A named deviation from what the service would do by itself. One file in library/ each, named like it. */
export interface Scenario {
  name: string;
  title: string;
  /** What a client sees on the wire and afterwards. */
  clientSees: string;
  operations: readonly OperationId[];
  /** Whether the document describes the situation, or which assumption does. */
  basis: 'documented' | { assumption: string };
  /** The name that answers show, where a client must not be able to tell it from that scenario. */
  shownAs?: string;
  /** Ids of the rules that it exercises. */
  rules: readonly string[];
  /** What can be set in parentheses: `pending(reads=3)`. */
  parameters?: Readonly<Record<string, Parameter>>;
  /** Acts at the edge of the service, */
  edge?: Edge | ((values: Values) => Edge);
  /** or on a provider or the clock; both where the answer to what an effect did is lost. */
  effects?: Effects | ((values: Values) => Effects);
}

/**
 * What a scenario does at the edge of the service. `at` is authentication; after validation but `before`
 * anything is done; or `after` the operation did its work, whose answer is then lost.
 */
export type Edge =
  | { at: 'authentication' | 'before' | 'after'; error: ErrorName }
  /** `silent`: no answer ever comes. `reset`: the connection is cut. */
  | { at: 'before' | 'after'; connection: 'silent' | 'reset' }
  /** The answer comes `truncated`, by a connection that is cut, or whole and `malformed`. */
  | { at: 'answer'; body: 'truncated' | 'malformed' }
  /** The answer is another one than the interface lists: with more fields, with nothing in what may be null, with a status of the future. */
  | { at: 'answer'; shape: AnswerShape }
  /** The call waits before anything else happens, so that whatever it is answered comes late. */
  | { at: 'authentication'; delayMs: number };

export type AnswerShape = 'unknown-fields' | 'nulls' | 'unknown-status';
