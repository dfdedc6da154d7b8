import type { ServiceCall } from './service-finder.ts';

/** Brings calls that come out of order into the order in which they ended, as far as a window reaches. */
export class InOrder {
  /** By their ends, the latest first. */
  readonly #waiting: ServiceCall[] = [];
  #latest = -Infinity;
  #late = 0;
  #weight = 0;

  /** How many came so late that later ones had been passed on. */
  get late(): number {
    return this.#late;
  }

  /** Takes a call; returns those that are due. */
  add(call: ServiceCall): ServiceCall[] {
    const waiting = this.#waiting;
    let at = waiting.length;
    while (at > 0 && endOf(waiting[at - 1]) <= call.exchange.ended) at--;
    waiting.splice(at, 0, call);
    this.#weight += call.weight;
    const due: ServiceCall[] = [];
    while (waiting.length > WINDOW || (this.#weight > WINDOW_WEIGHT && waiting.length > 1)) due.push(...this.#pass(1));
    return due;
  }

  /** The rest. */
  end(): ServiceCall[] {
    return this.#pass(this.#waiting.length);
  }

  #pass(count: number): ServiceCall[] {
    const due = this.#waiting.splice(this.#waiting.length - count).reverse();
    for (const { exchange, weight } of due) {
      this.#weight -= weight;
      if (exchange.ended < this.#latest) this.#late++;
      else this.#latest = exchange.ended;
    }
    return due;
  }
}

function endOf(call: ServiceCall | undefined): number {
  return call?.exchange.ended ?? -Infinity;
}

/** Calls that are held, and their characters. */
const WINDOW = 256;
const WINDOW_WEIGHT = 16 * 2 ** 20;
