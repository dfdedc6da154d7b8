import type { Exchange } from './exchange.ts';
import { headerOf } from './exchange.ts';

/**
 * Service clock minus recorder clock, in milliseconds: the lowest and highest possible value, which later calls narrow,
 * and a fixed one, so that the time between two calls is exact.
 */
export interface ClockDifference {
  low: number;
  high: number;
  fixed: number;
}

/**
 * Estimates the difference between a service's clock and its recorder's. A response's `Date` is a whole second between
 * the call's beginning and end, so each call limits the difference. A `Date` that contradicts earlier ones shows that a
 * clock was moved, and begins another difference.
 */
export class ServiceClock {
  #current: ClockDifference = { low: -Infinity, high: Infinity, fixed: 0 };

  /** Returns the difference at this call. */
  note({ realTime, durationMs, response }: Exchange): ClockDifference {
    const date = Date.parse(headerOf(response?.headers ?? [], 'date') ?? '');
    if (realTime === null || !(date > 0)) return this.#current;
    // A duration of 0 means unknown.
    const low = Math.floor(date - realTime - (durationMs || SLOW_MS));
    const high = date + LAST_MS - realTime;
    const current = this.#current;
    const both = { low: Math.max(low, current.low), high: Math.min(high, current.high) };
    if (current.low === -Infinity || both.low - both.high > DRIFT_MS) {
      const fixed = Math.min(Math.max(current.fixed, low), high);
      // The first difference holds for earlier calls as well.
      if (current.low === -Infinity) Object.assign(current, { low, high, fixed });
      else this.#current = { low, high, fixed };
    } else if (both.low <= both.high) Object.assign(current, both);
    return this.#current;
  }
}

/** Converts an instant by the recorder's clock. */
export function toServiceTime(at: number, { low, high, fixed }: ClockDifference): ServiceTime {
  const isKnown = low !== -Infinity;
  return { at: at + fixed, earliest: at + (isKnown ? low : 0), latest: at + (isKnown ? high : 0) };
}

type ServiceTime = Required<Pick<Exchange, 'at' | 'earliest' | 'latest'>>;

/** The last millisecond in a second. */
const LAST_MS = 999;
/** Clocks drift, and tools round. */
const DRIFT_MS = 100;
const SLOW_MS = 5000;
