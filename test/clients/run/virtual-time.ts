import type { VirtualClock } from '../../../src/base/clock.ts';

/**
 * Time for concurrent tasks: the clock moves only while all of them wait, and then to the instant at which
 * the first one goes on.
 */
export class VirtualTime {
  readonly #clock: VirtualClock;
  readonly #sleepers: { until: number; wake: () => void }[] = [];
  #busy = 0;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  /** Runs tasks concurrently until the last one has ended. */
  async run(tasks: readonly (() => Promise<void>)[]): Promise<void> {
    this.#busy += tasks.length;
    await Promise.all(tasks.map((task) => task().finally(() => this.#rest())));
  }

  /** Continues one task after a number of milliseconds. */
  wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#sleepers.push({ until: this.#clock.now() + ms, wake: resolve });
    this.#rest();
    return promise;
  }

  #rest(): void {
    this.#busy--;
    if (this.#busy > 0 || this.#sleepers.length === 0) return;
    this.#clock.set(Math.min(...this.#sleepers.map(({ until }) => until)));
    const due = this.#sleepers.filter(({ until }) => until <= this.#clock.now());
    this.#sleepers.splice(0, Infinity, ...this.#sleepers.filter((sleeper) => !due.includes(sleeper)));
    this.#busy += due.length;
    for (const { wake } of due) wake();
  }
}
