import { propertyOf } from '../../../base/values/property.ts';
import type { OperationId } from '../../../interface/api.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { bookingStatus, errorCode, isAccepted } from '../responses/outcome.ts';
import type { Recorded } from '../whole-run/recording.ts';
import { IssuedValues } from './issued-values.ts';
import type { Validity } from './valid-call.ts';

/** A call in the run, valid as far as the run knows, and its result. */
export interface JudgedCall extends Validity {
  operationId: OperationId;
  exchange: CheckedExchange;
  accepted: boolean;
}

/**
 * A run's valid calls, by any contract and for any purpose: a target has to accept them. Does not include calls with
 * unknown validity.
 */
export class ValidCalls {
  readonly #issued = new IssuedValues();
  readonly #calls: JudgedCall[] = [];
  /** Kinds with an accepted call, by operation. */
  readonly #accepted = new Set<string>();
  /** Operations with any accepted call, valid or not. */
  readonly #served = new Set<OperationId>();
  /** Refused calls, by their cause. */
  readonly #refused = new Map<string, JudgedCall[]>();
  /** Rules whose contracts failed due to refusals, by their cause. */
  readonly #explained = new Map<string, string[]>();

  /** Judges a call by the run's earlier knowledge. Returns a refused call if it may be valid, null otherwise. */
  see(call: Recorded): JudgedCall | null {
    const { exchange } = call;
    const judged = this.#judge(call);
    if (exchange.operationId !== null && wentWell(exchange)) this.#served.add(exchange.operationId);
    this.#issued.learn(call);
    if (!judged) return null;
    this.#calls.push(judged);
    if (judged.accepted) this.#accepted.add(kindOf(judged));
    else this.#refused.set(causeOf(exchange), [...(this.#refused.get(causeOf(exchange)) ?? []), judged]);
    return judged.accepted ? null : judged;
  }

  /** Returns an operation's valid calls, by the run's current knowledge. */
  of(operationId: OperationId): JudgedCall[] {
    return this.#calls.filter((call) => call.operationId === operationId && this.isValid(call));
  }

  /** Returns the operations with possibly valid calls. */
  get operations(): OperationId[] {
    return [...new Set(this.#calls.map(({ operationId }) => operationId))];
  }

  /** True for a call that the target has to accept. A search has to find offers only if an equal one did. */
  isValid(call: JudgedCall): boolean {
    return (call.isDocumented() && !findsNothing(call.exchange)) || this.#acceptsKindOf(call);
  }

  /** True if the target refused calls for the same cause and accepts them at other times. */
  isByChance(exchange: CheckedExchange): boolean {
    if (wentWell(exchange)) return false;
    return this.#refused.get(causeOf(exchange))?.some((call) => this.#acceptsKindOf(call)) ?? false;
  }

  /** True if a flawed call failed for the same cause as valid calls, which the target accepts at other times. */
  failedByChance(exchange: CheckedExchange): boolean {
    const isValid = this.#calls.some((call) => call.exchange.exchangeId === exchange.exchangeId);
    return !isValid && this.isByChance(exchange);
  }

  /** Records that these refusals made a contract's rules fail. */
  explain(exchanges: readonly CheckedExchange[], rules: readonly string[]): void {
    for (const cause of exchanges.map(causeOf))
      this.#explained.set(cause, [...(this.#explained.get(cause) ?? []), ...rules]);
  }

  /**
   * True if a contract failed due to a refused call with the same broken `rules`. A contract for another rule does not
   * explain refusals by chance, or a refusal for every call.
   */
  isExplained(call: JudgedCall, rules: readonly string[]): boolean {
    const broken = this.#explained.get(causeOf(call.exchange));
    if (!broken || this.#acceptsKindOf(call)) return false;
    return rules.some((rule) => broken.includes(rule)) || this.#served.has(call.operationId);
  }

  #acceptsKindOf(call: JudgedCall): boolean {
    return this.#accepted.has(kindOf(call));
  }

  #judge(call: Recorded): JudgedCall | null {
    const { exchange, scenario, disfigured } = call;
    const { operationId } = exchange;
    if (operationId === null || scenario !== null || disfigured) return null;
    if (!READS.includes(operationId) && exchange.path.includes('?')) return null;
    const validity = this.#issued.validityOf(call);
    return validity ? { ...validity, operationId, exchange, accepted: wentWell(exchange) } : null;
  }
}

/** Returns a refusal's cause without its varying parts: equal for all refusals with the same cause. */
export function causeOf(exchange: CheckedExchange): string {
  const { operationId, status, value } = exchange;
  const code = errorCode(exchange);
  const message = [propertyOf(value, 'message')].flat()[0] ?? propertyOf(propertyOf(value, 'error'), 'message');
  const said = code ?? String(message).replace(/\S*\d\S*/g, '…');
  return [operationId, status, bookingStatus(exchange), said].map(String).join(' ');
}

/** True for a read without a booking. */
export function isLost(read: CheckedExchange): boolean {
  const shown = bookingStatus(read) === 'pending' || !isEmptyList(propertyOf(read.value, 'reservations'));
  return read.operationId === 'getReservation' && !shown;
}

/** True for a search without an offer. */
export function findsNothing({ operationId, value }: CheckedExchange): boolean {
  return SEARCHES.includes(operationId as OperationId) && isEmptyList(propertyOf(value, 'offers'));
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function wentWell(exchange: CheckedExchange): boolean {
  return isAccepted(exchange) && !isLost(exchange) && !findsNothing(exchange);
}

function kindOf({ operationId, kind }: JudgedCall): string {
  return `${operationId} ${kind}`;
}

const SEARCHES: readonly OperationId[] = ['searchFlights', 'searchTransfers', 'searchReservationChanges'];

/** Operations with their subject in the query. */
const READS: readonly OperationId[] = ['getReservation', 'getDriverAndVehicle', 'getTracking'];
