/**
 * Work on something that is loaded when it is first needed. What is to be done waits a moment and is done together with
 * what follows, in its order: many short checks are cold after a request, and faster for several exchanges in a row.
 * Where it cannot be loaded, nothing is done. `reportError` gets what the loader or a piece of work throws.
 */
export class Batches<Loaded> {
  readonly #load: () => Promise<Loaded>;
  readonly #reportError: (error: unknown) => void;
  #loaded: Loaded | undefined;
  #loading: Promise<Loaded> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Null once it cannot be loaded. */
  #waiting: ((loaded: Loaded) => void)[] | null = [];

  constructor(load: () => Promise<Loaded>, reportError: (error: unknown) => void) {
    this.#load = load;
    this.#reportError = reportError;
  }

  do(work: (loaded: Loaded) => void): void {
    if (this.#waiting === null) return;
    this.#waiting.push(work);
    if (!this.#loading) this.get().catch(this.#reportError);
    else if (this.#waiting.length >= MOST) this.doNow();
    else if (this.#loaded !== undefined) this.#timer ??= setTimeout(() => this.doNow(), WAIT_MS).unref();
  }

  /** Does all that waits, and returns what was loaded; undefined as long as it is not. */
  doNow(): Loaded | undefined {
    if (this.#loaded === undefined || this.#waiting === null) return undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const work of this.#waiting.splice(0)) this.#try(work, this.#loaded);
    return this.#loaded;
  }

  /** Resolved once nothing waits: nothing was needed so far, all is done, or it cannot be loaded. Never rejects. */
  async idle(): Promise<void> {
    await this.#loading?.catch(() => undefined);
    this.doNow();
  }

  /** Resolved once it is loaded. Rejects where it cannot be. */
  get(): Promise<Loaded> {
    return (this.#loading ??= this.#start());
  }

  async #start(): Promise<Loaded> {
    try {
      this.#loaded = await this.#load();
      this.doNow();
      return this.#loaded;
    } catch (error) {
      this.#waiting = null;
      throw error;
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

const WAIT_MS = 25;
/** Exchanges hold their bodies while they wait, and requests wait while a batch is judged. */
const MOST = 25;
