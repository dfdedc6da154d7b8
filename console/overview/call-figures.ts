import type { Summary } from '../app/exchanges.ts';
import { targetOf } from '../live/target.ts';

/** How many calls had the same error. */
export interface ErrorCount {
  operation: string;
  text: string;
  count: number;
  /** The latest one. */
  exchangeId: string;
}

/** Counts refused, failed and lost calls by operation and code; the most frequent first. */
export function errorsIn(calls: readonly Summary[]): ErrorCount[] {
  const wrong = calls.filter(({ outcome }) => outcome.kind !== 'ok' && outcome.kind !== 'pending');
  const groups = Map.groupBy(wrong, (call) => `${targetOf(call)} ${call.outcome.text}`);
  return [...groups.values()]
    .flatMap((group) => {
      const latest = group.at(-1);
      if (!latest) return [];
      const { outcome, exchangeId } = latest;
      return [{ operation: targetOf(latest), text: outcome.text, count: group.length, exchangeId }];
    })
    .sort((a, b) => b.count - a.count);
}

/** A period with its calls. */
export interface Bar {
  from: number;
  calls: number;
  wrong: number;
}

/** Divides the calls' time, by the machine's clock, into at most as many equal periods. */
export function barsOf(calls: readonly Summary[], most: number): Bar[] {
  const timed = calls.flatMap((call) => (call.realTime === null ? [] : [{ at: Date.parse(call.realTime), call }]));
  if (timed.length === 0) return [];
  const times = timed.map(({ at }) => at);
  const from = times.reduce((least, at) => Math.min(least, at));
  const to = times.reduce((latest, at) => Math.max(latest, at));
  const width = Math.max(1000, Math.ceil((to - from + 1) / most));
  const bars = Array.from({ length: Math.floor((to - from) / width) + 1 }, (_, i) => newBar(from + i * width));
  for (const { at, call } of timed) {
    const bar = bars[Math.floor((at - from) / width)];
    if (!bar) continue;
    bar.calls += 1;
    if (call.outcome.kind === 'error' || call.outcome.kind === 'lost') bar.wrong += 1;
  }
  return bars;
}

function newBar(from: number): Bar {
  return { from, calls: 0, wrong: 0 };
}

/** Latency in an operation's calls, in milliseconds. */
export interface Latency {
  operation: string;
  calls: number;
  median: number;
  p95: number;
}

/** Returns each operation's times, ordered by name. */
export function latenciesOf(calls: readonly Summary[]): Latency[] {
  return [...Map.groupBy(calls, targetOf)]
    .map(([operation, own]) => {
      const took = own.flatMap(({ durationMs }) => durationMs ?? []).sort((a, b) => a - b);
      return { operation, calls: took.length, median: shareOf(took, 0.5), p95: shareOf(took, 0.95) };
    })
    .filter((one) => one.calls > 0)
    .sort((a, b) => a.operation.localeCompare(b.operation));
}

function shareOf(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
