import { repositoryPage } from '../../../base/package-root.ts';
import type { Finding, Item, Report, ShownExchange, VerdictKind } from '../report.ts';
import { describe, headline, itemsWith, summary, tally } from '../report.ts';
import type { Paint } from '../terminal.ts';
import { count, cut, listed, plain, sectionsOf } from '../text.ts';

export interface TextOptions {
  paint: Paint;
  /** True to print failures and the result only. */
  quiet: boolean;
  /** Terminal width; undefined without one. */
  columns?: number | undefined;
}

/** Returns the report for a terminal. */
export function renderText(report: Report, { paint, quiet, columns }: TextOptions): string {
  const failed = itemsWith(report, 'failed');
  const blocks = [
    plain(report.checked ?? ''),
    ...failed.slice(0, MAX_DETAILED).map((one) => renderItem(one, paint)),
    renderRest(failed.slice(MAX_DETAILED), report, paint),
    ...(quiet
      ? []
      : [
          renderKnown(itemsWith(report, 'known'), report, paint),
          ...itemsWith(report, 'warned').map((one) => renderWarning(one, paint)),
          ...report.missed.map((list) => renderMissed(list, report, paint)),
        ]),
    renderMended(report, paint),
    renderErrors(itemsWith(report, 'error'), paint),
    quiet ? '' : renderTally(report, paint, columns),
    renderResult(report, paint),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Renders a failed item, with its evidence and remedies. */
export function renderItem(one: Item, paint: Paint): string {
  const messages = one.findings.filter(({ expected }) => expected === null);
  const [first, ...others] = one.findings.filter(({ expected }) => expected !== null);
  const shown = messages.length + Math.min(one.findings.length - messages.length, 1 + MAX_FURTHER);
  return [
    renderHead(one, paint, 'red'),
    ...messages.map((finding) => `  ${plain(describe(finding))}${quoted(finding)}`),
    ...(first ? renderFinding(first, paint) : []),
    ...others
      .slice(0, MAX_FURTHER)
      .map((finding) => `  ${finding.level === 'fail' ? 'also' : 'warning'}: ${brief(finding, 120)}`),
    ...(one.times > shown ? [`  and ${one.times - shown} more`] : []),
    ...one.lastLines.map((line) => paint('dim', `    | ${cut(plain(line), 160)}`)),
    ...one.remarks.map(({ label, text }) => `  ${label.padEnd(9)} ${cut(plain(text), 400)}`),
  ].join('\n');
}

/** Renders the heading. A rule's sentence has a separate line; a short title follows the name. */
function renderHead({ kind, label, name, sections, sentence }: Item, paint: Paint, colour: 'red' | 'yellow'): string {
  const head = `${paint(colour, label)} ${kind === 'assumption' ? 'assumption ' : ''}${paint('bold', plain(name))}`;
  const text = cut(plain(sentence), 400);
  if (kind !== 'rule') return text === '' ? head : `${head}: ${text}`;
  return `${head}${sectionsOf(sections, (list) => `  § ${list}`)}${text === '' ? '' : `\n  ${text}`}`;
}

function renderFinding(finding: Finding, paint: Paint): string[] {
  const { source, expected, found, pointer, assumption, exchanges } = finding;
  return [
    `  ${source.kind.padEnd(9)} ${plain(source.title)}${quoted(finding)}`,
    ...(assumption === null ? [] : [`  assumed   ${plain(assumption)}, see ${ASSUMPTIONS}`]),
    `  expected  ${cut(plain(expected ?? ''), 300)}`,
    `  found     ${cut(plain(found), 300)}${pointer ? `  at ${cut(plain(pointer), 120)}` : ''}`,
    ...exchanges.slice(-MAX_EXCHANGES).flatMap((exchange) => renderExchange(exchange, paint)),
  ];
}

function renderExchange(exchange: ShownExchange, paint: Paint): string[] {
  const { id, time, method, address, status, request, response, excerpt, curl } = exchange;
  const place = id === null ? '' : `  ${paint('dim', `${plain(id)}, ${time}`)}`;
  return [
    `  ${paint('cyan', `${plain(method)} ${cut(plain(address), 300)}`)} → ${status ?? 'no response'}${place}`,
    ...(request ? [`    sent      ${cut(plain(request), 300)}`] : []),
    ...(response ? [`    received  ${excerpt ?? cut(plain(response), 300)}`] : []),
    ...latestOf(curl.split('\n').filter((line) => line !== '')).map((line) => `  ${paint('dim', line)}`),
  ];
}

/** Leaves out the first lines of a long list: the last ones are the finding's own call. */
function latestOf(lines: readonly string[]): readonly string[] {
  const left = lines.length - MAX_CURL_LINES;
  if (left <= 0) return lines;
  return [`# ${left} lines before these are in the reports by --html and --json`, ...lines.slice(left)];
}

/** Renders a finding in one line, with its exchanges, or with its check if they have no names. */
function brief(finding: Finding, longest: number): string {
  const { source, found, pointer, expected, assumption, exchanges } = finding;
  if (expected === null) return `${cut(plain(describe(finding)), 2 * longest)}${quoted(finding)}`;
  const ids = exchanges.flatMap(({ id }) => (id === null ? [] : [plain(id)]));
  const operation = exchanges.at(-1)?.operation ?? exchanges.at(-1)?.method;
  const place = ids.length === 0 && operation ? ` (${operation}${pointer ? ` ${cut(plain(pointer), 80)}` : ''})` : '';
  const head = ids.length > 0 ? listed(ids, MAX_EXCHANGES) : plain(source.title);
  return (
    `${head === '' ? '' : `${head}: `}expected ${cut(plain(expected), longest)}, found ${cut(plain(found), longest)}` +
    `${place}${assumption === null ? '' : ` (assumption ${plain(assumption)})`}${quoted(finding)}`
  );
}

function quoted({ rules }: Finding): string {
  return rules.length > 0 ? ` (${rules.map(({ id }) => id).join(', ')})` : '';
}

function renderRest(rest: readonly Item[], { nouns }: Report, paint: Paint): string {
  if (rest.length === 0) return '';
  const lines = rest.map((one) => {
    const [first] = one.findings;
    const head = renderHead({ ...one, kind: 'rule', sentence: '' }, paint, 'red');
    return first ? `${head}\n  ${cut(plain(describe(first)), 330)}` : head;
  });
  const title = `${count(rest.length, `more ${nouns.failure}`)}, in short; --html and --json have the details`;
  return [title, ...lines].join('\n');
}

function renderKnown(known: readonly Item[], { nouns }: Report, paint: Paint): string {
  if (known.length === 0) return '';
  const lines = known.map(({ kind, name, verdict, findings: [first] }) => {
    const found = kind === 'situation' && first ? `: ${verdict}, ${brief(first, 160)}` : '';
    return `  ${plain(name)}${found}`;
  });
  return [paint('yellow', `Known: ${count(known.length, nouns.failure)}`), ...lines].join('\n');
}

function renderWarning(one: Item, paint: Paint): string {
  const more = one.times - Math.min(one.findings.length, MAX_FURTHER);
  if (one.findings.length === 0) return '';
  return [
    renderHead(one, paint, 'yellow'),
    ...one.findings.slice(0, MAX_FURTHER).map((finding) => `  ${brief(finding, 160)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...one.remarks.map(({ label, text }) => `  ${label.padEnd(9)} ${cut(plain(text), 400)}`),
  ].join('\n');
}

/** Renders each reason once, with the items that have no verdict for this reason. */
function renderMissed({ title, verdicts }: Report['missed'][number], { groups, nouns }: Report, paint: Paint): string {
  const missed = groups.flatMap(({ items }) => items).filter(({ verdict }) => verdicts.includes(verdict));
  if (missed.length === 0) return '';
  const [main, ...others] = verdicts.map((verdict) => missed.filter((one) => one.verdict === verdict).length);
  const counts = [
    count(main ?? 0, nouns.item),
    ...others.flatMap((number, i) => (number > 0 ? [`and ${number} ${verdicts[i + 1]}`] : [])),
  ];
  const causes = [...Map.groupBy(missed, causeOf)].toSorted(([, a], [, b]) => b.length - a.length);
  const nameOf = ({ name, verdict }: Item) => (verdict === verdicts[0] ? name : `${name} (${verdict})`);
  return [
    paint('yellow', `${title}: ${counts.join(', ')}`),
    ...causes
      .slice(0, MAX_CAUSES)
      .map(([cause, items]) => `  ${cut(plain(cause), 240)}\n    ${listed(items.map(nameOf), MAX_NAMES)}`),
    ...(causes.length > MAX_CAUSES
      ? [`  and ${causes.length - MAX_CAUSES} more reasons; --json and --html have them all`]
      : []),
  ].join('\n');
}

/** Returns the reason without its check count. */
function causeOf({ reason }: Item): string {
  return reason.replace(/^\d+ of \d+ checks not exercised: /, '');
}

function renderMended({ mended }: Report, paint: Paint): string {
  const { title, advice, lines } = mended;
  if (lines.length === 0) return '';
  return [
    paint('green', `${title}: ${count(lines.length, 'known failure')} (${advice})`),
    ...lines.map((line) => `  ${plain(line)}`),
  ].join('\n');
}

function renderErrors(errors: readonly Item[], paint: Paint): string {
  if (errors.length === 0) return '';
  const remarks = [...new Set(errors.flatMap((one) => one.remarks.map(({ text }) => text)))];
  return [
    paint('red', `Errors: ${errors.length}`),
    ...errors.slice(0, MAX_CAUSES).map(({ name, reason }) => `  ${plain(name)}: ${firstLines(reason)}`),
    ...(errors.length > MAX_CAUSES ? [`  and ${errors.length - MAX_CAUSES} more`] : []),
    ...remarks.map((text) => `  ${text}`),
  ].join('\n');
}

/** Returns the message, and its stack's first line. */
function firstLines(reason: string): string {
  const [message, from] = reason.split('\n');
  return cut(plain(`${message}${from ? ` (${from.trim()})` : ''}`), 300);
}

/** Renders item counts for each verdict, by group. Titles are cut if the table is wider than the terminal. */
function renderTally(report: Report, paint: Paint, width = Infinity): string {
  const { columns, rows } = tally(report);
  const widthOf = ({ name }: VerdictKind) => Math.max(4, name.length);
  const numbers = columns.reduce((sum, column) => sum + 2 + widthOf(column), 0);
  const widest = Math.min(Math.max(...rows.map(({ title }) => title.length)), Math.max(NARROWEST, width - numbers));
  const paintNumber = (number: number, column: VerdictKind) => {
    const colour = number === 0 ? 'dim' : COLOURS[column.tone];
    const text = (number === 0 ? '·' : String(number)).padStart(widthOf(column));
    return colour === null ? text : paint(colour, text);
  };
  const head = [`${report.nouns.item}s`.padEnd(widest), ...columns.map((one) => one.name.padStart(widthOf(one)))];
  const lines = rows.map(({ title, numbers: row }) => [
    cut(title, widest).padEnd(widest),
    ...columns.map((column, i) => paintNumber(row[i] ?? 0, column)),
  ]);
  return [paint('dim', head.join('  ')), ...lines.map((line) => line.join('  ').trimEnd())].join('\n');
}

function renderResult(report: Report, paint: Paint): string {
  return [
    paint(report.conclusion.outcome === 'passed' ? 'green' : 'red', plain(headline(report))),
    `${summary(report)}; ${report.done.map(plain).join(', ')}`,
    ...report.notes.map(plain),
  ].join('\n');
}

const ASSUMPTIONS = repositoryPage('docs/registers/assumptions.md');
const MAX_DETAILED = 20;
const MAX_FURTHER = 3;
const MAX_EXCHANGES = 4;
const MAX_CURL_LINES = 60;
const MAX_CAUSES = 15;
const MAX_NAMES = 12;
const NARROWEST = 12;
const COLOURS = { good: 'green', bad: 'red', doubtful: 'yellow', neutral: null } as const;
