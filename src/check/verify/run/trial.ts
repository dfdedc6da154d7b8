import { messageOf } from '../../../base/message-of.ts';
import { nextTurn } from '../../../base/turns.ts';
import type { Offer, OperationId } from '../../../interface/api.ts';
import { flightOrder, validOrder } from '../fixtures/flight-order.ts';
import type { FlightSearcher, FlightSearchInput } from '../fixtures/flight-search.ts';
import { flightSearch, validSearch } from '../fixtures/flight-search.ts';
import type { OfferCriteria } from '../fixtures/offers.ts';
import type { FrozenClock } from '../fixtures/profiles.ts';
import { createFrozenProfile } from '../fixtures/profiles.ts';
import type { FoundTransfer } from '../fixtures/transfer-requests.ts';
import type { CallOptions } from '../http/client.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import type { KeyPair, Target } from '../probe/target.ts';
import { asRead, describeOutcome, isSuccess } from '../responses/outcome.ts';
import type { Deviation, Finding, FlawPosition } from '../verdict.ts';
import { ContractViolation, PreconditionNotMet } from '../verdict.ts';
import type { Recorded, Recording } from '../whole-run/recording.ts';
import type { Run } from './run.ts';
import type { ValidRequest } from './valid-call.ts';
import type { JudgedCall } from './valid-calls.ts';

/** Call as a check makes it. */
export interface TrialCall extends CallOptions {
  /**
   * Scenario as in `?scenario=`: `pending`, `pending(reads=3)`. Throws PreconditionNotMet if the target does not have
   * it.
   */
  scenario?: string;
  /** States that the request is complete and unchanged. A scenario, headers, text or padding void the statement. */
  valid?: ValidRequest | undefined;
  /** A booking's offer, even if the request was changed. */
  subject?: FoundTransfer;
}

/** A contract's declarations about its calls. */
export interface TrialScope {
  /** All its operations, for set-up and checks. Any other call is a fault in the contract. */
  calls: readonly OperationId[];
  /** If the target lacks any scenario in this list, the contract is not exercised. */
  scenarios?: readonly string[];
  /** Runs after all other contracts, and judges every exchange in the run. */
  atEnd?: boolean;
}

/** One contract's run against a target: the calls for the contract, and their record so far. */
export class Trial implements FlightSearcher {
  readonly target: Target;
  readonly keys: KeyPair;
  readonly #run: Run;
  readonly #scope: TrialScope;
  readonly #record: TrialRecord;

  constructor(
    run: Run,
    scope: TrialScope,
    keys: KeyPair = run.target.keys,
    record: TrialRecord = { exchanges: [], findings: [], violations: new Map(), refused: [], positions: new Map() },
  ) {
    this.#run = run;
    this.#scope = scope;
    this.#record = record;
    this.target = run.target;
    this.keys = keys;
  }

  /** Calls made so far, oldest first. */
  get exchanges(): readonly CheckedExchange[] {
    return this.#record.exchanges;
  }

  /** Assumptions not met so far. */
  get findings(): readonly Finding[] {
    return this.#record.findings;
  }

  /** Violations so far by position, in addition to the check's error. */
  get violations(): ReadonlyMap<string, ContractViolation> {
    return this.#record.violations;
  }

  /** Refused calls so far that may have been valid. */
  get refused(): readonly JudgedCall[] {
    return this.#record.refused;
  }

  /** Flaw positions so far. */
  get positions(): readonly FlawPosition[] {
    return [...this.#record.positions].map(([name, skipped]) => ({ name, skipped }));
  }

  /** Returns the time at the target, in epoch milliseconds. */
  now(): number {
    return this.#run.now();
  }

  /** Calls an operation listed by the contract, and validates the response against openapi.yaml. */
  async call(
    operationId: OperationId,
    { scenario, valid, subject, ...options }: TrialCall = {},
  ): Promise<CheckedExchange> {
    if (!this.#scope.calls.includes(operationId))
      throw new Error(`the contract calls ${operationId}, which its "calls" do not list`);
    if (scenario !== undefined) this.#requireScenario(scenario);
    const keys = options.keys ?? this.keys;
    const query = { ...options.query, ...(scenario !== undefined && { scenario }) };
    const exchange = await this.#run.client.call(operationId, { ...options, keys, query });
    this.#add(exchange);
    if (!corruptsResponses(scenario)) {
      this.#run.checkResponse(exchange);
      const disfigured = [options.headers, options.text, options.padding].some((one) => one !== undefined);
      this.#note({ exchange, keys, scenario: scenario ?? null, at: this.now(), disfigured, valid, subject });
    }
    const read = operationId === 'getReservation' && isSuccess(exchange);
    return read ? asRead(exchange) : exchange;
  }

  /** Calls any other address below the target, outside the service's operations. */
  async send(method: string, path: string, options: CallOptions = {}): Promise<CheckedExchange> {
    const url = this.target.flightsUrl + path;
    const exchange = await this.#run.client.send(null, method, new URL(url), { keys: this.keys, ...options });
    this.#add(exchange);
    this.#note({ exchange, keys: options.keys ?? this.keys, scenario: null, at: this.now(), disfigured: true });
    return exchange;
  }

  /** Makes a valid flight search, unless `with` makes it invalid. */
  searchFlights(input: FlightSearchInput = {}, call: TrialCall = {}): Promise<CheckedExchange> {
    const body = flightSearch(this.target, input);
    return this.call('searchFlights', { body, valid: validSearch(this.target, input, body), ...call });
  }

  /** All contracts' calls so far. */
  get recording(): Recording {
    return this.#run.recording;
  }

  /**
   * Returns a few searches with every offer kind among them, made once for all contracts. At the end of a run, returns
   * all its valid searches.
   */
  async sampleSearches(): Promise<readonly CheckedExchange[]> {
    const samples = await this.#run.sampleSearches(this);
    if (!this.#scope.atEnd) return samples;
    // Judging takes long: without a turn in between, connections end unnoticed and calls on them fail.
    await nextTurn();
    return this.recording.plainSearches.length > 0 ? this.recording.plainSearches : samples;
  }

  /** Returns an offer for the criteria, given to no other check. Throws PreconditionNotMet if the target has none. */
  offer(criteria: OfferCriteria = {}): Promise<Offer> {
    return this.#run.offers.take(this, criteria);
  }

  /** Leaves an unordered offer to another check. False if it has served enough checks. */
  giveBack(offer: Offer): boolean {
    return this.#run.offers.giveBack(offer);
  }

  /** Orders an offer, by default with a complete order. */
  order(offer: Offer, body: unknown = flightOrder(offer), call: TrialCall = {}): Promise<CheckedExchange> {
    return this.call('createFlightOrder', {
      path: { gdsprovider: offer.gdsprovider, offerId: offer.offerId },
      body,
      valid: validOrder(offer, body),
      ...call,
    });
  }

  /** Returns the same contract's trial with another profile's key pair. */
  as(keys: KeyPair): Trial {
    return new Trial(this.#run, this.#scope, keys, this.#record);
  }

  /** Returns the same contract's trial as another profile. Throws PreconditionNotMet if there is none. */
  async asOtherProfile(): Promise<Trial> {
    if (this.target.otherKeys) return this.as(this.target.otherKeys);
    return this.as(await this.#run.otherProfile());
  }

  /**
   * Returns the same contract's trial as a new profile with a frozen clock. Throws PreconditionNotMet if the target has
   * no such clocks.
   */
  async withFrozenClock(): Promise<Trial & { clock: FrozenClock }> {
    const { keys, clock } = await createFrozenProfile(this.#run, (moved) => this.#add(moved));
    return Object.assign(this.as(keys), { clock, now: () => clock.now() });
  }

  /** Reads the sandbox's order record, with the provider's record. Throws PreconditionNotMet on any other target. */
  orderRecord(orderId: string): Promise<CheckedExchange> {
    const path = `/profiles/${this.keys.profileCode}/resources/${encodeURIComponent(orderId)}`;
    return this.#control('GET', path, "the provider's record of an order");
  }

  /** Reports an assumption that is not met. The check continues. */
  warn(assumption: string, deviation: Deviation): void {
    this.#record.findings.push({ verdict: 'warn', rules: [], assumptions: [assumption], ...deviation });
  }

  /**
   * Makes a check at a position, and names it in the findings there. Records a violation and returns false, so the
   * contract tries the other positions too. Skips a position that the target lacks, unless it is required.
   */
  async at(position: string, check: () => Promise<void>, required = false): Promise<boolean> {
    const { findings, violations, positions } = this.#record;
    const before = findings.length;
    let skipped = '';
    try {
      await check();
    } catch (error) {
      if (error instanceof ContractViolation) violations.set(position, error);
      else if (error instanceof PreconditionNotMet && !required) skipped = messageOf(error);
      else throw error;
    }
    for (const finding of findings.slice(before)) finding.position = position;
    positions.set(position, skipped);
    return !violations.has(position);
  }

  /** Ends a contract that has violations at positions, because its next steps need a refusal at every position. */
  requireSoundPositions(): void {
    const [first] = this.violations.keys();
    if (first !== undefined) throw new PreconditionNotMet(`needs a target that keeps the rule at ${first}`);
  }

  /**
   * Returns an accepted exchange. Throws PreconditionNotMet for any other, because the check cannot start without it.
   */
  requireSetup(exchange: CheckedExchange, what: string, accepted = isSuccess(exchange)): CheckedExchange {
    if (accepted) return exchange;
    throw new PreconditionNotMet(`${what}: ${describeOutcome(exchange)}`);
  }

  #add(exchange: CheckedExchange): void {
    this.#record.exchanges.push(exchange);
    this.#run.callsOf.set(exchange.exchangeId, this.#record.exchanges);
  }

  #note(call: Recorded): void {
    this.#run.recording.add(call);
    const refused = this.#run.validCalls.see(call);
    if (refused) this.#record.refused.push(refused);
  }

  async #control(method: string, path: string, what: string): Promise<CheckedExchange> {
    if (this.target.sandboxUrl === null) throw new PreconditionNotMet(`needs ${what}, which only a sandbox shows`);
    const exchange = await this.#run.client.send(null, method, new URL(this.target.sandboxUrl + path), {
      keys: this.keys,
    });
    this.#add(exchange);
    return exchange;
  }

  #requireScenario(scenario: string): void {
    for (const [, name = ''] of scenario.matchAll(/(?:^|,)(?:[a-z-]+:)?([a-z0-9-]+)/g)) {
      if (!this.#scope.scenarios?.includes(name))
        throw new Error(`the contract selects the scenario ${name}, which its "scenarios" do not list`);
      if (!this.target.scenarios.includes(name))
        throw new PreconditionNotMet(`needs the scenario ${name}, which the target does not have`);
    }
  }
}

interface TrialRecord {
  exchanges: CheckedExchange[];
  findings: Finding[];
  violations: Map<string, ContractViolation>;
  refused: JudgedCall[];
  /** Reason for skipping each position; empty if flaws were tried there. */
  positions: Map<string, string>;
}

/** True if a scenario causes responses with differences from openapi.yaml. */
function corruptsResponses(scenario: string | undefined): boolean {
  return scenario !== undefined && /unknown-fields|nulls|unknown-status|truncated-body|malformed-body/.test(scenario);
}
