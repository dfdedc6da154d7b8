import type { OperationId } from '../../api.ts';
import { memoizeByObject } from '../../cache/memoize-by-object.ts';
import { systemClock } from '../../clock.ts';
import type { Spec } from '../../openapi/load-spec.ts';
import { OfferPool } from '../fixtures/offers.ts';
import { Client } from '../http/client.ts';
import type { Exchange } from '../http/exchange.ts';
import type { KeyPair, Target } from '../probe/target.ts';
import { isAccepted } from '../responses/outcome.ts';
import { createResponseChecker } from '../responses/response-checker.ts';
import type { ResponseChecker } from '../responses/response-checker.ts';
import { PreconditionNotMet } from '../verdict.ts';
import type { Finding } from '../verdict.ts';
import type { Trial } from './trial.ts';

/** Compiling the schemas takes as long as a hundred calls; several runs of one process do it once. */
const responseChecker = memoizeByObject(createResponseChecker);

/** How often an operation was called, how often with success, and the last answer that a check missed that success in. */
export interface Outcomes {
  calls: number;
  accepted: number;
  failedSetup: Exchange | null;
}

/** What the contracts of one run share: the target, the one client, offers at hand, and every answer that did not fit. */
export class Run {
  readonly target: Target;
  readonly client: Client;
  readonly offers = new OfferPool();
  /** Profiles made on the way. */
  readonly ownProfiles: KeyPair[] = [];
  /** How many answers were held against openapi.yaml, and in what they differ. */
  responsesChecked = 0;
  readonly mismatches: Finding[] = [];
  /** What became of the calls of each operation. */
  readonly outcomes = new Map<OperationId, Outcomes>();
  readonly #checkResponse: ResponseChecker;
  #samples: Promise<readonly Exchange[]> | null = null;

  constructor(target: Target, spec: Spec) {
    this.target = target;
    this.client = new Client(target, spec);
    this.#checkResponse = responseChecker(spec);
    if (target.ownProfile) this.ownProfiles.push(target.keys);
  }

  /** What time it is for the target, in epoch milliseconds. */
  now(): number {
    return systemClock.now() + this.target.clockSkewMs;
  }

  /** Takes note of a call of a contract, and holds its answer against openapi.yaml. */
  checkResponse(exchange: Exchange): void {
    this.responsesChecked++;
    this.#count(exchange);
    for (const finding of this.#checkResponse(exchange)) {
      // One is enough of a kind: a search has a dozen offers that all lack the same name.
      const kind = kindOf(finding);
      if (!this.mismatches.some((known) => kindOf(known) === kind)) this.mismatches.push(finding);
    }
  }

  /** Takes note of a call that should have been a success, for a check to begin. */
  recordFailedSetup(exchange: Exchange): void {
    const outcomes = exchange.operationId === null ? undefined : this.outcomes.get(exchange.operationId);
    if (outcomes) outcomes.failedSetup = exchange;
  }

  /** Searches on every route, one way and there and back, alone and with a family. Throws Unmet when none is answered. */
  sampleSearches(trial: Trial): Promise<readonly Exchange[]> {
    this.#samples ??= this.#searchAll(trial);
    return this.#samples;
  }

  /** The profiles made for this run that made some of these calls. */
  callersOf(exchanges: readonly Exchange[]): KeyPair[] {
    const headers = exchanges.flatMap(({ request }) => Object.values(request.headers));
    // One of the two headers may be what a call lacks.
    return this.ownProfiles.filter(({ profileCode, secretKey }) =>
      headers.some((value) => value.endsWith(`:${profileCode}`) || value.endsWith(`sk_…${secretKey.slice(-4)}`)),
    );
  }

  /** Removes the profiles that were made for this run, but those to keep. What cannot be removed is left: it is a sandbox. */
  async close(kept: readonly KeyPair[] = []): Promise<void> {
    this.client.resume();
    await Promise.allSettled(
      this.ownProfiles
        .filter((keys) => !kept.includes(keys))
        .map((keys) =>
          this.client.send(null, 'DELETE', new URL(`${this.target.sandboxUrl}/profiles/${keys.profileCode}`), { keys }),
        ),
    );
  }

  #count(exchange: Exchange): void {
    if (exchange.operationId === null) return;
    const {
      calls,
      accepted,
      failedSetup: missed,
    } = this.outcomes.get(exchange.operationId) ?? {
      calls: 0,
      accepted: 0,
      failedSetup: null,
    };
    this.outcomes.set(exchange.operationId, {
      calls: calls + 1,
      accepted: accepted + (isAccepted(exchange) ? 1 : 0),
      failedSetup: missed,
    });
  }

  async #searchAll(trial: Trial): Promise<readonly Exchange[]> {
    const { routes } = this.target;
    const searches = await Promise.all([
      ...routes.slice(0, MAX_SAMPLES).map((route) => trial.searchFlights({ route })),
      trial.searchFlights({ roundTrip: true, types: ['adult', 'adult', 'child', 'infant_without_seat'] }),
    ]);
    const answered = searches.filter(
      ({ response }) =>
        response.status === 200 && Array.isArray((response.body as { offers?: unknown } | undefined)?.offers),
    );
    if (answered.length === 0)
      throw new PreconditionNotMet(
        `needs offers to look at, and no search gave any (the last was answered ${searches.at(-1)?.response.status})`,
      );
    return answered;
  }
}

function kindOf({ exchange, expected, pointer, rules, assumptions }: Finding): string {
  return `${exchange?.operationId} ${exchange?.response.status} ${pointer?.replace(/\/\d+/g, '/*')} ${expected} ${[...rules, ...assumptions].join()}`;
}

const MAX_SAMPLES = 4;
