import type { CheckedExchange } from '../http/exchange.ts';
import type { KeyPair } from '../probe/target.ts';

/** A call of a run, as the contracts at its end see it. */
export interface Recorded {
  exchange: CheckedExchange;
  /** Who made it. */
  keys: KeyPair;
  /** The scenario that it selected; null for none. */
  scenario: string | null;
}
