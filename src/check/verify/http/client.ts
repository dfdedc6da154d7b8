import { isUtf8 } from 'node:buffer';
import PQueue from 'p-queue';
import { systemClock } from '../../../base/clock.ts';
import { reasonOf } from '../../../base/no-response.ts';
import { propertyOf } from '../../../base/values/property.ts';
import { readRetryAfter } from '../../../base/values/retry-after.ts';
import type { Header, Message } from '../../../exchange/exchange.ts';
import { headerOf } from '../../../exchange/exchange.ts';
import { Redaction } from '../../../exchange/redaction.ts';
import type { OperationId } from '../../../interface/api.ts';
import type { Spec } from '../../../interface/openapi/load-spec.ts';
import type { SpecOperation } from '../../../interface/openapi/operations.ts';
import { listOperations } from '../../../interface/openapi/operations.ts';
import type { KeyPair, Target } from '../probe/target.ts';
import { PreconditionNotMet, TargetUnreachable } from '../verdict.ts';
import type { CheckedExchange } from './exchange.ts';
import { readJson } from './read-json.ts';
import type { IncomingResponse, OutgoingRequest } from './request.ts';
import { request } from './request.ts';

/**
 * A call's content. Sends the target's profile key pair by default, and none for null. Omits a header with null. `text`
 * is the body as sent, `body` is serialized as JSON, with `padding` spaces after it.
 */
export interface CallOptions {
  keys?: KeyPair | null;
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string | null>>;
  body?: unknown;
  text?: string;
  padding?: number;
  /** True for a call that a stop does not cancel once it was sent, because the run removes its result. */
  outlastsStop?: boolean;
}

/** Calls with effects outside the service. The client refuses them if checks must not book. */
export const bookingCalls: readonly OperationId[] = [
  'createFlightOrder',
  'bookTransfer',
  'confirmReservationChange',
  'cancelReservation',
];

/**
 * Makes a run's calls, within the target's limits for concurrency and rate. Makes no bookings if none are allowed. A
 * rate limit (429) is no verdict on a call: the whole queue waits, and the call is made again.
 */
export class Client {
  readonly #target: Target;
  readonly #operations: ReadonlyMap<OperationId, SpecOperation & { transfers: boolean }>;
  readonly #queue: PQueue;
  readonly #redaction = new Redaction(SHOWN_END);
  #turnedLive = false;
  #stopping = new AbortController();
  /** Consecutive calls without a response. */
  #withoutResponse = 0;
  /** Numbers of calls and ended calls so far. */
  calls = 0;
  readonly exchanges: CheckedExchange[] = [];
  /** Number of 429 responses so far, and pauses since the latest other response. */
  limited = 0;
  #pauses = 0;
  #resumeTimer: NodeJS.Timeout | undefined;
  /** Called for each 429 response. */
  onLimited: (exchange: CheckedExchange) => void = () => undefined;

  constructor(target: Target, spec: Spec) {
    this.#target = target;
    this.#operations = new Map(
      listOperations(spec).map((operation) => [
        operation.operationId,
        { ...operation, transfers: !operation.path.startsWith('/v1/flights') },
      ]),
    );
    this.#queue = new PQueue({
      concurrency: target.concurrency,
      ...(target.rate !== null && { interval: 1000 / target.rate, intervalCap: 1 }),
    });
    for (const keys of [target.keys, target.otherKeys]) if (keys) this.#redaction.add(keys.secretKey);
  }

  /**
   * Calls a service operation. Throws TargetUnreachable if no response comes, PreconditionNotMet for a forbidden
   * booking.
   */
  async call(operationId: OperationId, options: CallOptions = {}): Promise<CheckedExchange> {
    if (bookingCalls.includes(operationId)) this.#refuseBooking(operationId);
    const operation = this.#operations.get(operationId);
    if (!operation) throw new Error(`openapi.yaml has no operation ${operationId}`);
    const { method, path, transfers } = operation;
    const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(options.path?.[name])));
    const url = new URL((transfers ? this.#target.transfersUrl : this.#target.flightsUrl) + place);
    const exchange = await this.send(operationId, method.toUpperCase(), url, options);
    this.#watchLiveMode(exchange);
    return exchange;
  }

  /** Calls any address. Throws TargetUnreachable if no response comes, or if a rate limit never ends. */
  async send(
    operationId: OperationId | null,
    method: string,
    url: URL,
    {
      keys = this.#target.keys,
      query = {},
      headers = {},
      body,
      text: raw,
      padding = 0,
      outlastsStop = false,
    }: CallOptions = {},
  ): Promise<CheckedExchange> {
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    if (keys) this.#redaction.add(keys.secretKey);
    const payload = raw ?? (body === undefined ? null : JSON.stringify(body) + ' '.repeat(padding));
    const sent = present({
      ...(keys && this.#credentialHeaders(keys)),
      ...(payload !== null && { 'Content-Type': 'application/json' }),
      ...headers,
    });
    const make = async () => {
      if (this.#stopping.signal.aborted) throw new TargetUnreachable('the run was stopped');
      if (this.#withoutResponse >= MAX_WITHOUT_RESPONSE)
        throw new TargetUnreachable(
          `no longer called, after ${MAX_WITHOUT_RESPONSE} successive calls without a response`,
        );
      this.calls++;
      const startedAt = systemClock.now();
      const sequence = this.calls;
      const {
        status,
        headers: received,
        bytes,
        fault,
      } = await this.#request({ method, url, headers: sent, payload }, outlastsStop);
      // Redacts before parsing, because reports quote from the body.
      const response = this.#redact(received, bytes);
      const exchange: CheckedExchange = {
        exchangeId: `call ${sequence}`,
        ...{ sequence, at: startedAt, realTime: startedAt, durationMs: systemClock.now() - startedAt, overlapped: 0 },
        ...{ operationId, method, server: url.origin, path: this.#redaction.redact(url.pathname + url.search), status },
        ...{ ending: 'answered', scenario: null, scenarioFrom: null },
        request: this.#redact(sent, payload === null ? null : Buffer.from(payload)),
        response,
        ...(response.encoding === 'utf-8'
          ? readJson(response.body?.replace(/^\uFEFF/, '') ?? '')
          : { value: undefined, fault: '' }),
        ...(fault !== '' && { fault }),
      };
      this.exchanges.push(exchange);
      return exchange;
    };
    for (let held = 0; ; held++) {
      // A call that was held comes before the others, so that it does not lose every round.
      const exchange = await this.#queue.add(make, { priority: held });
      if (exchange.status !== TOO_MANY) {
        this.#pauses = 0;
        return exchange;
      }
      if (held >= MOST_HELD || this.#pauses >= MOST_PAUSES)
        throw new TargetUnreachable(
          `the rate limit of the target never lets up: 429 to ${method} ${url.pathname} after ${held + 1} attempts; ` +
            '--rate and --concurrency slow the run down',
        );
      this.#pause(exchange);
    }
  }

  /** Lets every call wait for as long as a 429 response requests, or else one second, two and so on, within bounds. */
  #pause(exchange: CheckedExchange): void {
    const { headers } = exchange.response;
    this.limited++;
    const asked = readRetryAfter(headerOf(headers, 'retry-after'), Date.parse(headerOf(headers, 'date') ?? ''));
    const growth = 2 ** this.#pauses;
    const pauseMs = Math.min(Math.max(asked ?? SECOND * growth, SHORTEST_PAUSE_MS * growth), LONGEST_PAUSE_MS);
    this.onLimited(exchange);
    // Calls already sent hit the same limit.
    if (this.#queue.isPaused) return;
    this.#pauses++;
    this.#queue.pause();
    this.#resumeTimer = setTimeout(() => this.#queue.start(), pauseMs);
  }

  /** Signal, aborted while the run is stopped. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Cancels current calls, except those that outlast it, and refuses others, until `resume`. */
  stop(): void {
    this.#stopping.abort();
    clearTimeout(this.#resumeTimer);
    this.#queue.start();
  }

  resume(): void {
    if (this.#stopping.signal.aborted) this.#stopping = new AbortController();
  }

  #refuseBooking(operationId: OperationId): void {
    if (!this.#target.mayBook)
      throw new PreconditionNotMet(
        `${operationId} has effects outside the service, and this run does not allow them; --book allows it`,
      );
    if (this.#turnedLive)
      throw new PreconditionNotMet(
        `${operationId} was not called: the target returned liveMode false at first, and true later`,
      );
  }

  async #request(outgoing: OutgoingRequest, outlastsStop: boolean): Promise<IncomingResponse> {
    try {
      const limit = AbortSignal.timeout(this.#target.timeoutMs);
      const signal = outlastsStop ? limit : AbortSignal.any([limit, this.#stopping.signal]);
      const response = await request(outgoing, signal);
      this.#withoutResponse = 0;
      return response;
    } catch (error) {
      this.#withoutResponse++;
      const { origin, pathname } = outgoing.url;
      throw new TargetUnreachable(
        this.#redaction.redact(`${outgoing.method} ${origin}${pathname} got no response: ${missingOf(error)}`),
      );
    }
  }

  #credentialHeaders({ secretKey, publicKey, profileCode }: KeyPair): Record<string, string> {
    return { Authorization: `Bearer ${secretKey}`, [this.#target.serviceIdHeader]: `${publicKey}:${profileCode}` };
  }

  #redact(headers: readonly Header[], bytes: Buffer | null): Message {
    return {
      headers: headers.map(([name, value]): Header => [name, this.#redaction.redact(value)]),
      ...(bytes === null || isUtf8(bytes)
        ? { body: bytes && this.#redaction.redact(decoder.decode(bytes)), encoding: 'utf-8' }
        : { body: bytes.toString('base64'), encoding: 'base64' }),
      ...{ bodyBytes: bytes?.length ?? 0, cut: false },
    };
  }

  /** Stops bookings once a target with liveMode false returns true. */
  #watchLiveMode({ value }: CheckedExchange): void {
    if (!this.#target.liveMode && propertyOf(value, 'liveMode') === true) this.#turnedLive = true;
  }
}

/** Keeps a byte order mark: strict clients stop at it. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const TOO_MANY = 429;
const SECOND = 1000;
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 60 * SECOND;
/** Limits for the attempts at one call, and for consecutive pauses without a response other than 429. */
const MOST_HELD = 30;
const MOST_PAUSES = 5;

/** Length of the visible key end. It distinguishes a run's keys in the report. */
const SHOWN_END = 4;
/** Without this limit, an unreachable target would delay the run by one timeout for each call. */
const MAX_WITHOUT_RESPONSE = 20;

function present(headers: Record<string, string | null>): Header[] {
  const last = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }]));
  return [...last.values()].flatMap(({ name, value }): Header[] => (value === null ? [] : [[name, value]]));
}

function missingOf(error: unknown): string {
  return propertyOf(error, 'name') === 'TimeoutError'
    ? 'it took too long (--timeout raises the limit)'
    : reasonOf(error, 'name the file of its authority in NODE_EXTRA_CA_CERTS');
}
