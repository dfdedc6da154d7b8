import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { request as startRequest } from 'node:http';
import type { Clock } from '../../../src/base/clock.ts';
import { stopwatch } from '../../../src/base/stopwatch.ts';
import type { ObservedResponse } from '../../../src/check/judge/judged-exchange.ts';
import { JudgedExchange } from '../../../src/check/judge/judged-exchange.ts';
import { createFindPath } from '../../../src/check/judge/recording/find-path.ts';
import type { KeyPair } from '../../../src/index.ts';
import { loadSpec } from '../../../src/interface/openapi/load-spec.ts';
import type { Received, WireRequest } from '../steps.ts';

/** Sends requests, and records each with what came back, as the client sees it. */
export class Recorder {
  /** In the order in which they ended. */
  readonly exchanges: Recorded[] = [];
  readonly #options: RecorderOptions;
  #count = 0;
  #requests = 0;
  readonly #elapsed = stopwatch();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Null where the response got lost, or cannot be read. */
  async transmit(request: WireRequest): Promise<Received | null> {
    const began = this.#count++;
    const beganMs = this.#elapsed();
    const id = `x${++this.#requests}`;
    const at = this.#options.clock.now();
    const { method, target, headers } = request;
    const sent = start(this.#options, request);
    const response = await receive(sent, request.body, this.#options.timeoutMs);
    const exchange = new JudgedExchange({
      id,
      began,
      ended: this.#count++,
      at,
      ...recognise(method, target.replace(/\?.*/, '')),
      method,
      target,
      requestHeaders: Object.entries(headers).flat(),
      requestBody: request.body === undefined ? 'none' : { text: request.body },
      response,
    });
    this.exchanges.push({
      profile: profileOf(headers, this.#options.profiles),
      exchange,
      request,
      response,
      beganMs,
      endedMs: this.#elapsed(),
    });
    return response && readable(response);
  }
}

/** An exchange, and the profile whose client it belongs to. */
export interface Recorded {
  profile: string;
  exchange: JudgedExchange;
  request: WireRequest;
  response: Response | null;
  /** Real time since the recorder was made. */
  beganMs: number;
  endedMs: number;
}

export interface RecorderOptions {
  baseUrl: string;
  /** Key pairs that the client may use; the first one is its own. */
  profiles: readonly [KeyPair, ...KeyPair[]];
  agent: Agent;
  /** The clock of the service. */
  clock: Clock;
  /** The client's wait for a response, in real time. */
  timeoutMs: number;
}

type Response = ObservedResponse & { requestId: string | undefined };

/** The profile that the public key names; otherwise the client's own. */
function profileOf(headers: Record<string, string>, profiles: RecorderOptions['profiles']): string {
  const [publicKey] = (headers['x-service-id'] ?? '').split(':', 1);
  return (profiles.find((keys) => keys.publicKey === publicKey) ?? profiles[0]).profileCode;
}

function start({ baseUrl, agent }: RecorderOptions, { method, target, headers, body }: WireRequest): ClientRequest {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return startRequest(baseUrl + target, { agent, method, headers: { ...headers, ...length } });
}

function receive(sent: ClientRequest, body: string | undefined, timeoutMs: number): Promise<Response | null> {
  return new Promise((resolve) => {
    const timeout = startTimeout(timeoutMs, () => sent.destroy());
    const settle = (response: Response | null) => {
      clearInterval(timeout);
      resolve(response);
    };
    sent.on('error', () => settle(null));
    sent.on('response', (incoming) => {
      arrivals++;
      void readBody(incoming).then(settle);
    });
    sent.end(body);
  });
}

/**
 * Gives up when nothing has arrived anywhere for this time, not by the clock alone: sandboxes and clients share one
 * process, and on a slow machine a client with a stopwatch would leave before it sees a response that is there.
 */
function startTimeout(ms: number, expire: () => void): NodeJS.Timeout {
  let seen = arrivals;
  let ticks = 0;
  return setInterval(() => {
    ticks = seen === arrivals ? ticks + 1 : 0;
    seen = arrivals;
    if (ticks * TICK_MS >= ms) expire();
  }, TICK_MS);
}

async function readBody(incoming: IncomingMessage): Promise<Response> {
  const status = incoming.statusCode ?? 0;
  const { 'retry-after': retryAfter, 'x-request-id': id } = incoming.headers;
  const requestId = id?.toString();
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    return { status, body: { text: Buffer.concat(chunks).toString() }, retryAfter, requestId };
  } catch {
    return { status, body: 'unreadable', requestId };
  }
}

/** A success has to be JSON; of an error, the status says enough. */
function readable({ status, body, retryAfter }: Response): Received | null {
  if (typeof body === 'string' || !('text' in body)) return null;
  try {
    return { status, body: JSON.parse(body.text), retryAfter };
  } catch {
    return status >= 400 ? { status, body: body.text, retryAfter } : null;
  }
}

/** Responses to every client of this process. */
let arrivals = 0;
const TICK_MS = 10;
const findPath = createFindPath(await loadSpec());

/** The operation of a path below the base URL. */
function recognise(method: string, path: string) {
  const found = findPath(method, path);
  return found?.prefix === '' ? found : { operation: null, parameters: {} };
}
