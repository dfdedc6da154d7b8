import type { Response } from 'express';

/** Writes server-sent events, with a comment as heartbeat while the client reads. */
export class EventWriter {
  readonly #res: Response;
  readonly #heartbeat: NodeJS.Timeout;
  #resume = (): void => undefined;
  #open = true;

  constructor(res: Response) {
    this.#res = res;
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    res.write(`retry: ${RETRY_MS}\n\n`);
    this.#heartbeat = setInterval(() => {
      if (!res.destroyed && !res.writableNeedDrain) res.write(': still there\n\n');
    }, HEARTBEAT_MS).unref();
  }

  get isOpen(): boolean {
    return this.#open;
  }

  write(event: string, body: object, id?: number): void {
    if (this.#res.destroyed) return;
    this.#res.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(body)}\n\n`);
  }

  /** Resolves once the client has read enough for further writes, or once the writer is stopped. */
  async drained(): Promise<void> {
    if (!this.#open || !this.#res.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
      this.#res.once('drain', resolve);
    });
  }

  /** Stops writing without ending the response. */
  stop(): void {
    this.#open = false;
    clearInterval(this.#heartbeat);
    this.#resume();
  }

  /**
   * Ends the response. If a client has stopped reading, its connection is destroyed: it would keep the sandbox from
   * closing.
   */
  end(): void {
    this.stop();
    if (this.#res.writableNeedDrain) this.#res.destroy();
    else this.#res.end();
  }
}

const RETRY_MS = 1000;
const HEARTBEAT_MS = 15_000;
