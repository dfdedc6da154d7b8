import type { Paint } from '../../report/paint.ts';
import { count, cut, listed, plain } from '../../report/text.ts';
import type { RuleVerdictName } from '../verdicts.ts';
import type { BrokenRule } from './broken-rules.ts';
import { listBroken, listWarnings } from './broken-rules.ts';
import type { Conclusion } from './conclusion.ts';
import { placesOf, renderBrokenRule } from './console-broken-rule.ts';
import { renderOpenRules } from './console-open-rules.ts';
import { nameOf } from './failures.ts';
import type { JudgeReport, RuleReport } from './report.ts';
import { missingEnd } from './report.ts';
import { presentVerdicts } from './report.ts';

export interface ConsoleOptions {
  paint: Paint;
  /** Failures and the verdict only. */
  quiet: boolean;
}

/** The report for a terminal. */
export function renderConsole(report: JudgeReport, conclusion: Conclusion, { paint, quiet }: ConsoleOptions): string {
  const broken = listBroken(report, conclusion);
  const fresh = broken.filter(({ known }) => !known);
  const blocks = [
    ...fresh.slice(0, MAX_DETAILED).map((one) => renderBrokenRule(one, paint)),
    ...(fresh.length > MAX_DETAILED ? [renderRest(fresh.slice(MAX_DETAILED).map(idOf))] : []),
    ...(quiet
      ? []
      : [
          ...renderKnown(broken, paint),
          ...renderWarnings(report, conclusion, paint),
          ...renderAdvice(report, paint),
          ...renderOpenRules(report, paint),
        ]),
    ...renderMended(conclusion, paint),
    renderVerdict(report, conclusion, broken, paint),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function renderRest(ids: readonly string[]): string {
  return `${count(ids.length, 'more broken rule')}: ${listed(ids, MAX_NAMES)}`;
}

function renderKnown(broken: readonly BrokenRule[], paint: Paint): string[] {
  const known = broken.filter((one) => one.known).map(idOf);
  if (known.length === 0) return [];
  const title = paint('yellow', `Known from the baseline: ${count(known.length, 'rule')}`);
  return [[title, ...known.map((id) => `  ${id}`)].join('\n')];
}

/** Assumptions that do not hold; with --strict they are failures already. */
function renderWarnings(report: JudgeReport, conclusion: Conclusion, paint: Paint): string[] {
  return listWarnings(report, conclusion).map(({ rule, findings }) =>
    [
      `${paint('yellow', 'WARN')} ${paint('bold', rule.id)}  § ${rule.sections.join(', ')}`,
      ...findings
        .slice(0, MAX_FURTHER)
        .map(
          (finding) =>
            `  ${placesOf(finding)}: expected ${cut(plain(finding.expected), 160)}, found ` +
            `${cut(plain(finding.actual), 160)} (assumption ${plain(finding.assumption ?? 'none')})`,
        ),
      ...(findings.length > MAX_FURTHER ? [`  and ${count(findings.length - MAX_FURTHER, 'more time')}`] : []),
      `  see taxiway rules ${rule.id}`,
    ].join('\n'),
  );
}

/** No rule demands it. */
function renderAdvice({ advice }: JudgeReport, paint: Paint): string[] {
  if (advice.length === 0) return [];
  return [
    [
      paint('yellow', 'Advice, which no rule demands:'),
      ...advice.flatMap(({ id, count: times, findings: [first] }) => [
        `  ${paint('bold', id)}, ${count(times, 'time')}${first ? `, first at ${placesOf(first)}: ` : ''}` +
          cut(plain(first?.actual ?? ''), 160),
        ...(first ? [`    better: ${cut(plain(first.expected), 200)}`] : []),
      ]),
    ].join('\n'),
  ];
}

function renderMended({ mended }: Conclusion, paint: Paint): string[] {
  if (mended.length === 0) return [];
  return [
    [
      paint('green', `Kept now: ${count(mended.length, 'failure')} of the baseline (--write-baseline writes it again)`),
      ...mended.map((failure) => `  ${plain(nameOf(failure))}: ${plain(failure.check)}`),
    ].join('\n'),
  ];
}

function renderVerdict(
  report: JudgeReport,
  { verdict, reason }: Conclusion,
  broken: readonly BrokenRule[],
  paint: Paint,
): string {
  const known = broken.filter((one) => one.known).length;
  const words = {
    kept: paint('green', `KEPT${known > 0 ? `, but for ${count(known, 'known rule')}` : ''}`),
    broken: paint('red', `BROKEN: ${count(broken.length - known, 'rule')}${known > 0 ? ` and ${known} known` : ''}`),
    error: paint('red', `ERROR: ${plain(reason)}`),
  };
  const { recording, durationMs, rules } = report;
  const verdicts = presentVerdicts(report).map(([one, number]) => `${number} ${SAID[one]}`);
  const where = recording.origins.length === 0 ? '' : ` of ${recording.origins.map(plain).join(' and ')}`;
  return [
    words[verdict],
    `${count(rules.length, 'rule')}: ${verdicts.join(', ')}`,
    `${count(recording.judged, 'exchange')}${where}, ${count(recording.profiles.length, 'profile')}; ` +
      `${count(recording.skipped, 'other call')} skipped` +
      `${recording.late > 0 ? `, ${recording.late} too late in the file to be sorted in` : ''}; ` +
      `${(durationMs / 1000).toFixed(1)} s`,
    ...(missingEnd(recording) === '' ? [] : [missingEnd(recording)]),
  ].join('\n');
}

function idOf({ rule }: { rule: RuleReport }): string {
  return rule.id;
}

const MAX_DETAILED = 20;
const MAX_FURTHER = 3;
const MAX_NAMES = 12;
const SAID: Record<RuleVerdictName, string> = {
  broken: 'broken',
  warn: 'with warnings',
  open: 'open',
  kept: 'kept',
  undecided: 'undecided',
  'not met': 'not met',
  unobservable: 'unobservable',
};
