import type { Summary } from '../app/exchanges.ts';
import { targetOf } from '../live/target.ts';

/** An error with the number of its calls. */
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
  /** Its last instant. */
  to: number;
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
  const bars = Array.from({ length: Math.floor((to - from) / width) + 1 }, (_, i) => newBar(from + i * width, width));
  for (const { at, call } of timed) {
    const bar = bars[Math.floor((at - from) / width)];
    if (!bar) continue;
    bar.calls += 1;
    if (call.outcome.kind === 'error' || call.outcome.kind === 'lost') bar.wrong += 1;
  }
  return bars;
}

function newBar(from: number, width: number): Bar {
  return { from, to: from + width - 1, calls: 0, wrong: 0 };
}
