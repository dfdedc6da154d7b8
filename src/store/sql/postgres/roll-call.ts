import { isRecord } from '../../../base/values/kinds.ts';
import type { Question } from '../../store.ts';

export interface RollCallOptions {
  /** Sends a text to the other processes. Resolves with the process count, this one included; 0 if it was not sent. */
  send(this: void, text: string): Promise<number>;
  /** Unique among the processes. */
  name(this: void): string | number;
}

/** Asks the other processes to finish some work, and waits until they have. */
export class RollCall {
  readonly #options: RollCallOptions;
  readonly #waiting = new Map<string, { done: number; expected: number; resolve: () => void }>();
  #count = 0;
  #work: (question: Question) => Promise<boolean> = () => Promise.resolve(true);

  constructor(options: RollCallOptions) {
    this.#options = options;
  }

  /** Sets this process's work when another one asks. It resolves to false if not done, and never rejects. */
  onAsked(work: (question: Question) => Promise<boolean>): void {
    this.#work = work;
  }

  /**
   * Resolves to true once every other process has done its work, and to false after a second: one may have ended, be
   * busy, or have an earlier version. Never rejects.
   */
  async ask(question: Question): Promise<boolean> {
    const call = `${this.#options.name()}-${++this.#count}`;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { done: 0, expected: Infinity, resolve };
    this.#waiting.set(call, waiting);
    const send = async () => {
      waiting.expected = (await this.#options.send(JSON.stringify({ ask: call, question }))) - 1;
      if (waiting.done >= waiting.expected) resolve();
    };
    // A silent connection delays the sending too. Without a connection, the following read fails as well.
    const timer = setTimeout(resolve, MOST_MS);
    send().catch(() => resolve());
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(call);
    return waiting.expected >= 0 && waiting.done >= waiting.expected;
  }

  /** Takes a message from another process. Returns false if it belongs to no roll call. */
  hear(message: unknown): boolean {
    if (!isRecord(message)) return false;
    const { ask, done, question } = message;
    if (typeof ask === 'string') void this.#workFor(ask, readQuestion(question));
    else if (typeof done === 'string') this.#note(done);
    else return false;
    return true;
  }

  async #workFor(call: string, question: Question): Promise<void> {
    // Work that is not confirmed counts as not done.
    if (!(await this.#work(question))) return;
    await this.#options.send(JSON.stringify({ done: call })).catch(() => undefined);
  }

  #note(call: string): void {
    const waiting = this.#waiting.get(call);
    if (waiting && ++waiting.done >= waiting.expected) waiting.resolve();
  }
}

function readQuestion(value: unknown): Question {
  if (!isRecord(value)) return null;
  const { profileCode, until } = value;
  return typeof profileCode === 'string' && typeof until === 'number' ? { profileCode, until } : null;
}

const MOST_MS = 1000;
