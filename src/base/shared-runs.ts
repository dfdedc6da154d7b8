/**
 * Runs the same work again and again, one run at a time. A caller gets the result from a run that begins after its
 * call; callers that wait for the same run share it.
 */
export class SharedRuns<Result> {
  readonly #work: () => Promise<Result>;
  #running: Promise<Result> | undefined;
  #next: Promise<Result> | undefined;

  constructor(work: () => Promise<Result>) {
    this.#work = work;
  }

  /** True while a run is under way. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  run(): Promise<Result> {
    if (!this.#running) return this.#start();
    return (this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#start();
      }));
  }

  #start(): Promise<Result> {
    const running = this.#work().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    return (this.#running = running);
  }
}
