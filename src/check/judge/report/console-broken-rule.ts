import { repositoryPage } from '../../../base/package-root.ts';
import type { Paint } from '../../report/paint.ts';
import { count, cut, listed, plain } from '../../report/text.ts';
import type { Evidence, Finding } from '../finding.ts';
import type { RuleVerdict } from '../verdicts.ts';

/** What is said of a rule that a client broke. */
interface Broken {
  rule: Pick<RuleVerdict, 'id' | 'sections' | 'sentence' | 'right'>;
  /** How many occasions failed; more than the findings where not all are held. */
  times: number;
  seen: [Finding, ...Finding[]];
}

/**
 * A broken rule for a terminal: its sentence, what was expected, the exchanges that show it, and how to do it right.
 * `taxiway`: the command as it is called there.
 */
export function renderBrokenRule({ rule, seen, times }: Broken, paint: Paint, taxiway = 'taxiway'): string {
  const [first, ...others] = seen;
  return [
    `${paint('red', 'BROKEN')} ${paint('bold', rule.id)}  § ${rule.sections.join(', ')}`,
    `  ${cut(plain(rule.sentence), 400)}`,
    ...renderFinding(first, paint),
    ...others
      .slice(0, MAX_FURTHER)
      .map((finding) => `  also: ${placesOf(finding)}: ${cut(plain(finding.actual), 160)}`),
    ...(times > 1 + MAX_FURTHER ? [`  and ${count(times - 1 - MAX_FURTHER, 'more time')}`] : []),
    ...rule.right.map((right) => `  instead   ${cut(plain(right), 400)}`),
    `  see       ${taxiway} rules ${rule.id}`,
  ].join('\n');
}

/** The ids of the exchanges that show it. */
export function placesOf({ exchanges }: Finding): string {
  return listed(
    exchanges.map(({ id }) => plain(id)),
    MAX_EXCHANGES,
  );
}

function renderFinding({ check, expected, actual, pointer, assumption, exchanges }: Finding, paint: Paint): string[] {
  return [
    `  check     ${plain(check)}`,
    ...(assumption === null ? [] : [`  assumed   ${plain(assumption)}, see ${ASSUMPTIONS}`]),
    `  expected  ${cut(plain(expected), 300)}`,
    `  found     ${cut(plain(actual), 300)}${pointer ? `  at ${cut(plain(pointer), 120)}` : ''}`,
    ...exchanges.slice(-MAX_EXCHANGES).flatMap((exchange) => renderExchange(exchange, paint)),
  ];
}

function renderExchange({ id, at, method, path, status, request, response }: Evidence, paint: Paint): string[] {
  const outcome = status === null ? 'no response' : String(status);
  const place = paint('dim', `${plain(id)}, ${at}`);
  return [
    `  ${paint('cyan', `${plain(method)} ${cut(plain(path), 200)}`)} → ${outcome}  ${place}`,
    ...(request === null ? [] : [`    sent      ${cut(plain(request), 300)}`]),
    ...(response === null ? [] : [`    received  ${cut(plain(response), 300)}`]),
  ];
}

const ASSUMPTIONS = repositoryPage('docs/registers/assumptions.md');
const MAX_FURTHER = 3;
const MAX_EXCHANGES = 4;
