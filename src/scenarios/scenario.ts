import type { OperationId } from '../interface/api.ts';
import type { ErrorName } from '../interface/errors/catalogue.ts';
import type { Effects } from './effects.ts';
import type { ScenarioGroup } from './groups.ts';
import type { Parameter, Values } from './parameters.ts';

/** A named deviation from the usual behaviour. Each has a file of its name in library/. */
export interface Scenario {
  name: string;
  /** What a tester wants with it. */
  group: ScenarioGroup;
  title: string;
  /** What a client sees on the wire and afterwards. */
  clientSees: string;
  operations: readonly OperationId[];
  /** Whether the document describes the situation, or which assumption does. */
  basis: 'documented' | { assumption: string };
  /** The name in responses, for a scenario that a client must not be able to distinguish from another one. */
  shownAs?: string;
  /** The scenario with the same response, but for X-Sandbox-Scenario where `shownAs` is another name. */
  looksLike?: string;
  /** Ids of the rules that it exercises. */
  rules: readonly string[];
  /** What can be set in parentheses: `pending(reads=3)`. */
  parameters?: Readonly<Record<string, Parameter>>;
  /** Acts at the edge of the service, */
  edge?: Edge | ((values: Values) => Edge);
  /** or on a provider or the clock; both, where the response to the effect is lost. */
  effects?: Effects | ((values: Values) => Effects);
}

/**
 * What a scenario does at the edge of the service. `at` is authentication; after validation but `before`
 * anything is done; or `after` the operation did its work, whose response is then lost.
 */
export type Edge =
  | { at: 'authentication' | 'before' | 'after'; error: ErrorName }
  /** A gateway in front of the service responds in its own way. */
  | { at: 'before' | 'after'; gateway: GatewayResponse }
  /** `silent`: there is no response. `reset`: the connection is cut. */
  | { at: 'before' | 'after'; connection: 'silent' | 'reset' }
  /** The response is `truncated` by a cut connection, or complete and `malformed`. */
  | { at: 'answer'; body: 'truncated' | 'malformed' }
  /** The response differs from the usual one, and often from the interface. */
  | { at: 'answer'; shape: ResponseShape }
  /** The request waits before anything else happens, so that every response comes late. */
  | { at: 'authentication'; delayMs: number };

export type ResponseShape =
  /** More fields, null in every nullable field, a status or other values that are not listed. */
  | 'unknown-fields'
  | 'nulls'
  | 'unknown-status'
  | 'unknown-values'
  /** Offers with a link, and with a text in place of the list of document types. */
  | 'booking-links'
  | 'single-document'
  /** Texts for people. */
  | 'long-texts'
  | 'right-to-left-texts';

/** The response of a gateway in front of the service, which knows nothing of the interface. */
export interface GatewayResponse {
  status: 429 | 502 | 503;
  body: 'html' | 'json' | 'empty';
  /** Value of `Retry-After`; left out where there is none. */
  retryAfter?: { ms: number; form: 'seconds' | 'date' };
}
