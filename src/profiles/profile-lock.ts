/** Profile states that another process has replaced. */
interface Replacements {
  /** True if a profile has a newer state than this process works with. */
  isBehind(this: void, profileCode: string): boolean;
  /** Continues with the newer state. */
  follow(this: void, profileCode: string): Promise<void>;
}

/**
 * A lock for each profile. A profile's requests run together (`read`); replacing its whole state runs alone (`write`),
 * once the running requests have ended. Requests in between wait. A replacement by another process counts as a write as
 * soon as this process learns of it.
 */
export class ProfileLock {
  readonly #locks = new Map<string, Lock>();
  readonly #replacements: Replacements;
  #generation = 0;
  #sweepAt = LOCKS_KEPT;

  constructor(replacements: Replacements = ONE_PROCESS) {
    this.#replacements = replacements;
  }

  /** Counts the writes of all profiles: data read from a profile may be outdated when this has changed. */
  get generation(): number {
    return this.#generation;
  }

  /** True if the profile needs `catchUp` first. */
  isBehind(profileCode: string): boolean {
    return this.#replacements.isBehind(profileCode);
  }

  /** Continues with the state that another process has given the profile, if any. The caller holds no lock on it. */
  async catchUp(profileCode: string): Promise<void> {
    while (this.isBehind(profileCode))
      await this.write(profileCode, async () => {
        if (this.isBehind(profileCode)) await this.#replacements.follow(profileCode);
      });
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
      // A finished request still records its exchange in the journal.
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

  /** Removes unused locks: their profiles may have been removed long ago. */
  #sweep(): void {
    for (const [code, { readers, waiting, writing }] of this.#locks)
      if (readers === 0 && waiting === 0 && !writing) this.#locks.delete(code);
    this.#sweepAt = Math.max(LOCKS_KEPT, 2 * this.#locks.size);
  }
}

interface Lock {
  readers: number;
  /** Number of requests that wait for the write to end. */
  waiting: number;
  /** Resolved when the running or next write ends. */
  writing: Promise<void> | null;
  /** Called when the last reader has ended. */
  empty: (() => void) | null;
}

const LOCKS_KEPT = 2000;
const ONE_PROCESS: Replacements = { isBehind: () => false, follow: () => Promise.resolve() };
