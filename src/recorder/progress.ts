import type { Finding } from '../check/judge/finding.ts';
import type { Paint } from '../check/report/terminal.ts';
import { cut, plain } from '../check/report/text.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** A line for a terminal: what passed, and what it broke. */
export function renderExchange(exchange: Exchange, findings: readonly Finding[], paint: Paint): string {
  const { sequence, method, path, status, reason, ending, durationMs, scenario } = exchange;
  const outcome = status !== null && ending === 'answered' ? String(status) : reason || ending;
  const notes = [
    ...(scenario === null ? [] : [paint('yellow', scenario)]),
    ...findings.map(({ level, rules, advice }) =>
      paint(level === 'broken' ? 'red' : 'yellow', `${level} ${advice ?? rules.join(' ')}`),
    ),
  ];
  const took = `${Math.round(durationMs ?? 0)} ms`;
  const line = `${sequence} ${plain(method)} ${cut(plain(path), 120)} → ${plain(outcome)}, ${took}`;
  return [line, ...notes].join('  ');
}
