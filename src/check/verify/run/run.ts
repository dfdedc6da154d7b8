import { systemClock } from '../../../base/clock.ts';
import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import { propertyOf } from '../../../base/values/property.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import type { FlightSearcher } from '../fixtures/flight-search.ts';
import { combinedSearches } from '../fixtures/flight-search.ts';
import { OfferPool } from '../fixtures/offers.ts';
import { createProfile } from '../fixtures/profiles.ts';
import { Client } from '../http/client.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import type { KeyPair, Target } from '../probe/target.ts';
import { builtDifferenceChecks } from '../responses/built-difference-checks.ts';
import { isSuccess } from '../responses/outcome.ts';
import type { ResponseChecker } from '../responses/response-checker.ts';
import { createResponseChecker } from '../responses/response-checker.ts';
import type { Finding } from '../verdict.ts';
import { PreconditionNotMet } from '../verdict.ts';
import { Recording } from '../whole-run/recording.ts';
import { ValidCalls } from './valid-calls.ts';

/** One checker for all runs in a process: the sources compile the schemas, which takes as long as a hundred calls. */
const responseChecker = memoizeByObject((spec: Spec) => createResponseChecker(spec, builtDifferenceChecks));

/**
 * State that one run's contracts share: the target, the client, unused offers, and every response with a difference
 * from openapi.yaml.
 */
export class Run {
  readonly target: Target;
  readonly client: Client;
  readonly offers = new OfferPool();
  readonly recording = new Recording();
  /** Calls the target must accept, with their results. */
  readonly validCalls: ValidCalls;
  /** By exchange id, the calls of the contract that made it. */
  readonly callsOf = new Map<string, readonly CheckedExchange[]>();
  /** Profiles made for this run. */
  readonly ownProfiles: KeyPair[] = [];
  /** Responses validated against openapi.yaml, and their differences from it. */
  responsesChecked = 0;
  readonly mismatches: Finding[] = [];
  readonly #checkResponse: ResponseChecker;
  #other: Promise<KeyPair> | null = null;
  #samples: Promise<readonly CheckedExchange[]> | null = null;

  constructor(target: Target, spec: Spec, onLimited?: (limited: number) => void) {
    this.target = target;
    this.client = new Client(target, spec);
    this.validCalls = new ValidCalls();
    this.client.onLimited = (exchange) => {
      this.checkResponse(exchange);
      onLimited?.(this.client.limited);
    };
    this.#checkResponse = responseChecker(spec);
    if (target.ownProfile) this.ownProfiles.push(target.keys);
  }

  /** Returns the report notes about the whole run. */
  get notes(): string[] {
    const { limited, calls } = this.client;
    return limited === 0 ? [] : [`the target has a rate limit: 429 to ${limited} of ${calls} calls, made again later`];
  }

  /** Returns the time at the target, in epoch milliseconds. */
  now(): number {
    return systemClock.now() + this.target.clockSkewMs;
  }

  /** Validates the response to a contract's call against openapi.yaml. */
  checkResponse(exchange: CheckedExchange): void {
    this.responsesChecked++;
    for (const finding of [...this.#checkResponse(exchange), ...this.#checkLiveMode(exchange)]) {
      // One finding per kind is enough: all offers in a search may lack the same name.
      const kind = kindOf(finding);
      if (!this.mismatches.some((known) => kindOf(known) === kind)) this.mismatches.push(finding);
    }
  }

  /**
   * Searches on several routes, one way and return, for one adult and for a family, and with optional values combined.
   * Throws PreconditionNotMet if none succeeds.
   */
  sampleSearches(searcher: FlightSearcher): Promise<readonly CheckedExchange[]> {
    this.#samples ??= this.#searchAll(searcher);
    return this.#samples;
  }

  /** Returns a second profile, the same for all contracts. Throws PreconditionNotMet if there is none. */
  otherProfile(): Promise<KeyPair> {
    this.#other ??= createProfile(this);
    return this.#other;
  }

  /** Removes the profiles made for this run. Ignores failures, because the target is a sandbox. */
  async close(): Promise<void> {
    this.client.resume();
    await Promise.allSettled(
      this.ownProfiles.map((keys) =>
        this.client.send(null, 'DELETE', new URL(`${this.target.sandboxUrl}/profiles/${keys.profileCode}`), { keys }),
      ),
    );
  }

  /**
   * Checks liveMode: one environment serves all calls, so it has one value. Flight searches have their own rules for
   * it.
   */
  #checkLiveMode(exchange: CheckedExchange): Finding[] {
    const liveMode = propertyOf(exchange.value, 'liveMode');
    if (typeof liveMode !== 'boolean' || liveMode === this.target.liveMode) return [];
    if (exchange.operationId === 'searchFlights') return [];
    return [
      {
        verdict: 'fail',
        rules: ['service.sandbox'],
        assumptions: [],
        expected: `liveMode ${this.target.liveMode}, as in the first response of this target`,
        actual: String(liveMode),
        pointer: '/liveMode',
        exchange,
      },
    ];
  }

  async #searchAll(searcher: FlightSearcher): Promise<readonly CheckedExchange[]> {
    const { routes } = this.target;
    const settled = await Promise.allSettled([
      ...routes.slice(0, MAX_SAMPLES).map((route) => searcher.searchFlights({ route })),
      searcher.searchFlights({ roundTrip: true, types: ['adult', 'adult', 'child', 'infant_without_seat'] }),
      ...combinedSearches(this.target).map((input) => searcher.searchFlights(input)),
    ]);
    const searches = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const withOffers = searches.filter(
      (search) => isSuccess(search) && Array.isArray(propertyOf(search.value, 'offers')),
    );
    const lost = settled.find((one) => one.status === 'rejected');
    if (withOffers.length === 0 && lost) throw lost.reason;
    if (withOffers.length === 0)
      throw new PreconditionNotMet(
        'needs offers, and no search returned any (the status of the last was ' + `${searches.at(-1)?.status})`,
      );
    return withOffers;
  }
}

function kindOf({ exchange, expected, pointer, rules, assumptions }: Finding): string {
  return (
    `${exchange?.operationId} ${exchange?.status} ${pointer?.replace(/\/\d+/g, '/*')} ${expected} ` +
    `${[...rules, ...assumptions].join()}`
  );
}

const MAX_SAMPLES = 4;
