import type { Exchange } from '../../../exchange/exchange.ts';
import { headerOf, isOfPage } from '../../../exchange/exchange.ts';
import { RecordingError } from '../../../exchange/recording-reader.ts';
import type { ClockDifference } from '../../../exchange/service-clock.ts';
import type { Observation } from '../judged-exchange.ts';
import { JudgedExchange, observe, responseOf } from '../judged-exchange.ts';
import type { FindPath, FoundPath } from './find-path.ts';

/** A call to the service, with its profile. */
export interface ServiceCall {
  profile: string;
  exchange: JudgedExchange;
  /** The call in its source. */
  call: Exchange;
  /** The difference between the clocks of service and recorder; null if `at` needs none. */
  clock: ClockDifference | null;
  /** Possible error of its instants in milliseconds; null if they are exact. */
  roughMs: number | null;
  /** True if a sandbox page sent it. */
  isOfPage: boolean;
  /** False if its source marks the credentials as invalid. */
  isAuthenticated: boolean;
  /** Approximate count in stored characters. */
  weight: number;
}

/** The recorder's data on an exchange in memory: `response` if its value is already known. */
export type Held = Pick<Observation, 'bytes'> & Partial<Pick<Observation, 'response'>>;

export interface FinderOptions {
  findPath: FindPath;
  /** In lower case. */
  serviceIdHeader: string;
  /** The service's base URLs; empty to find it. */
  origins: readonly URL[];
}

/**
 * Finds the calls to the service in a recording. The service is the origin with a documented path and the profile
 * header in one call. Earlier calls wait until the origin is known.
 */
export class ServiceFinder {
  readonly #options: FinderOptions;
  readonly #prefixes = new Map<string, string>();
  #origin: string | null = null;
  #kept: Exchange[] = [];
  #weight = 0;
  /** Origins with a documented path, but without the header. */
  readonly #maybe = new Set<string>();
  /** Base URLs named in calls. */
  readonly #named = new Map<string, URL>();
  #skipped = 0;

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  /** Calls to other servers. */
  get skipped(): number {
    return this.#skipped + this.#kept.length;
  }

  /** Found service origins, with their path prefix. */
  get found(): string[] {
    if (this.#options.origins.length > 0) return this.#options.origins.map(({ href }) => href.replace(/\/$/, ''));
    const prefixes = new Set(this.#prefixes.values());
    return [...this.#named.keys(), ...[...prefixes].map((prefix) => `${this.#origin ?? ''}${prefix}`)];
  }

  /** Possible service origins, if no call names a profile. */
  get candidates(): string[] {
    return [...this.#maybe];
  }

  /**
   * Returns the calls to the service, as known from this call on, oldest first. Throws RecordingError for two services.
   */
  take(call: Exchange, held?: Held): ServiceCall[] {
    const path = pathOf(call.path);
    // A sandbox knows its addresses. Another address may end like a documented path.
    const isUnknown = call.authenticated !== undefined && call.operationId === null;
    const found = isUnknown ? null : this.#options.findPath(call.method, path);
    // A journal contains only calls to the service.
    if (call.server === undefined)
      return [this.#toCall(call, found?.operation ? found : null, found?.prefix ?? '', held)];
    if (isPreflight(call)) return this.#skip();
    const { origins } = this.#options;
    if (origins.length > 0) return this.#takeGiven(call, found, origins, held);
    if (call.base !== undefined) return this.#takeGiven(call, found, [this.#baseOf(call.base)], held);
    if (isRedirected(call)) return this.#skip();
    if (found?.operation && this.#serviceId(call) !== undefined && !isNowhere(call))
      return this.#takeEvidence(call, call.server, found);
    if (this.#origin === null) return this.#keepBack(call, call.server, found);
    return call.server === this.#origin ? this.#takeOther(call, found) : this.#skip();
  }

  #baseOf(text: string): URL {
    const known = this.#named.get(text);
    if (known) return known;
    const url = URL.parse(text);
    if (!url) throw new RecordingError(`"${text.slice(0, 100)}" is in place of the base URL of the service`);
    if (this.#named.size < MOST_NAMED) this.#named.set(text, url);
    return url;
  }

  #takeGiven(call: Exchange, found: FoundPath | null, origins: readonly URL[], held?: Held): ServiceCall[] {
    const base = origins.find((url) => isBelow(url, call));
    if (!base || !(found || this.#serviceId(call) !== undefined)) return this.#skip();
    const basePath = base.pathname.replace(/\/$/, '');
    const isWithin = found !== null && `${found.prefix}/`.startsWith(`${basePath}/`);
    return [this.#toCall(call, isWithin ? found : null, isWithin ? found.prefix : basePath, held)];
  }

  #takeEvidence(call: Exchange, origin: string, found: FoundPath): ServiceCall[] {
    if (this.#origin !== null && this.#origin !== origin)
      throw new RecordingError(
        `${this.#origin} and ${origin} both look like the service; select one with --origin, or repeat it for both`,
      );
    const released = this.#origin === null ? this.#release(origin) : [];
    this.#origin = origin;
    const prefix = this.#prefixes.get(found.area) ?? found.prefix;
    if (prefix !== found.prefix && responseOf(call)?.status === 200)
      throw new RecordingError(
        `${origin}${prefix} and ${origin}${found.prefix} both look like the service; select one with --origin, ` +
          'or repeat it for both',
      );
    this.#prefixes.set(found.area, prefix);
    const before = released.flatMap((one) =>
      this.#takeOther(one, this.#options.findPath(one.method, pathOf(one.path))),
    );
    return [...before, ...this.#takeOther(call, found)];
  }

  /** Takes a call to the service origin. It is a call to the service if it has a documented path or names a profile. */
  #takeOther(call: Exchange, found: FoundPath | null): ServiceCall[] {
    const [anyPrefix = ''] = this.#prefixes.values();
    const prefix = found ? (this.#prefixes.get(found.area) ?? anyPrefix) : anyPrefix;
    if (found?.operation && found.prefix === prefix) return [this.#toCall(call, found, prefix)];
    return this.#serviceId(call) === undefined ? this.#skip() : [this.#toCall(call, null, prefix)];
  }

  #keepBack(call: Exchange, origin: string, found: FoundPath | null): ServiceCall[] {
    if (!found?.operation && this.#serviceId(call) === undefined) return this.#skip();
    if (found?.area === 'flights' && this.#maybe.size < MOST_NAMED) this.#maybe.add(origin);
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

  #release(origin: string): Exchange[] {
    const kept = this.#kept;
    this.#kept = [];
    const own = kept.filter((call) => call.server === origin);
    this.#skipped += kept.length - own.length;
    return own;
  }

  #skip(): [] {
    this.#skipped++;
    return [];
  }

  #toCall(call: Exchange, found: FoundPath | null, prefix: string, held?: Held): ServiceCall {
    const { path, fault } = call;
    if (fault !== undefined)
      throw new RecordingError(`${call.exchangeId} ${fault}, and it is a call to the service; export it again`);
    const target = path.startsWith(prefix) ? path.slice(prefix.length) : path;
    const profile = call.profileCode ?? profileOf(this.#serviceId(call));
    return toServiceCall({ ...call, path: target }, profile, found, this.#options.serviceIdHeader, held);
  }

  #serviceId({ request }: Exchange): string | undefined {
    return headerOf(request.headers, this.#options.serviceIdHeader);
  }
}

/** Returns a call whose path is below the base URL. `serviceIdHeader`: in lower case. */
export function toServiceCall(
  call: Exchange,
  profile: string,
  found: Pick<FoundPath, 'operation' | 'parameters'> | null,
  serviceIdHeader: string,
  held?: Held,
): ServiceCall {
  return {
    profile,
    call,
    clock: null,
    weight: weightOf(call),
    roughMs: roughMsOf(call),
    isOfPage: isOfPage(call),
    isAuthenticated: call.authenticated !== false,
    exchange: new JudgedExchange({
      ...observe(call),
      operation: found?.operation ?? null,
      parameters: found?.parameters ?? {},
      target: call.path,
      requestHeaders: asDocumented(call.request.headers.flat(), serviceIdHeader),
      ...held,
    }),
  };
}

/** An immediate repeat comes sooner than tools can measure. A hedged request comes later than clocks can differ. */
function roughMsOf({ isRough = false, isForeign = false }: Exchange): number | null {
  if (!isRough) return null;
  return isForeign ? TOOLS_MS : CLOCKS_MS;
}

const TOOLS_MS = 100;
const CLOCKS_MS = 2;

/** Returns the headers with the profile header under its documented name. */
function asDocumented(headers: readonly string[], serviceIdHeader: string): readonly string[] {
  if (serviceIdHeader === 'x-service-id') return headers;
  return headers.map((part, i) => (i % 2 === 0 && part.toLowerCase() === serviceIdHeader ? 'X-Service-Id' : part));
}

/** True if the service has nothing at this address. Such a call does not help to find the service. */
function isNowhere(call: Exchange): boolean {
  const status = responseOf(call)?.status;
  return status === 404 || status === 405;
}

/** True for a browser's preflight request to another origin. */
function isPreflight({ method, request }: Exchange): boolean {
  return method === 'OPTIONS' && headerOf(request.headers, 'access-control-request-method') !== undefined;
}

/** True if another call follows, to the service's address: a search for that address passes over this one. */
function isRedirected({ status, response }: Exchange): boolean {
  const isRedirect = status !== null && status >= 300 && status < 400;
  return isRedirect && headerOf(response?.headers ?? [], 'location') !== undefined;
}

function isBelow(base: URL, { server, path: target }: Exchange): boolean {
  const path = base.pathname.replace(/\/$/, '');
  return server === base.origin && `${pathOf(target)}/`.startsWith(`${path}/`);
}

/** `pk_a:dp_b` → `dp_b`; a public key alone identifies its profile. */
export function profileOf(serviceId: string | undefined): string {
  const [publicKey = '', profile = ''] = (serviceId ?? '').trim().split(':');
  return (profile || publicKey || 'unknown').slice(0, LONGEST_NAME);
}

function pathOf(target: string): string {
  const queryAt = target.indexOf('?');
  return queryAt === -1 ? target : target.slice(0, queryAt);
}

function weightOf({ request, response }: Exchange): number {
  return (request.body?.length ?? 0) + (response?.body?.length ?? 0);
}

/** Limits for waiting calls until the service is found, and for their characters. */
const MOST_KEPT = 200;
const MOST_WEIGHT = 16 * 2 ** 20;
const MOST_NAMED = 10;
const LONGEST_NAME = 100;
