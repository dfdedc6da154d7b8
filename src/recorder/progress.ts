import type { Finding } from '../check/judge/finding.ts';
import type { Paint } from '../check/report/paint.ts';
import { cut, plain } from '../check/report/text.ts';
import type { RecordedExchange } from './recording/recorded-exchange.ts';

/** A line for a terminal: what passed, and what it broke. */
export function renderExchange(exchange: RecordedExchange, findings: readonly Finding[], paint: Paint): string {
  const { sequence, method, target, response, reason, ending, began, ended, scenario } = exchange;
  const outcome = response && ending === 'complete' ? String(response.status) : reason || ending;
  const notes = [
    ...(scenario ? [paint('yellow', scenario.name)] : []),
    ...findings.map(({ level, rules, advice }) =>
      paint(level === 'broken' ? 'red' : 'yellow', `${level} ${advice ?? rules.join(' ')}`),
    ),
  ];
  const took = `${Math.round(ended - began)} ms`;
  const line = `${sequence} ${plain(method)} ${cut(plain(target), 120)} → ${plain(outcome)}, ${took}`;
  return [line, ...notes].join('  ');
}
