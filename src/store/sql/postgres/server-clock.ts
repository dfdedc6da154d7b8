import { systemClock } from '../../../base/clock.ts';
import { stopwatch } from '../../../base/stopwatch.ts';

/**
 * Real time by the clock of the database server, the same for all processes: their machines may have different times.
 * `readServer` returns the server's time in epoch milliseconds.
 */
export class ServerClock {
  readonly #readServer: () => Promise<number>;
  /** Milliseconds that the server is ahead of this machine. */
  #lead = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(readServer: () => Promise<number>) {
    this.#readServer = readServer;
  }

  /** Compares the clocks now, and again every few seconds: a machine's clock may be set. */
  async start(): Promise<void> {
    await this.compare();
    this.#timer = setInterval(() => void this.compare().catch(() => undefined), EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Rejects without a connection; the previous comparison then applies. */
  async compare(): Promise<void> {
    let closest = await this.#measure();
    for (let i = 1; i < MEASUREMENTS; i++) {
      const next = await this.#measure();
      if (next.uncertainty < closest.uncertainty) closest = next;
    }
    const { lead, uncertainty } = closest;
    // Clocks of one machine, for example, are the same: a smaller difference says nothing.
    this.#lead = Math.abs(lead) <= uncertainty ? 0 : Math.round(lead);
  }

  /** Epoch milliseconds. */
  now(): number {
    return systemClock.now() + this.#lead;
  }

  async #measure(): Promise<{ lead: number; uncertainty: number }> {
    const elapsed = stopwatch();
    const before = systemClock.now();
    const server = await this.#readServer();
    const half = elapsed() / 2;
    return { lead: server - before - half, uncertainty: half + RESOLUTION_MS };
  }
}

const MEASUREMENTS = 3;
const EVERY_MS = 5000;
/** This machine's clock has whole milliseconds. */
const RESOLUTION_MS = 1;
