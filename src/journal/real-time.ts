import type { Exchange } from '../exchange/exchange.ts';

/**
 * Adds the instants when it began and ended: each process on a shared store writes several exchanges together, so the
 * sequence numbers do not follow the order in which exchanges ended. An imported exchange keeps the order of its
 * sequence number, which lies before all instants.
 */
export function withInstants<Own extends Pick<Exchange, 'realTime' | 'durationMs'>>(
  exchange: Own,
): Own & Pick<Exchange, 'began' | 'ended' | 'isRough'> {
  const { realTime, durationMs } = exchange;
  if (realTime === null || durationMs === null) return exchange;
  return { ...exchange, began: realTime, ended: Math.floor(realTime + durationMs), isRough: true };
}
