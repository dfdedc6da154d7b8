import { systemClock } from '../../../base/clock.ts';
import { stopwatch } from '../../../base/stopwatch.ts';

/**
 * Real time by the database server's clock, the same for all processes: their machines may have different times.
 * `readServer` returns the server's time in epoch milliseconds.
 */
export class ServerClock {
  readonly #readServer: () => Promise<number>;
  /** The closest measurement so far. */
  #closest: Measurement = { lead: 0, uncertainty: Infinity };
  #timer: NodeJS.Timeout | undefined;
  #isComparing = false;

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

  /**
   * Rejects without a connection; the previous comparison then stays in use. Does nothing while another comparison
   * waits for a silent server.
   */
  async compare(): Promise<void> {
    if (this.#isComparing) return;
    this.#isComparing = true;
    try {
      await this.#compare();
    } finally {
      this.#isComparing = false;
    }
  }

  async #compare(): Promise<void> {
    this.#closest.uncertainty += DRIFT_MS;
    for (let i = 0; i < MEASUREMENTS; i++) {
      const next = await this.#measure();
      // A busy machine measures inaccurately. Two contradictory measurements mean that a clock was set in between.
      const difference = Math.abs(next.lead - this.#closest.lead);
      const isExcluded = difference > next.uncertainty + this.#closest.uncertainty;
      if (isExcluded || next.uncertainty < this.#closest.uncertainty) this.#closest = next;
    }
  }

  /** Epoch milliseconds. */
  now(): number {
    const { lead, uncertainty } = this.#closest;
    // A smaller difference is not significant: processes on one machine, for example, share a clock.
    return systemClock.now() + (Math.abs(lead) <= uncertainty ? 0 : Math.round(lead));
  }

  async #measure(): Promise<Measurement> {
    const elapsed = stopwatch();
    const before = systemClock.now();
    const server = await this.#readServer();
    const half = elapsed() / 2;
    return { lead: server - before - half, uncertainty: half + RESOLUTION_MS };
  }
}

interface Measurement {
  /** Milliseconds that the server is ahead of this machine. */
  lead: number;
  uncertainty: number;
}

const MEASUREMENTS = 5;
const EVERY_MS = 5000;
/** Maximum drift between two clocks in this time. */
const DRIFT_MS = 1;
/** This machine's clock has whole milliseconds. */
const RESOLUTION_MS = 1;
