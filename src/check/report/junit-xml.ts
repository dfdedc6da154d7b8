import { cut, firstLine } from './text.ts';

/** What a JUnit file says of the run as a whole. */
export interface JunitRun {
  name: string;
  durationMs: number;
  /** ISO 8601. */
  startedAt: string;
  hostname: string;
}

/** Cases under one heading. */
export interface Suite {
  name: string;
  cases: Case[];
}

/** One rule, for example. */
export interface Case {
  name: string;
  durationMs: number;
  outcome: 'passed' | 'failure' | 'error' | 'skipped';
  /** Notes on the outcome; the first line of each is its message. A skipped case has one. */
  notes: string[];
  out?: string;
}

/** JUnit XML of suites, without those that are empty. */
export function renderJunitXml(all: readonly Suite[], run: JunitRun): string {
  const suites = all.filter(({ cases }) => cases.length > 0);
  const attributes = {
    name: run.name,
    ...totals(suites.flatMap(({ cases }) => cases)),
    time: seconds(run.durationMs),
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    'testsuites',
    attributes,
    suites.map((one) => renderSuite(one, run)),
  )}\n`;
}

export function suite(name: string, cases: Case[]): Suite {
  return { name, cases };
}

function renderSuite({ name, cases }: Suite, { startedAt, hostname }: JunitRun): string {
  const time = seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0));
  return element(
    'testsuite',
    { name, ...totals(cases), time, timestamp: startedAt.slice(0, 19), hostname },
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
