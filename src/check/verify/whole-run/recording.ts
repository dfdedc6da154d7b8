import { select } from '../../../base/values/select.ts';
import type { OperationId } from '../../../interface/api.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import type { KeyPair } from '../probe/target.ts';
import { isPlainSearch } from './plain-search.ts';

/** A call of a run, as the contracts at its end see it. */
export interface Recorded {
  exchange: CheckedExchange;
  /** Who made it. */
  keys: KeyPair;
  /** The scenario that it selected; null for none. */
  scenario: string | null;
  /** The time at the target, for the profile that made it, in epoch milliseconds. */
  at: number;
  /** It had other headers than a valid call has, or a body that is not JSON. */
  disfigured: boolean;
}

/**
 * Every call of the contracts of a run in the order of the responses, except for those whose scenario corrupts the
 * response. Grouped once for all contracts that judge the whole run.
 */
export class Recording {
  readonly calls: Recorded[] = [];
  readonly #byOperation = new Map<OperationId | null, Recorded[]>();
  #plainSearches: readonly CheckedExchange[] = [];

  add(call: Recorded): void {
    this.calls.push(call);
    const others = this.#byOperation.get(call.exchange.operationId);
    if (others) others.push(call);
    else this.#byOperation.set(call.exchange.operationId, [call]);
    if (isPlainSearch(call) && select(call.exchange.value, '/offers/*').length > 0)
      this.#plainSearches = [...this.#plainSearches, call.exchange];
  }

  /** The calls of these operations that selected no scenario, oldest first. */
  of(...operationIds: readonly (OperationId | null)[]): Recorded[] {
    const calls = operationIds.flatMap((operationId) => this.#byOperation.get(operationId) ?? []);
    return calls.filter(({ scenario }) => scenario === null).sort(bySequence);
  }

  /** The same under any scenario. */
  underAnyScenario(...operationIds: readonly OperationId[]): Recorded[] {
    return operationIds.flatMap((operationId) => this.#byOperation.get(operationId) ?? []).sort(bySequence);
  }

  /** The valid searches that found offers. The same list until there is another one. */
  get plainSearches(): readonly CheckedExchange[] {
    return this.#plainSearches;
  }
}

function bySequence({ exchange: one }: Recorded, { exchange: other }: Recorded): number {
  return one.sequence - other.sequence;
}
