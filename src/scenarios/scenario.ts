import type { OperationId } from '../interface/api.ts';
import type { ErrorName } from '../interface/errors/catalogue.ts';
import type { Effects } from './effects.ts';
import type { ScenarioGroup } from './groups.ts';
import type { Parameter, Values } from './parameters.ts';

/** A named deviation from the usual behaviour. */
export interface Scenario {
  name: string;
  /** Purpose for a tester. */
  group: ScenarioGroup;
  title: string;
  /** Effect for a client, on the wire and afterwards. */
  clientSees: string;
  operations: readonly OperationId[];
  /** The situation's source: the document or an assumption. */
  basis: 'documented' | { assumption: string };
  /** Name in responses, for a scenario a client must not be able to distinguish from another one. */
  shownAs?: string;
  /** The scenario with the same response. X-Sandbox-Scenario may differ, if `shownAs` is another name. */
  looksLike?: string;
  /** Exercised rules, by id. */
  rules: readonly string[];
  /** Parameters in parentheses: `pending(reads=3)`. */
  parameters?: Readonly<Record<string, Parameter>>;
  /** Effect at the service edge. */
  edge?: Edge | ((values: Values) => Edge);
  /** Effect on a provider or the clock. A scenario has both if the response to the effect is lost. */
  effects?: Effects | ((values: Values) => Effects);
}

/** A scenario in library/. The name of its file there is its group. */
export type LibraryScenario = Omit<Scenario, 'group'>;

/**
 * A scenario's effect at the service edge: at `authentication`; after validation but `before` any work; or `after` the
 * work, with a lost response.
 */
export type Edge =
  | { at: 'authentication' | 'before' | 'after'; error: ErrorName }
  /** A gateway in front of the service responds in its own way. */
  | { at: 'before' | 'after'; gateway: GatewayResponse }
  /** `silent`: the service sends no response. `reset`: the service cuts the connection. */
  | { at: 'before' | 'after'; connection: 'silent' | 'reset' }
  /** The response is `truncated` by a cut connection, or complete and `malformed`. */
  | { at: 'answer'; body: 'truncated' | 'malformed' }
  /** The response differs from the usual one, and often from the interface. */
  | { at: 'answer'; shape: ResponseShape }
  /** The request waits before anything else happens, so every response is late. */
  | { at: 'authentication'; delayMs: number; advancesClock?: boolean };

export type ResponseShape =
  /** More fields, null in every nullable field, or an unlisted status or other value. */
  | 'unknown-fields'
  | 'nulls'
  | 'unknown-status'
  | 'unknown-values'
  /** Offers with a link, and with a text for the document type list. */
  | 'booking-links'
  | 'single-document'
  /** Texts for people. */
  | 'long-texts'
  | 'right-to-left-texts';

/** A gateway's response in front of the service, without any knowledge about the interface. */
export interface GatewayResponse {
  status: 429 | 502 | 503;
  body: 'html' | 'json' | 'empty';
  /** The `Retry-After` value; absent if there is none. */
  retryAfter?: { ms: number; form: 'seconds' | 'date' };
}
