/**
 * Work on something that is loaded when it is first needed: what is to be done meanwhile waits, and is done in its
 * order. Where it cannot be loaded, nothing is done. `reportError` gets what the loader or a piece of work throws.
 */
export class WhenLoaded<Loaded> {
  readonly #load: () => Promise<Loaded>;
  readonly #reportError: (error: unknown) => void;
  #loaded: Loaded | undefined;
  #loading: Promise<Loaded> | undefined;
  #waiting: ((loaded: Loaded) => void)[] | null = [];

  constructor(load: () => Promise<Loaded>, reportError: (error: unknown) => void) {
    this.#load = load;
    this.#reportError = reportError;
  }

  /** What has been loaded; undefined before. */
  get loaded(): Loaded | undefined {
    return this.#loaded;
  }

  do(work: (loaded: Loaded) => void): void {
    if (this.#loaded !== undefined) return this.#try(work, this.#loaded);
    this.#waiting?.push(work);
    if (!this.#loading) this.get().catch(this.#reportError);
  }

  /** Resolved once nothing waits: nothing was needed so far, or it is loaded or cannot be. Never rejects. */
  async idle(): Promise<void> {
    await this.#loading?.catch(() => undefined);
  }

  /** Resolved once it is loaded and all that waited is done. Rejects where it cannot be loaded. */
  get(): Promise<Loaded> {
    return (this.#loading ??= this.#start());
  }

  async #start(): Promise<Loaded> {
    const waiting = this.#waiting ?? [];
    try {
      const loaded = await this.#load();
      for (const work of waiting) this.#try(work, loaded);
      return (this.#loaded = loaded);
    } finally {
      this.#waiting = null;
    }
  }

  #try(work: (loaded: Loaded) => void, loaded: Loaded): void {
    try {
      work(loaded);
    } catch (error) {
      this.#reportError(error);
    }
  }
}
