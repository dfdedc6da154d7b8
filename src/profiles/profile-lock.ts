/**
 * A lock for each profile. Requests of a profile run together (`read`); a replacement of its whole state runs alone
 * (`write`), once the running requests have ended. Requests that arrive meanwhile wait.
 */
export class ProfileLock {
  readonly #locks = new Map<string, Lock>();
  #generation = 0;
  #sweepAt = LOCKS_KEPT;

  /** Counts the writes of all profiles: what was read of a profile may have changed when this has. */
  get generation(): number {
    return this.#generation;
  }

  async read<T>(profileCode: string, work: () => Promise<T>): Promise<T> {
    const lock = this.#lockOf(profileCode);
    lock.waiting += 1;
    while (lock.writing) await lock.writing;
    lock.waiting -= 1;
    lock.readers += 1;
    try {
      return await work();
    } finally {
      lock.readers -= 1;
      if (lock.readers === 0) lock.empty?.();
    }
  }

  async write<T>(profileCode: string, work: () => Promise<T>): Promise<T> {
    const lock = this.#lockOf(profileCode);
    lock.waiting += 1;
    while (lock.writing) await lock.writing;
    lock.waiting -= 1;
    const { promise, resolve: open } = Promise.withResolvers<void>();
    lock.writing = promise;
    try {
      if (lock.readers > 0)
        await new Promise<void>((resolve) => {
          lock.empty = resolve;
        });
      // A request that has just ended still records its exchange in the journal.
      await new Promise((resolve) => setImmediate(resolve));
      return await work();
    } finally {
      this.#generation += 1;
      lock.writing = null;
      lock.empty = null;
      open();
    }
  }

  #lockOf(profileCode: string): Lock {
    let lock = this.#locks.get(profileCode);
    if (!lock) {
      if (this.#locks.size >= this.#sweepAt) this.#sweep();
      lock = { readers: 0, waiting: 0, writing: null, empty: null };
      this.#locks.set(profileCode, lock);
    }
    return lock;
  }

  /** Removes the locks that are not in use: their profiles may have been removed long ago. */
  #sweep(): void {
    for (const [code, { readers, waiting, writing }] of this.#locks)
      if (readers === 0 && waiting === 0 && !writing) this.#locks.delete(code);
    this.#sweepAt = Math.max(LOCKS_KEPT, 2 * this.#locks.size);
  }
}

interface Lock {
  readers: number;
  /** How many wait until the write has ended. */
  waiting: number;
  /** Resolved when the write that runs, or waits to run, has ended. */
  writing: Promise<void> | null;
  /** Called when the last reader has ended. */
  empty: (() => void) | null;
}

const LOCKS_KEPT = 2000;
