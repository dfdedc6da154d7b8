import type { Paint } from '../../report/paint.ts';
import { count, cut, listed, plain } from '../../report/text.ts';
import type { Exchange } from '../http/exchange.ts';
import { exchangeAsCurl } from '../http/exchange.ts';
import type { KeyPair } from '../probe/target.ts';
import type { Verdict } from '../verdict.ts';
import { verdicts } from '../verdict.ts';
import type { BrokenRule } from './broken-rules.ts';
import { listBroken } from './broken-rules.ts';
import type { Conclusion } from './conclusion.ts';
import { renderSections } from './console-sections.ts';
import { excerpt } from './excerpt.ts';
import type { Failure } from './failures.ts';
import { nameOf } from './failures.ts';
import type { AssumptionReport, Report, RuleReport } from './report.ts';

export interface ConsoleOptions {
  paint: Paint;
  /** Failures and the verdict only. */
  quiet: boolean;
  /** The base URL as passed, for the command that checks again. */
  baseUrl: string;
  /** Profiles of a sandbox that were kept so that calls can be sent again. Their secrets are printed. */
  kept: readonly KeyPair[];
  /** Width of the terminal; undefined where it is none. */
  columns?: number | undefined;
}

/** The report for a terminal. */
export function renderConsole(report: Report, conclusion: Conclusion, options: ConsoleOptions): string {
  const { quiet, paint } = options;
  const broken = listBroken(report, conclusion);
  const fresh = broken.filter(({ known }) => !known);
  const blocks = [
    ...fresh.slice(0, MAX_DETAILED).map((one) => renderBroken(one, report, options)),
    ...(fresh.length > MAX_DETAILED
      ? [
          [
            `${count(fresh.length - MAX_DETAILED, 'more failure')}, in short; --html and --json have the details`,
            ...fresh.slice(MAX_DETAILED).map((one) => renderBriefly(one, paint)),
          ].join('\n'),
        ]
      : []),
    ...renderKept(options),
    ...(quiet
      ? []
      : [
          ...renderKnown(
            broken.filter(({ known }) => known),
            paint,
          ),
          ...renderWarnings(report.assumptions, conclusion, paint),
          ...renderMissed(report, paint),
        ]),
    ...renderMended(conclusion, paint),
    ...renderErrors(report, paint),
    ...(quiet ? [] : [renderSections(report.rules, paint, options.columns)]),
    renderVerdict(report, conclusion, broken, paint),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function renderBroken(
  { kind, name, sections, sentence, seen }: BrokenRule,
  { target }: Report,
  { baseUrl, paint }: ConsoleOptions,
): string {
  const [first, ...rest] = seen;
  const {
    contract,
    finding: { expected, actual, pointer, exchange },
  } = first;
  const where = sections.length > 0 ? `  § ${sections.join(', ')}` : '';
  return [
    `${paint('red', kind === 'assumption' ? 'NOT MET' : 'FAIL')} ${paint('bold', plain(name))}${where}`,
    ...(sentence === '' ? [] : [`  ${cut(plain(sentence), 400)}`]),
    `  contract  ${plain(contract)}`,
    `  expected  ${cut(plain(expected), 300)}`,
    `  found     ${cut(plain(actual), 300)}${pointer ? `  at ${cut(plain(pointer), 120)}` : ''}`,
    ...(exchange === null
      ? []
      : [
          `  ${paint('cyan', `${plain(exchange.request.method)} ${cut(plain(exchange.request.url), 300)}`)} → ` +
            `${exchange.response.status}`,
          ...(exchange.request.body ? [`    sent      ${cut(plain(exchange.request.body), 300)}`] : []),
          ...(exchange.response.text ? [`    received  ${excerpt(exchange, pointer)}`] : []),
          ...exchangeAsCurl(exchange)
            .trimEnd()
            .split('\n')
            .slice(0, MAX_CURL_LINES)
            .map((line) => `  ${paint('dim', line)}`),
        ]),
    ...rest
      .slice(0, MAX_FURTHER)
      .map(
        ({ contract: title, finding }) =>
          `  also: ${plain(title)}: expected ${cut(plain(finding.expected), 120)}, found ` +
          `${cut(plain(finding.actual), 120)}`,
      ),
    ...(rest.length > MAX_FURTHER ? [`  and ${rest.length - MAX_FURTHER} more`] : []),
    ...(kind === 'rule' ? [`  again: taxiway verify ${baseUrl || target.flightsUrl} --only ${name}`] : []),
  ].join('\n');
}

function renderBriefly({ name, sections, seen }: BrokenRule, paint: Paint): string {
  const { expected, actual } = seen[0].finding;
  return (
    `${paint('red', 'FAIL')} ` +
    `${paint('bold', plain(name))}${sections.length > 0 ? `  § ${sections.join(', ')}` : ''}\n  expected ` +
    `${cut(plain(expected), 160)}, found ${cut(plain(actual), 160)}`
  );
}

function renderKept({ kept }: ConsoleOptions): string[] {
  if (kept.length === 0) return [];
  return [
    [
      'The sandbox keeps the profiles that the failures were seen with. Before a curl line, the secret that it names:',
      ...kept.map(
        ({ secretKey, profileCode }) =>
          `  export TAXIWAY_SECRET=${secretKey}  # ${profileCode}, ends in "${secretKey.slice(-4)}"`,
      ),
    ].join('\n'),
  ];
}

function renderKnown(known: readonly BrokenRule[], paint: Paint): string[] {
  if (known.length === 0) return [];
  return [
    [
      paint('yellow', `Known from the baseline: ${count(known.length, 'failure')}`),
      ...known.map(({ name }) => `  ${plain(name)}`),
    ].join('\n'),
  ];
}

function renderMended({ mended }: Conclusion, paint: Paint): string[] {
  if (mended.length === 0) return [];
  const line = (failure: Failure) => `  ${plain(nameOf(failure))}: ${plain(failure.contract)}`;
  return [
    [
      paint(
        'green',
        `No longer failing: ${count(mended.length, 'failure')} of the baseline (--write-baseline writes it again)`,
      ),
      ...mended.map(line),
    ].join('\n'),
  ];
}

/** Assumptions that do not hold; with --strict they are failures already. */
function renderWarnings(
  assumptions: readonly AssumptionReport[],
  { failures, known }: Conclusion,
  paint: Paint,
): string[] {
  const reported = new Set([...failures, ...known].map(nameOf));
  return assumptions
    .filter(({ id }) => !reported.has(id))
    .map(({ id, value, findings }) =>
      [
        `${paint('yellow', 'WARN')} assumption ${paint('bold', id)}: ${cut(plain(value), 200)}`,
        ...findings
          .slice(0, MAX_FURTHER)
          .map(
            ({ expected, actual, pointer, exchange }) =>
              `  expected ${cut(plain(expected), 160)}, found ${cut(plain(actual), 160)}` + placeOf(exchange, pointer),
          ),
        ...(findings.length > MAX_FURTHER ? [`  and ${findings.length - MAX_FURTHER} more`] : []),
      ].join('\n'),
    );
}

function placeOf(exchange: Exchange | null, pointer: string | null): string {
  if (!exchange) return '';
  return ` (${exchange.operationId ?? exchange.request.method}${pointer ? ` ${cut(plain(pointer), 80)}` : ''})`;
}

/** Rules that were not exercised, or in part only: each reason once, with those that it kept from being judged. */
function renderMissed({ rules }: Report, paint: Paint): string[] {
  const missed = rules.filter(({ verdict }) => verdict === 'not exercised' || verdict === 'partly');
  if (missed.length === 0) return [];
  const groups = [...Map.groupBy(missed, causeOf)].toSorted(([, a], [, b]) => b.length - a.length);
  const partly = missed.filter(({ verdict }) => verdict === 'partly').length;
  const title = `Not exercised: ${count(missed.length - partly, 'rule')}${partly > 0 ? `, and ${partly} in part` : ''}`;
  return [
    [
      paint('yellow', title),
      ...groups.slice(0, MAX_GROUPS).map(([cause, group]) => `  ${cut(plain(cause), 240)}\n    ${namesOf(group)}`),
      ...(groups.length > MAX_GROUPS
        ? [`  and ${groups.length - MAX_GROUPS} more reasons; --json and --html have them all`]
        : []),
    ].join('\n'),
  ];
}

/** The reason without how many checks it concerns. */
function causeOf({ reason }: RuleReport): string {
  return reason.replace(/^\d+ of \d+ checks not exercised: /, '');
}

function namesOf(group: readonly RuleReport[]): string {
  const names = group.map(({ id, verdict }) => (verdict === 'partly' ? `${id} (partly)` : id));
  return listed(names, MAX_NAMES);
}

/** With --strict, what passed in part fails the run. */
function ofParts(partly: readonly string[]): string {
  return partly.length === 0 ? '' : `, and ${count(partly.length, 'rule')} passed in part only (--strict)`;
}

function renderErrors({ contracts, faults }: Report, paint: Paint): string[] {
  const ended = contracts
    .filter(({ verdict }) => verdict === 'error')
    .map(({ title, reason }) => `${plain(title)}: ${briefly(reason)}`);
  const lines = [...ended, ...faults.map(briefly)];
  if (lines.length === 0) return [];
  const own = [...faults, ...contracts.map(({ reason }) => reason)].some(
    (text) => text.includes('the harness failed:') || faults.includes(text),
  );
  return [
    [
      paint('red', `Errors: ${lines.length}`),
      ...lines.slice(0, MAX_GROUPS).map((line) => `  ${line}`),
      ...(lines.length > MAX_GROUPS ? [`  and ${lines.length - MAX_GROUPS} more`] : []),
      ...(own
        ? ['  A fault of the harness is not yours: please report it with these lines and `taxiway --version`.']
        : []),
    ].join('\n'),
  ];
}

/** The message, and the first line of where it came from. */
function briefly(reason: string): string {
  const [message, from] = reason.split('\n');
  return cut(plain(`${message}${from ? ` (${from.trim()})` : ''}`), 300);
}

function renderVerdict(
  { summary, contracts, checks, calls, durationMs }: Report,
  { verdict, reason, partly }: Conclusion,
  broken: readonly BrokenRule[],
  paint: Paint,
): string {
  const known = broken.filter((one) => one.known).length;
  const failures = broken.length - known;
  const seconds = durationMs / 1000;
  const words = {
    passed: paint('green', `PASSED${known > 0 ? `, with ${count(known, 'known failure')}` : ''}`),
    failed: paint(
      'red',
      `FAILED: ${count(failures, 'failure')}${known > 0 ? ` and ${known} known` : ''}${ofParts(partly)}`,
    ),
    error: paint('red', `ERROR: ${reason}${failures > 0 ? `, and ${count(failures, 'failure')}` : ''}`),
  };
  const total = verdicts.reduce((sum, one) => sum + summary[one], 0);
  const rules = [
    `${summary.pass} passed`,
    ...OTHER_VERDICTS.filter(([one]) => summary[one] > 0).map(([one, said]) => `${summary[one]} ${said}`),
  ];
  return (
    `${words[verdict]}\n${count(total, 'rule')}: ${rules.join(', ')}; ${count(contracts.length, 'contract')}, ` +
    `${count(checks, 'check')}, ${count(calls, 'call')}, ${seconds.toFixed(1)} s, ` +
    `${Math.round(checks / Math.max(seconds, 0.001))} checks/s`
  );
}

const MAX_DETAILED = 20;
const MAX_CURL_LINES = 12;
const MAX_FURTHER = 3;
const MAX_GROUPS = 15;
const MAX_NAMES = 12;

/** What the line of the verdict says of rules that did not pass; together with those that did they are all rules. */
const OTHER_VERDICTS: readonly (readonly [Verdict, string])[] = [
  ['fail', 'failed'],
  ['warn', 'with warnings'],
  ['partly', 'passed in part'],
  ['not exercised', 'not exercised'],
  ['not applicable', 'not applicable'],
  ['error', 'in error'],
];
