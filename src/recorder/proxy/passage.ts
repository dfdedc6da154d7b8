import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { OperationId } from '../../interface/api.ts';
import type { PassedExchange, PassedResponse } from '../recording/capture.ts';
import { Capture } from '../recording/capture.ts';
import type { Traffic } from '../recording/traffic.ts';
import type { RawHeaders } from './headers.ts';

/** One request on its way: what is known of it, and its one end. */
export class Passage {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly operation: OperationId | null;
  /** The target at the upstream, and the headers that go there. */
  readonly target: string;
  headers: RawHeaders;
  readonly requestBody: Capture;
  /** What goes to the client, and what the upstream sent in place of it. */
  seen: PassedResponse | null = null;
  sent: PassedResponse | null = null;
  scenario: PassedExchange['scenario'] = null;
  /** Why it breaks off, once something decided that it does. */
  reason = '';
  upstream: ClientRequest | null = null;
  readonly #traffic: Traffic;
  readonly #began: number;
  readonly #endedBefore: number;
  #isWatched = false;
  #hasEnded = false;

  constructor(
    traffic: Traffic,
    req: IncomingMessage,
    res: ServerResponse,
    { operation, target, headers }: Pick<Passage, 'operation' | 'target' | 'headers'>,
  ) {
    this.req = req;
    this.res = res;
    this.operation = operation;
    this.target = target;
    this.headers = headers;
    this.#traffic = traffic;
    this.#began = traffic.stamps.next();
    this.#endedBefore = traffic.ended;
    this.requestBody = new Capture(traffic.room);
    res.once('finish', () => this.end('answered'));
    res.once('close', () => {
      if (!res.writableFinished) this.upstream?.destroy();
      this.end(this.reason === '' ? 'client-gone' : 'truncated');
    });
  }

  /** Keeps a copy of the body of the request. It flows from then on. */
  watchRequest(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.req.on('data', (piece: Buffer) => this.requestBody.take(piece));
  }

  get isOver(): boolean {
    return this.#hasEnded;
  }

  /** A place for the copy of a response. */
  respond(head: Omit<PassedResponse, 'body'>): PassedResponse {
    return { ...head, body: new Capture(this.#traffic.room) };
  }

  /** Ends it once: whatever comes later changes nothing. */
  end(ending: PassedExchange['ending'], reason = this.reason): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (!this.req.complete) this.requestBody.drop();
    const isSeen = ending === 'answered' || ending === 'truncated';
    const { seen } = this;
    if (!isSeen && seen?.isService) this.sent ??= seen;
    else if (!isSeen) seen?.body.release();
    this.#traffic.add({
      began: this.#began,
      ended: this.#traffic.stamps.next(),
      overlapped: this.#traffic.ended - this.#endedBefore,
      method: this.req.method ?? 'GET',
      operation: this.operation,
      target: this.target,
      requestHeaders: this.headers,
      requestBody: this.requestBody,
      seen: isSeen ? seen : null,
      sent: this.sent,
      ending: isSeen && seen === null ? 'unreachable' : ending,
      reason: ending === 'client-gone' ? 'the client left' : reason,
      scenario: this.scenario,
    });
  }
}
