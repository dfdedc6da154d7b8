import { documentSections } from '../../rules/sections.ts';
import { exchangeAsCurl } from '../http/exchange.ts';
import type { Finding } from '../verdict.ts';
import type { BrokenRule } from './broken-rules.ts';
import { listBroken } from './broken-rules.ts';
import type { Conclusion } from './conclusion.ts';
import type { Report, RuleReport } from './report.ts';
import { cut, firstLine } from './text.ts';

/**
 * The report as JUnit XML, as Jenkins and GitLab read it: a suite for each section of the document, a case for each
 * rule. A failure that the baseline knows is skipped, as is what was not exercised.
 */
export function renderJunit(report: Report, conclusion: Conclusion): string {
  const broken = new Map(listBroken(report, conclusion).map((one) => [one.name, one]));
  const suites = [
    ...[...documentSections].map(([section, title]) =>
      toSuite(
        section === 'preamble' ? title : `§ ${section} ${title}`,
        report.rules
          .filter((rule) => rule.sections[0] === section)
          .map((rule) => ruleCase(rule, broken.get(rule.id), report)),
      ),
    ),
    toSuite(
      'assumptions',
      report.assumptions.map(({ id, findings }) => brokenCase(id, broken.get(id), findings.map(describe).join('\n'))),
    ),
    toSuite(
      'openapi.yaml',
      [...broken.values()].filter(({ kind }) => kind === 'place').map((one) => brokenCase(one.name, one, '')),
    ),
    toSuite('harness', harnessCases(report, conclusion)),
  ].filter(({ cases }) => cases.length > 0);
  const attributes = {
    name: 'taxiway verify',
    ...totals(suites.flatMap(({ cases }) => cases)),
    time: seconds(report.durationMs),
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    'testsuites',
    attributes,
    suites.map((suite) => renderSuite(suite, report)),
  )}\n`;
}

interface Suite {
  name: string;
  cases: Case[];
}

interface Case {
  name: string;
  durationMs: number;
  outcome: 'passed' | 'failure' | 'error' | 'skipped';
  /** Notes on the outcome; the first line of each is its message. A skipped case has one. */
  notes: string[];
  out?: string;
}

function toSuite(name: string, cases: Case[]): Suite {
  return { name, cases };
}

function ruleCase(
  { id, sentence, verdict, reason, contracts }: RuleReport,
  broken: BrokenRule | undefined,
  report: Report,
): Case {
  const durationMs = report.contracts
    .filter(({ title }) => contracts.includes(title))
    .reduce((sum, result) => sum + result.durationMs, 0);
  if (broken) return { ...brokenCase(id, broken, sentence), durationMs };
  if (verdict === 'error') return { name: id, durationMs, outcome: 'error', notes: [reason] };
  const skipped = verdict === 'not exercised' || verdict === 'not applicable';
  return {
    name: id,
    durationMs,
    outcome: skipped ? 'skipped' : 'passed',
    notes: skipped ? [`${verdict}: ${reason}`] : [],
    ...(verdict === 'warn' && { out: 'an assumption is not met' }),
    ...(verdict === 'partly' && { out: `partly: ${reason}` }),
  };
}

function brokenCase(name: string, broken: BrokenRule | undefined, out: string): Case {
  if (!broken) return { name, durationMs: 0, outcome: 'passed', notes: [], out };
  if (broken.known)
    return {
      name,
      durationMs: 0,
      outcome: 'skipped',
      notes: ['known failure, from the baseline'],
      out: broken.seen.map(({ finding }) => describe(finding)).join('\n'),
    };
  return {
    name,
    durationMs: 0,
    outcome: 'failure',
    notes: broken.seen.map(({ contract, finding }) => noteOf(broken, contract, finding)),
  };
}

/** Errors that no rule shows, because another contract of the rule had a verdict. */
function harnessCases({ contracts, faults, rules }: Report, { reason }: Conclusion): Case[] {
  const shown = new Set(rules.filter(({ verdict }) => verdict === 'error').map(({ id }) => id));
  const ended = contracts
    .filter(({ verdict, rules: own }) => verdict === 'error' && !own.some((id) => shown.has(id)))
    .map((result): Case => ({
      name: result.title,
      durationMs: result.durationMs,
      outcome: 'error',
      notes: [result.reason],
    }));
  const own = faults.map((fault, index): Case => ({
    name: `fault ${index + 1}`,
    durationMs: 0,
    outcome: 'error',
    notes: [fault],
  }));
  const nothing: Case[] =
    reason !== '' && ended.length + own.length + shown.size === 0
      ? [{ name: 'the run', durationMs: 0, outcome: 'error', notes: [reason] }]
      : [];
  return [...ended, ...own, ...nothing];
}

function noteOf({ sentence }: BrokenRule, contract: string, finding: Finding): string {
  const { exchange } = finding;
  return [
    describe(finding),
    sentence,
    `contract: ${contract}`,
    ...(exchange
      ? [
          '',
          `${exchange.request.method} ${exchange.request.url} → ${exchange.response.status}`,
          cut(exchange.response.text, 2000),
          '',
          exchangeAsCurl(exchange),
        ]
      : []),
  ].join('\n');
}

function describe({ expected, actual, pointer }: Finding): string {
  return `expected ${expected}, found ${actual}${pointer ? ` at ${pointer}` : ''}`;
}

function renderSuite({ name, cases }: Suite, { startedAt, target }: Report): string {
  const time = seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0));
  return element(
    'testsuite',
    { name, ...totals(cases), time, timestamp: startedAt.slice(0, 19), hostname: hostOf(target.flightsUrl) },
    cases.map((one) => renderCase(one, name)),
  );
}

function renderCase({ name, durationMs, outcome, notes, out }: Case, classname: string): string {
  return element('testcase', { name, classname, time: seconds(durationMs) }, [
    ...renderOutcome(outcome, notes),
    ...(out ? [element('system-out', {}, [escapeXml(out)])] : []),
  ]);
}

function renderOutcome(outcome: Case['outcome'], notes: readonly string[]): string[] {
  if (outcome === 'passed') return [];
  if (outcome === 'skipped') return notes.map((note) => element('skipped', { message: messageOf(note) }, []));
  return notes.map((note) => element(outcome, { message: messageOf(note), type: outcome }, [escapeXml(note)]));
}

function totals(cases: readonly Case[]): Record<'tests' | 'failures' | 'errors' | 'skipped', string> {
  const of = (outcome: Case['outcome']) => String(cases.filter((one) => one.outcome === outcome).length);
  return { tests: String(cases.length), failures: of('failure'), errors: of('error'), skipped: of('skipped') };
}

function element(name: string, attributes: Readonly<Record<string, string>>, children: readonly string[]): string {
  const open = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)].join(' ');
  if (children.length === 0) return `<${open}/>`;
  return children.every((child) => child.startsWith('<'))
    ? `<${open}>\n${children.join('\n')}\n</${name}>`
    : `<${open}>${children.join('')}</${name}>`;
}

/**
 * Replaces what XML 1.0 cannot represent: most control characters and lone surrogates; also what hides or reverses
 * text.
 */
function escapeXml(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, '\uFFFD').replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function messageOf(note: string): string {
  return cut(firstLine(note), 500);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? 'localhost';
}
