import type { Offer, OperationId, PassengerType } from '../../api.ts';
import type { Contract } from '../contract.ts';
import { addDays } from '../fixtures/dates.ts';
import { flightOrder } from '../fixtures/flight-order.ts';
import type { OfferCriteria } from '../fixtures/offers.ts';
import { createFrozenProfile, createProfile } from '../fixtures/profiles.ts';
import type { FrozenClock } from '../fixtures/profiles.ts';
import type { CallOptions } from '../http/client.ts';
import type { Exchange } from '../http/exchange.ts';
import type { KeyPair, Target } from '../probe/target.ts';
import { describeOutcome } from '../responses/outcome.ts';
import { PreconditionNotMet } from '../verdict.ts';
import type { Deviation, Finding } from '../verdict.ts';
import type { Run } from './run.ts';

/** A call as a check makes it. */
export interface TrialCall extends CallOptions {
  /** As in `?scenario=`: `pending`, `pending(reads=3)`. Throws Unmet where the target does not take it. */
  scenario?: string;
}

export interface FlightSearchInput {
  route?: readonly [origin: string, destination: string];
  types?: readonly PassengerType[];
  roundTrip?: boolean;
  /** How many days later than the first day of travel. */
  daysLater?: number;
  /** Laid over the body; a name with undefined is left out. */
  with?: Readonly<Record<string, unknown>>;
}

/** One contract on its way through a target: what it may do, and what it has seen. */
export class Trial {
  readonly target: Target;
  readonly keys: KeyPair;
  readonly #run: Run;
  readonly #contract: Contract;
  readonly #record: Seen;

  constructor(
    run: Run,
    contract: Contract,
    keys: KeyPair = run.target.keys,
    record: Seen = { exchanges: [], findings: [] },
  ) {
    this.#run = run;
    this.#contract = contract;
    this.#record = record;
    this.target = run.target;
    this.keys = keys;
  }

  /** Every call made so far, oldest first. */
  get exchanges(): readonly Exchange[] {
    return this.#record.exchanges;
  }

  /** What was noted on the way, beside what the check throws. */
  get findings(): readonly Finding[] {
    return this.#record.findings;
  }

  /** What time it is for the target, in epoch milliseconds. */
  now(): number {
    return this.#run.now();
  }

  /** Calls an operation that the contract lists. The answer is held against openapi.yaml on the way. */
  async call(operationId: OperationId, { scenario, ...options }: TrialCall = {}): Promise<Exchange> {
    if (!this.#contract.calls.includes(operationId))
      throw new Error(`the contract calls ${operationId}, which its "calls" do not list`);
    if (scenario !== undefined) this.#requireScenario(scenario);
    const exchange = await this.#run.client.call(operationId, {
      keys: this.keys,
      ...options,
      ...(scenario !== undefined && { query: { ...options.query, scenario } }),
    });
    this.#record.exchanges.push(exchange);
    if (!spoilsResponses(scenario)) this.#run.checkResponse(exchange);
    return refuseRateLimited(exchange, operationId);
  }

  /** Calls any other address below the target, for what is no operation of the service. */
  async send(method: string, path: string, options: CallOptions = {}): Promise<Exchange> {
    const exchange = await this.#run.client.send(null, method, new URL(this.target.flightsUrl + path), {
      keys: this.keys,
      ...options,
    });
    this.#record.exchanges.push(exchange);
    return refuseRateLimited(exchange, `${method} ${path}`);
  }

  /** A flight search that has nothing wrong about it, unless `with` puts it there. */
  searchFlights(
    {
      route = this.target.routes[0]!,
      types = ['adult'],
      roundTrip = false,
      daysLater = 0,
      with: changes = {},
    }: FlightSearchInput = {},
    call: TrialCall = {},
  ): Promise<Exchange> {
    const [origin, destination] = route;
    const departureDate = addDays(this.target.departureDate, daysLater);
    const body = {
      slices: [
        { origin, destination, departure_date: departureDate },
        ...(roundTrip ? [{ origin: destination, destination: origin, departure_date: addDays(departureDate, 7) }] : []),
      ],
      passengers: types.map((type) => ({ type })),
      cabin_class: 'economy',
      ...changes,
    };
    return this.call('searchFlights', { body, ...call });
  }

  /** The answers of a few searches that between them show every kind of offer, made once for all checks. */
  sampleSearches(): Promise<readonly Exchange[]> {
    return this.#run.sampleSearches(this);
  }

  /** An offer as wished that no other check gets. Throws Unmet where the target has none. */
  offer(wish: OfferCriteria = {}): Promise<Offer> {
    return this.#run.offers.take(this, wish);
  }

  /** Orders an offer, with its complete order unless another body is given. */
  order(
    offer: Pick<Offer, 'gdsprovider' | 'offerId'>,
    body: unknown = flightOrder(offer as Offer),
    call: TrialCall = {},
  ): Promise<Exchange> {
    return this.call('createFlightOrder', {
      path: { gdsprovider: offer.gdsprovider, offerId: offer.offerId },
      body,
      ...call,
    });
  }

  /** Another profile than the target's. Throws Unmet where there is none. */
  async asOtherProfile(): Promise<Trial> {
    if (this.target.otherKeys) return this.#as(this.target.otherKeys);
    return this.#as(await createProfile(this.#run));
  }

  /** A profile of its own with a clock that stands until it is moved. Throws Unmet where the target has no such clocks. */
  async withFrozenClock(): Promise<Trial & { clock: FrozenClock }> {
    const { keys, clock } = await createFrozenProfile(this.#run);
    return Object.assign(this.#as(keys), { clock, now: () => clock.now() });
  }

  /** What the sandbox keeps of an order, the provider's record too. Throws Unmet on any other target. */
  orderRecord(orderId: string): Promise<Exchange> {
    return this.#control('GET', `/orders/${encodeURIComponent(orderId)}`, "the provider's record of an order");
  }

  /** An assumption is not met. It is reported, and the check goes on. */
  warn(assumption: string, deviation: Deviation): void {
    this.#record.findings.push({ verdict: 'warn', rules: [], assumptions: [assumption], ...deviation });
  }

  /** An answer that has to be a success for the check to begin at all. Throws Unmet when it is none. */
  requireSetup(exchange: Exchange, what: string, accepted = exchange.response.status === 200): Exchange {
    if (accepted) return exchange;
    this.#run.recordFailedSetup(exchange);
    throw new PreconditionNotMet(`${what}: ${describeOutcome(exchange)}`);
  }

  async #control(method: string, path: string, what: string): Promise<Exchange> {
    if (this.target.sandboxUrl === null) throw new PreconditionNotMet(`needs ${what}, which only a sandbox shows`);
    const exchange = await this.#run.client.send(null, method, new URL(this.target.sandboxUrl + path), {
      keys: this.keys,
    });
    this.#record.exchanges.push(exchange);
    return exchange;
  }

  #as(keys: KeyPair): Trial {
    return new Trial(this.#run, this.#contract, keys, this.#record);
  }

  #requireScenario(scenario: string): void {
    for (const [, name] of scenario.matchAll(/(?:^|,)(?:[a-z-]+:)?([a-z0-9-]+)/g)) {
      if (!this.#contract.scenarios?.includes(name!))
        throw new Error(`the contract asks for the scenario ${name}, which its "scenarios" do not list`);
      if (!this.target.scenarios.includes(name!))
        throw new PreconditionNotMet(`needs the scenario ${name}, which the target does not take`);
    }
  }
}

interface Seen {
  exchanges: Exchange[];
  findings: Finding[];
}

/** Not even that it was refused can be said of a call that the target did not look at. */
function refuseRateLimited(exchange: Exchange, call: string): Exchange {
  if (exchange.response.status === TOO_MANY)
    throw new PreconditionNotMet(
      `the target lets no more calls through for now (429 to ${call}); --rate keeps to its limit`,
    );
  return exchange;
}

const TOO_MANY = 429;

/** Scenarios whose very purpose is an answer that does not fit the interface. */
function spoilsResponses(scenario: string | undefined): boolean {
  return scenario !== undefined && /unknown-fields|nulls|unknown-status|truncated-body|malformed-body/.test(scenario);
}
