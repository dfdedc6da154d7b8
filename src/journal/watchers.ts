/** What happens to the journal of a profile, for a reader that follows it. */
export interface Watcher {
  /** There are new exchanges. */
  wake(): void;
  /** The journal was replaced, and counts from 1 again. */
  restart(): void;
  /** Nothing more will come. */
  end(): void;
}

/** The watchers of every profile. */
export class Watchers {
  readonly #byProfile = new Map<string, Set<Watcher>>();
  #ended = false;

  get isEmpty(): boolean {
    return this.#byProfile.size === 0;
  }

  count(profileCode: string): number {
    return this.#of(profileCode).size;
  }

  /** Returns how to stop watching. */
  add(profileCode: string, watcher: Watcher): () => void {
    if (this.#ended) {
      watcher.end();
      return () => undefined;
    }
    const watchers = this.#of(profileCode);
    this.#byProfile.set(profileCode, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#byProfile.get(profileCode) === watchers) this.#byProfile.delete(profileCode);
    };
  }

  wake(profileCode: string): void {
    for (const watcher of this.#of(profileCode)) watcher.wake();
  }

  restart(profileCode: string): void {
    for (const watcher of this.#of(profileCode)) watcher.restart();
  }

  end(profileCode: string): void {
    for (const watcher of [...this.#of(profileCode)]) watcher.end();
  }

  /** Ends every watcher, also those that are added later. */
  endAll(): void {
    this.#ended = true;
    for (const watcher of [...this.#byProfile.values()].flatMap((watchers) => [...watchers])) watcher.end();
  }

  #of(profileCode: string): Set<Watcher> {
    return this.#byProfile.get(profileCode) ?? new Set();
  }
}
