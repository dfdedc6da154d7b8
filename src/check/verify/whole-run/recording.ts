import { select } from '../../../base/values/select.ts';
import type { OperationId } from '../../../interface/api.ts';
import type { FoundTransfer } from '../fixtures/transfer-requests.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import type { KeyPair } from '../probe/target.ts';
import type { ValidRequest } from '../run/valid-call.ts';
import { isPlainSearch } from './plain-search.ts';

/** A run's call, as seen by the contracts at its end. */
export interface Recorded {
  exchange: CheckedExchange;
  /** The caller's key pair. */
  keys: KeyPair;
  /** Selected scenario; null for none. */
  scenario: string | null;
  /** Time at the target, for the caller's profile, in epoch milliseconds. */
  at: number;
  /** True for other headers than a valid call's, or a body other than JSON. */
  disfigured: boolean;
  /** The sender's statement that the request is complete and unchanged; undefined without one. */
  valid?: ValidRequest | undefined;
  /** A booking's offer, even if its request was changed. */
  subject?: FoundTransfer | undefined;
}

/**
 * All contracts' calls in a run, ordered by response, except for those with a corrupted response by a scenario. Grouped
 * once for all contracts about the whole run.
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

  /** Returns the calls to these operations without a scenario, oldest first. */
  of(...operationIds: readonly (OperationId | null)[]): Recorded[] {
    const calls = operationIds.flatMap((operationId) => this.#byOperation.get(operationId) ?? []);
    return calls.filter(({ scenario }) => scenario === null).sort(bySequence);
  }

  /** Returns the calls to these operations under any scenario, oldest first. */
  underAnyScenario(...operationIds: readonly OperationId[]): Recorded[] {
    return operationIds.flatMap((operationId) => this.#byOperation.get(operationId) ?? []).sort(bySequence);
  }

  /** Returns the valid searches with offers. The list is the same object until there is another search. */
  get plainSearches(): readonly CheckedExchange[] {
    return this.#plainSearches;
  }
}

function bySequence({ exchange: one }: Recorded, { exchange: other }: Recorded): number {
  return one.sequence - other.sequence;
}
