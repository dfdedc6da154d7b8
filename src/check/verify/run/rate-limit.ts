import { setTimeout as wait } from 'node:timers/promises';
import { readRetryAfter } from '../../../base/values/retry-after.ts';
import { headerOf } from '../../../exchange/exchange.ts';
import type { Client } from '../http/client.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { PreconditionNotMet } from '../verdict.ts';

/**
 * A target's rate limit. A limited call says nothing, not even that it was refused, because the target did not look at
 * it. It waits and is sent again.
 */
export class RateLimit {
  readonly #client: Client;
  /** True after several useless waits in a row. Other calls then do not wait. */
  #neverLetsUp = false;
  /** Calls stopped by the limit. */
  held = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Makes a call until the limit lets it through. Throws PreconditionNotMet if the limit never lets up,
   * TargetUnreachable if the run is stopped meanwhile.
   */
  async letThrough(call: string, make: () => Promise<CheckedExchange>): Promise<CheckedExchange> {
    for (let attempt = 0; ; attempt++) {
      const exchange = await make();
      if (exchange.status !== TOO_MANY) {
        this.#neverLetsUp = false;
        return exchange;
      }
      this.held++;
      this.#neverLetsUp ||= attempt === MOST_WAITS;
      if (this.#neverLetsUp) throw new PreconditionNotMet(`the target has a rate limit (429 to ${call}); pass --rate`);
      await wait(pauseMs(exchange, attempt), undefined, { signal: this.#client.stopping }).catch(() => undefined);
    }
  }
}

/** Returns the requested pause, or one second, two and so on, within bounds. */
function pauseMs({ response: { headers } }: CheckedExchange, attempt: number): number {
  const asked = readRetryAfter(headerOf(headers, 'retry-after'), Date.parse(headerOf(headers, 'date') ?? ''));
  return Math.min(Math.max(asked ?? 2 ** attempt * SECOND, SHORTEST_MS), LONGEST_MS);
}

const TOO_MANY = 429;
const MOST_WAITS = 4;
const SECOND = 1000;
const SHORTEST_MS = 100;
const LONGEST_MS = 10 * SECOND;
