import type { SentStray, SkippedStrays, Stray, StrayStore } from '../store/strays.ts';

/**
 * The latest strays of a store. Their texts are cut, so that they take less than 1 MB. They are written a moment after
 * they were added, some together; every read first writes those that wait. `reportError` gets errors of the store; the
 * strays concerned are lost, and count as dropped.
 */
export class Strays {
  readonly #store: StrayStore;
  readonly #reportError: (error: unknown) => void;
  #waiting: Stray[] = [];
  /** Strays dropped before they were written. */
  #skipped = new Skipped();
  #timer: NodeJS.Timeout | undefined;
  /** Strays to come. */
  readonly #underway = new Set<Promise<void>>();
  /** Resolved once all strays so far are written. */
  #writing = Promise.resolve();
  #open = true;

  constructor(store: StrayStore, reportError: (error: unknown) => void) {
    this.#store = store;
    this.#reportError = reportError;
  }

  add(stray: Stray): void {
    if (!this.#open) return;
    this.#waiting.push(stray);
    if (this.#waiting.length > MAX_STRAYS) this.#skipped.add(this.#waiting.splice(0, 1));
    this.#timer ??= setTimeout(() => void this.#write(), WAIT_MS).unref();
  }

  /** Adds a stray once it is complete. Reads wait for it. The promise never rejects. */
  addLater(stray: Promise<Stray>): void {
    const adding = stray.then((complete) => this.add(complete));
    this.#underway.add(adding);
    void adding.finally(() => this.#underway.delete(adding));
  }

  /** Resolves once all strays so far are in the store. Never rejects. */
  async flush(): Promise<void> {
    await Promise.all(this.#underway);
    await this.#write();
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [strays, skipped] = [this.#waiting, this.#skipped];
    if (strays.length === 0 && skipped.profileCodes.size === 0) return this.#writing;
    [this.#waiting, this.#skipped] = [[], new Skipped()];
    this.#writing = this.#writing
      .then(() => this.#store.add(strays, skipped, MAX_STRAYS))
      .then(() => {
        // Without strays, nothing is stored that would count them.
        if (strays.length === 0) this.#skipped.count += skipped.count;
      })
      .catch((error: unknown) => {
        this.#reportError(error);
        this.#skipped.take(skipped);
        this.#skipped.add(strays);
      });
    return this.#writing;
  }

  /** Writes the waiting strays; it keeps none afterwards. */
  async close(): Promise<void> {
    await Promise.all(this.#underway);
    this.#open = false;
    await this.#write();
  }

  /** Returns the number of strays dropped to make room for later ones. */
  async dropped(): Promise<number> {
    await this.flush();
    return (await this.#store.dropped()) + this.#skipped.count;
  }

  /** Returns the latest, newest first. */
  async latest(limit: number): Promise<Stray[]> {
    await this.flush();
    return this.#store.latest(limit);
  }

  /** See `StrayStore`. */
  async sentBy(profileCode: string | null, after: number): Promise<SentStray[]> {
    await this.flush();
    return this.#store.sentBy(profileCode, after);
  }
}

class Skipped implements SkippedStrays {
  count = 0;
  readonly profileCodes = new Set<string>();

  add(strays: readonly Stray[]): void {
    this.count += strays.length;
    for (const { sender } of strays)
      if (sender && sender.profileCode !== null) this.profileCodes.add(sender.profileCode);
  }

  take({ count, profileCodes }: SkippedStrays): void {
    this.count += count;
    for (const code of profileCodes) this.profileCodes.add(code);
  }
}

const WAIT_MS = 25;

/** Maximum number of kept strays; docs/journal.md states it. */
export const MAX_STRAYS = 200;

/**
 * A call that belongs to no profile, as the control API lists it. Long texts are cut.
 *
 * @example
 * ```ts
 * import { createSandbox } from 'taxiway';
 * import type { StrayCall } from 'taxiway';
 *
 * const sandbox = await createSandbox();
 * const strays: StrayCall[] = await sandbox.strays();
 * for (const { method, path, problem } of strays) console.log(method, path, problem);
 * ```
 */
export interface StrayCall {
  requestId: string;
  /** When it began by the clock of the sandbox, ISO 8601. */
  at: string;
  /** Null if it was not HTTP. */
  method: string | null;
  /** With the query, redacted; null if it was not HTTP. */
  path: string | null;
  /** The two credential headers, redacted; null if they are missing. */
  authorization: string | null;
  serviceId: string | null;
  /** Null if no response began. */
  status: number | null;
  /** Error code; null without one. */
  code: string | null;
  /** Describes the fault in a sentence. */
  problem: string;
  /** The most likely operation; null if none is similar. */
  nearest: { operation: string; operationId: string; method: string; path: string } | null;
}
