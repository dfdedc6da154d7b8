import type { Finding, Group, Item, Report, ShownExchange } from '../report.ts';
import { describe, itemsWith } from '../report.ts';
import { cut, escapeMarkup, firstLine } from '../text.ts';

/**
 * Returns the report as JUnit XML for Jenkins and GitLab: a suite for each group, a case for each item. Known failures
 * and items without a verdict are skipped. Notes are skipped cases, and a run with an error has an erroneous case.
 */
export function renderJunit(report: Report): string {
  const { name, durationMs, conclusion, notes } = report;
  const own: Case[] = [
    ...(conclusion.outcome === 'error' && itemsWith(report, 'error').length === 0
      ? [{ name: 'the run', durationMs, outcome: 'error' as const, notes: [conclusion.reason], out: '' }]
      : []),
    ...notes.map((note): Case => ({ name: cut(note, 80), durationMs: 0, outcome: 'skipped', notes: [note], out: '' })),
  ];
  const suites = [
    ...report.groups.map(({ title, items }: Group) => ({ title, cases: items.filter(isDemanded).map(toCase) })),
    { title: 'the run', cases: own },
  ].filter(({ cases }) => cases.length > 0);
  const title = [name, report.checked].filter(Boolean).join(': ');
  const attributes = { name: title, ...totals(suites.flatMap(({ cases }) => cases)), time: seconds(durationMs) };
  const inside = suites.map(({ title, cases }) => renderSuite(title, cases, report));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, inside)}\n`;
}

/** False for advice. It has no case, because no rule demands it. */
function isDemanded({ kind }: Item): boolean {
  return kind !== 'advice';
}

interface Case {
  name: string;
  durationMs: number;
  outcome: 'passed' | 'failure' | 'error' | 'skipped';
  /** Notes on the outcome; the first line of each is its message. A skipped case has one note. */
  notes: string[];
  out: string;
}

function toCase(one: Item): Case {
  const { kind, sentence, durationMs, outcome, verdict, reason, findings, output } = one;
  const name = kind === 'situation' ? `${one.name}: ${sentence}` : one.name;
  const found = findings.slice(0, MAX_NOTES);
  if (outcome === 'failed') {
    const notes = found.map((finding) => noteOf(one, finding));
    return { name, durationMs, outcome: 'failure', notes: notes.length > 0 ? notes : [verdict], out: output };
  }
  const out = [...found.map(describe), output].filter(Boolean).join('\n');
  if (outcome === 'error') return { name, durationMs, outcome, notes: [reason], out };
  if (outcome === 'known') return { name, durationMs, outcome: 'skipped', notes: [`known failure: ${verdict}`], out };
  const because = [verdict, reason].filter(Boolean).join(': ');
  if (outcome === 'skipped') return { name, durationMs, outcome, notes: [because], out };
  return { name, durationMs, outcome: 'passed', notes: [], out: out || (reason && because) };
}

function noteOf({ sentence, remarks, page }: Item, finding: Finding): string {
  const { source, rules, exchanges } = finding;
  return [
    describe(finding),
    sentence,
    ...rules.map((rule) => `rule: ${rule.id}, ${rule.sentence}`),
    ...(source.title === '' ? [] : [`${source.kind}: ${source.title}`]),
    ...exchanges.map(renderExchange),
    ...remarks.map(({ label, text }) => `${label}: ${text}`),
    ...(page === null ? [] : [`see ${page}`]),
  ].join('\n');
}

function renderExchange({ id, time, method, address, status, request, response, curl }: ShownExchange): string {
  return [
    `${id === null ? '' : `${id}, ${time}: `}${method} ${address} → ${status ?? 'no response'}`,
    ...(request ? [`  sent ${cut(request, 2000)}`] : []),
    ...(response ? [`  received ${cut(response, 2000)}`] : []),
    ...(curl === '' ? [] : [curl]),
  ].join('\n');
}

function renderSuite(name: string, cases: readonly Case[], { startedAt, hostname }: Report): string {
  const time = seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0));
  return element(
    'testsuite',
    { name, ...totals(cases), time, timestamp: startedAt.slice(0, 19), hostname },
    cases.map((one) => renderCase(one, name)),
  );
}

function renderCase({ name, durationMs, outcome, notes, out }: Case, classname: string): string {
  const result = notes.map((note) => {
    const message = cut(firstLine(note), 500);
    if (outcome === 'skipped') return element('skipped', { message }, []);
    return element(outcome, { message, type: outcome }, [escapeMarkup(note)]);
  });
  const output = out === '' ? [] : [element('system-out', {}, [escapeMarkup(out)])];
  return element('testcase', { name, classname, time: seconds(durationMs) }, [...result, ...output]);
}

function totals(cases: readonly Case[]): Record<'tests' | 'failures' | 'errors' | 'skipped', string> {
  const of = (outcome: Case['outcome']) => String(cases.filter((one) => one.outcome === outcome).length);
  return { tests: String(cases.length), failures: of('failure'), errors: of('error'), skipped: of('skipped') };
}

function element(name: string, attributes: Readonly<Record<string, string>>, children: readonly string[]): string {
  const open = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeMarkup(value)}"`)].join(' ');
  if (children.length === 0) return `<${open}/>`;
  return children.every((child) => child.startsWith('<'))
    ? `<${open}>\n${children.join('\n')}\n</${name}>`
    : `<${open}>${children.join('')}</${name}>`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

const MAX_NOTES = 10;
