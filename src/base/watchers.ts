/** Subscribers to a profile's events, for every profile. */
export class Watchers<Watcher extends { end(): void }> {
  readonly #byProfile = new Map<string, Set<Watcher>>();
  #ended = false;

  get isEmpty(): boolean {
    return this.#byProfile.size === 0;
  }

  /** Returns the profiles with a watcher. */
  profiles(): readonly string[] {
    return [...this.#byProfile.keys()];
  }

  of(profileCode: string): ReadonlySet<Watcher> {
    return this.#byProfile.get(profileCode) ?? new Set();
  }

  /** Adds a watcher. Returns the function that removes it. */
  add(profileCode: string, watcher: Watcher): () => void {
    if (this.#ended) {
      watcher.end();
      return () => undefined;
    }
    const watchers = this.#byProfile.get(profileCode) ?? new Set();
    this.#byProfile.set(profileCode, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#byProfile.get(profileCode) === watchers) this.#byProfile.delete(profileCode);
    };
  }

  /** Returns every profile's watchers. */
  all(): readonly Watcher[] {
    return [...this.#byProfile.values()].flatMap((watchers) => [...watchers]);
  }

  /** Ends a profile's watchers. */
  end(profileCode: string): void {
    for (const watcher of [...this.of(profileCode)]) watcher.end();
  }

  /** Ends every watcher, including those added later. */
  endAll(): void {
    this.#ended = true;
    for (const watcher of this.all()) watcher.end();
  }
}
