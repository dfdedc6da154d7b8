import type { Exchange } from '../exchange/exchange.ts';

/**
 * Adds the instants of the beginning and the end: each process of a shared store writes its exchanges some together, so
 * the sequence numbers are not in the order of the ends. An imported exchange keeps the order of its sequence number,
 * which lies before all instants.
 */
export function withInstants<Own extends Pick<Exchange, 'realTime' | 'durationMs'>>(
  exchange: Own,
): Own & Pick<Exchange, 'began' | 'ended' | 'isRough'> {
  const { realTime, durationMs } = exchange;
  if (realTime === null || durationMs === null) return exchange;
  return { ...exchange, began: realTime, ended: Math.floor(realTime + durationMs), isRough: true };
}
