import { code, table } from '../../../base/markdown.ts';
import type { Finding, Item, Report } from '../report.ts';
import { describe, headline, itemsWith, summary, tally } from '../report.ts';
import { count, cut, firstLine, plain, sectionsOf } from '../text.ts';

/**
 * Returns workflow commands for failures and errors on a GitHub Actions run's page: up to the annotation limit, then a
 * count for the others.
 */
export function renderAnnotations(report: Report): string {
  const { name, conclusion } = report;
  const errors = itemsWith(report, 'error');
  const all = [
    ...itemsWith(report, 'failed').map(annotate),
    ...errors.map((one) => annotation(name, `${one.name}: ${firstLine(one.reason)}`)),
    ...(conclusion.outcome === 'error' && errors.length === 0 ? [annotation(name, conclusion.reason)] : []),
  ];
  if (all.length <= MAX_ANNOTATIONS) return lines(all);
  const left = count(all.length - MAX_ANNOTATIONS + 1, 'more failure');
  return lines([...all.slice(0, MAX_ANNOTATIONS - 1), annotation(name, `${left}: see the log of this step`)]);
}

/** Returns the report in Markdown, for a step summary: the result, the failures, and the verdicts by group. */
export function renderMarkdown(report: Report): string {
  const { columns, rows } = tally(report);
  const broken = [...itemsWith(report, 'failed'), ...itemsWith(report, 'known')];
  return `${[
    ...(report.checked ? [inRow(report.checked)] : []),
    `## ${report.name}: ${inRow(headline(report))}`,
    ...report.subject.slice(0, 1).map((line) => codeOf(line)),
    `${summary(report)}; ${report.done.map(inRow).join(', ')}`,
    ...report.notes.map(inRow),
    ...(broken.length === 0 ? [] : [table(['Name', '§', 'Verdict', 'Found'], broken.slice(0, MAX_ROWS).map(toRow))]),
    ...(broken.length > MAX_ROWS ? [`and ${broken.length - MAX_ROWS} more`] : []),
    table(
      ['', ...columns.map(({ name }) => name)],
      rows.map(({ title, numbers }) => [title, ...numbers.map(String)]),
    ),
  ].join('\n\n')}\n`;
}

function annotate({ name, sections, sentence, findings: [first] }: Item): string {
  return annotation(`${name}${sectionsOf(sections, (list) => ` (§ ${list})`)}`, joined(sentence, first));
}

/** Joins the statement and the finding; a colon follows a title. */
function joined(sentence: string, finding: Finding | undefined): string {
  if (!finding) return sentence;
  const places = finding.exchanges.flatMap(({ id, method, address }) => (id ? [`${id} ${method} ${address}`] : []));
  const found = `${describe(finding).replace(/\.$/, '')}${places.length > 0 ? ` (${places.join(', ')})` : ''}.`;
  if (!sentence.endsWith('.')) return sentence === '' ? found : `${sentence}: ${found}`;
  return `${sentence} ${found.charAt(0).toUpperCase()}${found.slice(1)}`;
}

function annotation(title: string, message: string): string {
  return `::error title=${escapeProperty(cut(plain(title), 200))}::${escapeMessage(cut(plain(message), 1000))}`;
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function lines(commands: readonly string[]): string {
  return commands.map((command) => `${command}\n`).join('');
}

function toRow({ name, kind, sentence, outcome, verdict, sections, findings }: Item): string[] {
  return [
    `${codeOf(name)}${kind === 'situation' ? ` ${inRow(sentence)}` : ''}`,
    sections.join(', '),
    `${verdict}${outcome === 'known' ? ' (known)' : ''}`,
    findings
      .slice(0, 1)
      .map((finding) => inRow(describe(finding)))
      .join(''),
  ];
}

function codeOf(text: string): string {
  return code(cut(plain(text), 300).replaceAll('`', "'").replaceAll('|', '\\|'));
}

/** Returns a text as a Markdown table cell, with Markdown and HTML escaped. */
function inRow(text: string): string {
  return cut(plain(text), 300).replace(/[\\`*_~[\]<>|&#!@]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Annotations per kind that GitHub shows for a step. */
const MAX_ANNOTATIONS = 10;
const MAX_ROWS = 100;
