import { redactText } from '../../../exchange/redaction.ts';
import type { Evidence } from '../../judge/finding.ts';
import type { Paint } from '../../report/paint.ts';
import { count, cut, plain } from '../../report/text.ts';
import type { Discovery } from '../explore.ts';
import { fromConduct } from '../findings.ts';
import type { Shown } from './remedies.ts';
import type { ExamReport, SituationReport } from './report.ts';

/** The scorecard for a terminal: what failed with its evidence, then one line with the counts. */
export function renderExam(report: ExamReport, paint: Paint): string {
  const failed = report.situations.filter(({ standing }) => standing === 'failed' || standing === 'not counted');
  const lines = [
    ...failed.map((situation) => renderFailure(situation, paint)),
    ...report.stale.map(({ situation, rule }) =>
      paint('red', `${situation}${rule === null ? '' : `:${rule}`} passes; remove it from the expected failures\n`),
    ),
    renderSummary(report, paint),
  ];
  return redactText(lines.join('\n'));
}

/** What was found by random events: the shortest scenario that breaks the client, and how. */
export function renderDiscoveries(discoveries: readonly Discovery[], runs: number, paint: Paint): string {
  const lines = [
    ...discoveries.map(({ task, events, shortest, result }) =>
      [
        `${paint('red', 'FAILED')} ${paint('bold', task)} under ${shortest.join(',')}`,
        ...result.findings.flatMap(renderFinding),
        paint('dim', `    drawn as ${events.join(',')}`),
        '',
      ].join('\n'),
    ),
    `${count(runs, 'run')}: ${
      discoveries.length === 0
        ? paint('green', 'none breaks the client')
        : paint('red', `${count(discoveries.length, 'way')} to break the client`)
    }\n`,
  ];
  return redactText(lines.join('\n'));
}

function renderFailure({ name, title, armed, standing, result }: SituationReport, paint: Paint): string {
  if (!result) return '';
  const [client] = result.clients.toReversed();
  return [
    `${paint('red', standing === 'failed' ? 'FAILED' : 'failed, not counted')} ${paint('bold', name)}: ${title}`,
    ...result.findings.flatMap(renderFinding),
    ...fromConduct(result.warnings).flatMap((warning) => renderFinding({ ...warning, kind: 'warning' })),
    ...(client && result.findings.some(({ kind }) => kind === 'crash' || kind === 'hang')
      ? tailOf(client.stderr || client.stdout).map((line) => paint('dim', `    | ${line}`))
      : []),
    paint('dim', `    armed: ${armed || 'nothing'}; run it alone: --only ${name}`),
    '',
  ].join('\n');
}

function renderFinding({ kind, message, rules, conduct }: Shown): string[] {
  return [
    `  ${kind}: ${plain(message)}${rules.length > 0 ? ` (${rules.join(', ')})` : ''}`,
    ...(conduct?.exchanges.map((exchange) => `    ${describeExchange(exchange)}`) ?? []),
  ];
}

function describeExchange({ id, method, path, status }: Evidence): string {
  return `${plain(id)} ${plain(method)} ${cut(plain(path), 100)} → ${status ?? 'no response'}`;
}

function renderSummary({ summary, situations, durationMs, exam, strict }: ExamReport, paint: Paint): string {
  const run = situations.filter(({ result }) => result !== null);
  const warnings = run.reduce((sum, { result }) => sum + (result?.warnings.length ?? 0), 0);
  const parts = [
    paint('green', `${summary.passed} passed`),
    ...(summary.failed > 0 ? [paint('red', `${summary.failed} failed`)] : []),
    ...(summary['failed expectedly'] > 0 ? [`${summary['failed expectedly']} failed as expected`] : []),
    ...(summary['not counted'] > 0 ? [`${summary['not counted']} not counted`] : []),
    ...(summary['not applicable'] > 0 ? [`${summary['not applicable']} not applicable`] : []),
    ...(warnings > 0 && !strict ? [paint('yellow', `${count(warnings, 'warning')} (--strict fails on them)`)] : []),
  ];
  const heading = `exam ${exam}: ${count(run.length, 'situation')} in ${(durationMs / 1000).toFixed(1)} s`;
  return `${heading}: ${parts.join(', ')}\n`;
}

function tailOf(text: string): string[] {
  return text
    .trimEnd()
    .split('\n')
    .slice(-MAX_LINES)
    .map((line) => cut(plain(line), 160));
}

const MAX_LINES = 8;
