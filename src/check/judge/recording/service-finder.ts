import type { ObservedBody } from '../judged-exchange.ts';
import { ObservedExchange } from '../judged-exchange.ts';
import type { FindPath, FoundPath } from './find-path.ts';
import type { RecordedCall } from './recorded-call.ts';
import { headerOf } from './recorded-call.ts';
import { RecordingError } from '../../../exchange/recording-error.ts';

/** A call to the service, and whose it is. */
export interface ServiceCall {
  profile: string;
  exchange: ObservedExchange;
  /** See `RecordedCall`. */
  isRough: boolean;
  /** About how many characters are held with it. */
  weight: number;
}

export interface FinderOptions {
  findPath: FindPath;
  /** In lower case. */
  serviceIdHeader: string;
  /** Base URLs of the service; empty to find it. */
  origins: readonly URL[];
}

/**
 * Picks the calls to the service out of a recording. The service is the origin that gets a documented path together
 * with the header that names the profile. Calls before that are kept back until it is known.
 */
export class ServiceFinder {
  readonly #options: FinderOptions;
  readonly #prefixes = new Map<string, string>();
  #origin: string | null = null;
  #kept: RecordedCall[] = [];
  #weight = 0;
  /** Origins with a documented path, but without the header. */
  readonly #maybe = new Set<string>();
  /** Base URLs that calls named themselves. */
  readonly #named = new Map<string, URL>();
  #skipped = 0;

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  /** How many calls did not go to the service. */
  get skipped(): number {
    return this.#skipped + this.#kept.length;
  }

  /** Where the service was found: origins with the prefix of their paths. */
  get found(): string[] {
    if (this.#options.origins.length > 0) return this.#options.origins.map(({ href }) => href.replace(/\/$/, ''));
    const prefixes = new Set(this.#prefixes.values());
    return [...this.#named.keys(), ...[...prefixes].map((prefix) => `${this.#origin ?? ''}${prefix}`)];
  }

  /** Origins that may be the service although no call of theirs names a profile. */
  get candidates(): string[] {
    return [...this.#maybe];
  }

  /** The calls to the service that are certain with this one, oldest first. Throws RecordingError for two services. */
  take(call: RecordedCall): ServiceCall[] {
    const path = pathOf(call.target);
    const found = this.#options.findPath(call.method, path);
    // A journal has nothing but calls to the service.
    if (call.origin === '') return [this.#toCall(call, found?.operation ? found : null, found?.prefix ?? '')];
    if (isPreflight(call)) return this.#skip();
    const { origins } = this.#options;
    if (origins.length > 0) return this.#takeGiven(call, found, origins);
    if (call.base !== undefined) return this.#takeGiven(call, found, [this.#baseOf(call.base)]);
    if (found?.operation && this.#serviceId(call) !== undefined && !isNowhere(call))
      return this.#takeEvidence(call, found);
    if (this.#origin === null) return this.#keepBack(call, found);
    return call.origin === this.#origin ? this.#takeOther(call, found) : this.#skip();
  }

  #baseOf(text: string): URL {
    const known = this.#named.get(text);
    if (known) return known;
    const url = URL.parse(text);
    if (!url) throw new RecordingError(`"${text.slice(0, 100)}" stands where the base URL of the service should`);
    if (this.#named.size < MOST_NAMED) this.#named.set(text, url);
    return url;
  }

  #takeGiven(call: RecordedCall, found: FoundPath | null, origins: readonly URL[]): ServiceCall[] {
    const base = origins.find((url) => isBelow(url, call));
    if (!base || !(found || this.#serviceId(call) !== undefined)) return this.#skip();
    const basePath = base.pathname.replace(/\/$/, '');
    const isWithin = found !== null && `${found.prefix}/`.startsWith(`${basePath}/`);
    return [this.#toCall(call, isWithin ? found : null, isWithin ? found.prefix : basePath)];
  }

  #takeEvidence(call: RecordedCall, found: FoundPath): ServiceCall[] {
    if (this.#origin !== null && this.#origin !== call.origin)
      throw new RecordingError(
        `${this.#origin} and ${call.origin} both look like the service; say with --origin which one is meant, or ` +
          'repeat it for both',
      );
    const released = this.#origin === null ? this.#release(call.origin) : [];
    this.#origin = call.origin;
    const prefix = this.#prefixes.get(found.area) ?? found.prefix;
    if (prefix !== found.prefix && call.response?.status === 200)
      throw new RecordingError(
        `${call.origin}${prefix} and ${call.origin}${found.prefix} both look like the service; say with --origin ` +
          'which one is meant, or repeat it for both',
      );
    this.#prefixes.set(found.area, prefix);
    const before = released.flatMap((one) =>
      this.#takeOther(one, this.#options.findPath(one.method, pathOf(one.target))),
    );
    return [...before, ...this.#takeOther(call, found)];
  }

  /** A call to the origin of the service: its own if the path is, or if it names a profile. */
  #takeOther(call: RecordedCall, found: FoundPath | null): ServiceCall[] {
    const [anyPrefix = ''] = this.#prefixes.values();
    const prefix = found ? (this.#prefixes.get(found.area) ?? anyPrefix) : anyPrefix;
    if (found?.operation && found.prefix === prefix) return [this.#toCall(call, found, prefix)];
    return this.#serviceId(call) === undefined ? this.#skip() : [this.#toCall(call, null, prefix)];
  }

  #keepBack(call: RecordedCall, found: FoundPath | null): ServiceCall[] {
    if (!found?.operation && this.#serviceId(call) === undefined) return this.#skip();
    if (found?.area === 'flights' && this.#maybe.size < MOST_NAMED) this.#maybe.add(call.origin);
    this.#kept.push(call);
    this.#weight += weightOf(call);
    while (this.#kept.length > MOST_KEPT || this.#weight > MOST_WEIGHT) {
      const dropped = this.#kept.shift();
      if (!dropped) break;
      this.#weight -= weightOf(dropped);
      this.#skipped++;
    }
    return [];
  }

  #release(origin: string): RecordedCall[] {
    const kept = this.#kept;
    this.#kept = [];
    const own = kept.filter((call) => call.origin === origin);
    this.#skipped += kept.length - own.length;
    return own;
  }

  #skip(): [] {
    this.#skipped++;
    return [];
  }

  #toCall(call: RecordedCall, found: FoundPath | null, prefix: string): ServiceCall {
    const { target } = call;
    return {
      profile: call.profile ?? profileOf(this.#serviceId(call)),
      weight: weightOf(call),
      isRough: call.isRough === true,
      exchange: new ObservedExchange({
        id: call.id,
        began: call.began,
        ended: call.ended,
        at: call.at,
        method: call.method,
        operation: found?.operation ?? null,
        parameters: found?.parameters ?? {},
        target: target.startsWith(prefix) ? target.slice(prefix.length) : target,
        requestHeaders: asDocumented(call.headers, this.#options.serviceIdHeader),
        requestBody: call.requestBody,
        response: call.response,
        ...(call.bytes !== undefined && { bytes: call.bytes }),
      }),
    };
  }

  #serviceId({ headers }: RecordedCall): string | undefined {
    return headerOf(headers, this.#options.serviceIdHeader);
  }
}

/** The header that binds a request to a profile, under the name that the document has for it. */
function asDocumented(headers: readonly string[], serviceIdHeader: string): readonly string[] {
  if (serviceIdHeader === 'x-service-id') return headers;
  return headers.map((part, i) => (i % 2 === 0 && part.toLowerCase() === serviceIdHeader ? 'X-Service-Id' : part));
}

/** Whether the service has nothing at this address: it shows nothing of where the service is. */
function isNowhere({ response }: RecordedCall): boolean {
  return response?.status === 404 || response?.status === 405;
}

/** What a browser asks by itself before a call to another origin. */
function isPreflight({ method, headers }: RecordedCall): boolean {
  return method === 'OPTIONS' && headerOf(headers, 'access-control-request-method') !== undefined;
}

function isBelow(base: URL, { origin, target }: RecordedCall): boolean {
  const path = base.pathname.replace(/\/$/, '');
  return origin === base.origin && `${pathOf(target)}/`.startsWith(`${path}/`);
}

/** `pk_a:dp_b` → `dp_b`; a public key alone stands for its profile. */
export function profileOf(serviceId: string | undefined): string {
  const [publicKey = '', profile = ''] = (serviceId ?? '').trim().split(':');
  return (profile || publicKey || 'unknown').slice(0, LONGEST_NAME);
}

function pathOf(target: string): string {
  const queryAt = target.indexOf('?');
  return queryAt === -1 ? target : target.slice(0, queryAt);
}

function weightOf({ requestBody, response }: RecordedCall): number {
  return lengthOf(requestBody) + (response ? lengthOf(response.body) : 0);
}

function lengthOf(body: ObservedBody): number {
  return typeof body === 'object' && 'text' in body ? body.text.length : 0;
}

/** Calls that wait for the service to be found, and their characters. */
const MOST_KEPT = 200;
const MOST_WEIGHT = 16 * 2 ** 20;
const MOST_NAMED = 10;
const LONGEST_NAME = 100;
