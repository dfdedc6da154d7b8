/**
 * Runs work on something loaded on first need. Work waits a moment and then runs together with later work, in order:
 * many short checks are cold after a request, and faster for several exchanges in a row. If loading fails, no work
 * runs. `reportError` gets the errors of the loader and of the work.
 */
export class Batches<Loaded> {
  readonly #load: () => Promise<Loaded>;
  readonly #reportError: (error: unknown) => void;
  #loaded: Loaded | undefined;
  #loading: Promise<Loaded> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Null after a loading failure. */
  #waiting: ((loaded: Loaded) => void)[] | null = [];

  constructor(load: () => Promise<Loaded>, reportError: (error: unknown) => void) {
    this.#load = load;
    this.#reportError = reportError;
  }

  /** Number of waiting pieces of work. */
  get count(): number {
    return this.#waiting?.length ?? 0;
  }

  do(work: (loaded: Loaded) => void): void {
    if (this.#waiting === null) return;
    this.#waiting.push(work);
    if (!this.#loading) this.get().catch(this.#reportError);
    else if (this.#waiting.length >= MOST) this.doNow();
    else if (this.#loaded !== undefined) this.#timer ??= setTimeout(() => this.doNow(), WAIT_MS).unref();
  }

  /** Runs all waiting work, and returns the loaded value; undefined until it is loaded. */
  doNow(): Loaded | undefined {
    if (this.#loaded === undefined || this.#waiting === null) return undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const work of this.#waiting.splice(0)) this.#try(work, this.#loaded);
    return this.#loaded;
  }

  /** Resolves once nothing waits: no work came, all is done, or loading failed. Never rejects. */
  async idle(): Promise<void> {
    await this.#loading?.catch(() => undefined);
    this.doNow();
  }

  /** Resolves once it is loaded. Rejects if loading fails. */
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
/** Waiting exchanges keep their bodies in memory, and requests wait while a batch is judged. */
const MOST = 25;
