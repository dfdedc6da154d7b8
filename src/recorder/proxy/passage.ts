import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { OperationId } from '../../interface/api.ts';
import type { PassedExchange, PassedResponse } from '../recording/capture.ts';
import { Capture } from '../recording/capture.ts';
import type { Traffic } from '../recording/traffic.ts';
import type { RawHeaders } from './headers.ts';

/** One request in progress: its data, and its single end. */
export class Passage {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly operation: OperationId | null;
  /** The target at the upstream, with the headers to send. */
  readonly target: string;
  headers: RawHeaders;
  readonly requestBody: Capture;
  /** Response to the client, and the upstream's response if it differs. */
  seen: PassedResponse | null = null;
  sent: PassedResponse | null = null;
  scenario: PassedExchange['scenario'] = null;
  /** Reason for breaking off, once decided. */
  reason = '';
  upstream: ClientRequest | null = null;
  readonly #traffic: Traffic;
  readonly #began: number;
  readonly #endedBefore: number;
  #isWatched = false;
  #passed: PassedExchange | null = null;
  /** Resolves once it is recorded. */
  readonly recorded: Promise<void>;
  readonly #onRecorded: () => void;

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
    const { promise, resolve } = Promise.withResolvers<void>();
    this.recorded = promise;
    this.#onRecorded = resolve;
    traffic.underway.add(this);
  }

  /** Copies the request body, and starts its flow. */
  watchRequest(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.req.on('data', (piece: Buffer) => this.requestBody.take(piece));
  }

  get method(): string {
    return this.req.method ?? 'GET';
  }

  get isOver(): boolean {
    return this.#passed !== null;
  }

  /** Returns a place for the copy of a response. */
  respond(head: Omit<PassedResponse, 'body'>): PassedResponse {
    return { ...head, body: new Capture(this.#traffic.room) };
  }

  /** Records the exchange, and then sends the end of its response. */
  async finish(last?: Buffer | string): Promise<void> {
    await this.end('answered');
    if (!this.res.destroyed) this.res.end(last);
  }

  /** Records that the response breaks off, and then breaks it off. */
  async breakOff(): Promise<void> {
    await this.end('truncated');
    this.res.destroy();
  }

  /** Marks the client as gone: it has not received the unsent end of a response. */
  leave(): void {
    if (this.#passed?.ending === 'answered')
      Object.assign(this.#passed, { ending: 'client-gone', reason: CLIENT_LEFT });
    else void this.end(this.reason === '' ? 'client-gone' : 'truncated');
    this.upstream?.destroy();
  }

  /** Ends it without the rest of its response. False if it has ended. */
  abandon(): boolean {
    if (this.isOver) return false;
    this.reason = 'the recorder was stopped';
    void this.breakOff();
    this.upstream?.destroy();
    return true;
  }

  /** Ends it once; later calls have no effect. Resolves once it is recorded; never rejects. */
  end(ending: PassedExchange['ending'], reason = this.reason): Promise<void> {
    if (this.isOver) return this.recorded;
    if (!this.req.complete) this.requestBody.drop();
    const { seen, res } = this;
    const isSeen = ending === 'answered' || (ending === 'truncated' && res.headersSent);
    // The client's copy of the response may be incomplete.
    if (ending === 'client-gone') seen?.body.drop();
    if (!isSeen && seen?.isService) this.sent ??= seen;
    else if (!isSeen) seen?.body.release();
    this.#passed = {
      began: this.#began,
      endedBefore: this.#endedBefore,
      method: this.method,
      operation: this.operation,
      target: this.target,
      requestHeaders: this.headers,
      requestBody: this.requestBody,
      seen: isSeen ? seen : null,
      sent: this.sent,
      ending: ending === 'truncated' && !(isSeen && seen) ? 'unreachable' : ending,
      reason: ending === 'client-gone' ? CLIENT_LEFT : reason,
      scenario: this.scenario,
    };
    void this.#traffic.add(this.#passed).then(() => {
      this.#traffic.underway.delete(this);
      this.#onRecorded();
    });
    return this.recorded;
  }
}

const CLIENT_LEFT = 'the client left';
