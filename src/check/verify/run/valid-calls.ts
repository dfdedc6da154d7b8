import { propertyOf } from '../../../base/values/property.ts';
import { select } from '../../../base/values/select.ts';
import type { OperationId } from '../../../interface/api.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import type { Target } from '../probe/target.ts';
import { bookingStatus, errorCode, isAccepted } from '../responses/outcome.ts';
import type { Recorded } from '../whole-run/recording.ts';
import { FlightKnowledge } from './flight-knowledge.ts';
import { TransferKnowledge } from './transfer-knowledge.ts';
import type { CallKnowledge, Validity } from './valid-call.ts';

/** A call of the run that is valid as far as the run knows, and what became of it. */
export interface JudgedCall extends Validity {
  operationId: OperationId;
  exchange: CheckedExchange;
  accepted: boolean;
}

/**
 * The valid calls of a run, whatever contract made them, and for whatever purpose: a target has to accept them. A call
 * that is not known to be valid is not among them.
 */
export class ValidCalls {
  readonly #knowledge: readonly CallKnowledge[];
  readonly #calls: JudgedCall[] = [];
  /** Kinds of which the target accepted a call, by operation. */
  readonly #accepted = new Set<string>();
  /** Operations of which the target accepted some call, valid or not. */
  readonly #served = new Set<OperationId>();
  /** Refused calls, by their cause. */
  readonly #refused = new Map<string, JudgedCall[]>();
  /** Rules of contracts that failed because of refusals, by their cause. */
  readonly #explained = new Map<string, string[]>();

  constructor(target: Target) {
    this.#knowledge = [new FlightKnowledge(target), new TransferKnowledge(target)];
  }

  /** Judges a call by what the run knew before it. Returns it if it may be valid and was refused, null otherwise. */
  see(call: Recorded): JudgedCall | null {
    const { exchange } = call;
    const judged = this.#judge(call);
    if (exchange.operationId !== null && wentWell(exchange)) this.#served.add(exchange.operationId);
    for (const part of this.#knowledge) part.learn(call);
    if (!judged) return null;
    this.#calls.push(judged);
    if (judged.accepted) this.#accepted.add(kindOf(judged));
    else this.#refused.set(causeOf(exchange), [...(this.#refused.get(causeOf(exchange)) ?? []), judged]);
    return judged.accepted ? null : judged;
  }

  /** The calls of an operation that are valid, by all that the run knows by now. */
  of(operationId: OperationId): JudgedCall[] {
    return this.#calls.filter((call) => call.operationId === operationId && this.isValid(call));
  }

  /** The operations with calls that may be valid. */
  get operations(): OperationId[] {
    return [...new Set(this.#calls.map(({ operationId }) => operationId))];
  }

  isValid(call: JudgedCall): boolean {
    return call.isDocumented() || this.#acceptsKindOf(call);
  }

  /** True if the cause of a response is one for which the target refused calls that it accepts at other times. */
  isByChance(exchange: CheckedExchange): boolean {
    if (wentWell(exchange)) return false;
    return this.#refused.get(causeOf(exchange))?.some((call) => this.#acceptsKindOf(call)) ?? false;
  }

  /** Rules of a contract fail because of these refusals. */
  explain(exchanges: readonly CheckedExchange[], rules: readonly string[]): void {
    for (const cause of exchanges.map(causeOf))
      this.#explained.set(cause, [...(this.#explained.get(cause) ?? []), ...rules]);
  }

  /**
   * True where a contract failed because of a call that is refused, which breaks `rules`. A contract for another rule
   * does not explain calls that are refused by chance, or whatever is sent.
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
    const validity = this.#knowledge.map(({ validityOf }) => validityOf[operationId]).find(Boolean)?.(call);
    return validity ? { ...validity, operationId, exchange, accepted: wentWell(exchange) } : null;
  }
}

/** Returns the cause of a refusal without its varying parts: equal for all refusals with the same cause. */
export function causeOf(exchange: CheckedExchange): string {
  const { operationId, status, value } = exchange;
  const code = errorCode(exchange);
  const message = [propertyOf(value, 'message')].flat()[0] ?? propertyOf(propertyOf(value, 'error'), 'message');
  const said = code ?? String(message).replace(/\S*\d\S*/g, '…');
  return [operationId, status, bookingStatus(exchange), said].map(String).join(' ');
}

/** True for a read of a booking that shows none. */
export function isLost(read: CheckedExchange): boolean {
  const reservations = propertyOf(read.value, 'reservations');
  const shown = bookingStatus(read) === 'pending' || select(read.value, '/reservations/*').length > 0;
  return read.operationId === 'getReservation' && Array.isArray(reservations) && !shown;
}

function wentWell(exchange: CheckedExchange): boolean {
  return isAccepted(exchange) && !isLost(exchange);
}

function kindOf({ operationId, kind }: JudgedCall): string {
  return `${operationId} ${kind}`;
}

/** Operations that name their subject in the query. */
const READS: readonly OperationId[] = ['getReservation', 'getDriverAndVehicle', 'getTracking'];
