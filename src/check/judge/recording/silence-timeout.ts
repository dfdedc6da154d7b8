import { RecordingError } from '../../../exchange/recording-reader.ts';

/** Waits for what a server sends: after some seconds it says so, and after a minute without a byte it ends. */
export class SilenceTimeout {
  readonly #controller = new AbortController();
  readonly #notify: () => void;
  readonly #notifyAfterMs: number;
  readonly #timeoutMs: number;

  constructor(notify: () => void, notifyAfterMs = 5000, timeoutMs = 60_000) {
    this.#notify = notify;
    this.#notifyAfterMs = notifyAfterMs;
    this.#timeoutMs = timeoutMs;
  }

  /** Ends the request that is waited for. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async wait<Value>(value: Promise<Value>): Promise<Value> {
    const notify = setTimeout(this.#notify, this.#notifyAfterMs);
    const abort = setTimeout(() => this.#controller.abort(this.#nothing()), this.#timeoutMs);
    try {
      return await value;
    } finally {
      clearTimeout(notify);
      clearTimeout(abort);
    }
  }

  async *each<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    const reader = pieces[Symbol.asyncIterator]();
    try {
      for (let next = await this.wait(reader.next()); !next.done; next = await this.wait(reader.next()))
        yield next.value;
    } finally {
      await reader.return?.();
    }
  }

  #nothing(): RecordingError {
    return new RecordingError(
      `it sent nothing for ${this.#timeoutMs / 1000} seconds; look into its log, and whether the port is its own`,
    );
  }
}
