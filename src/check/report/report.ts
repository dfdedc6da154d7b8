import type { Failure } from './baseline.ts';
import { count } from './text.ts';

/**
 * One run's results. verify, judge and exam fill it, and `formats/` has one writer for each format. Its texts come from
 * targets, recordings and clients, so every writer escapes them. The commands redact secrets before.
 */
export interface Report {
  /** The reporting command, as in `taxiway verify`. */
  name: string;
  /** Coverage, as in `checked 70 of 188 rules`. Every format begins with it. */
  checked?: string;
  /** taxiway version. */
  taxiway: string;
  /** ISO 8601. */
  startedAt: string;
  durationMs: number;
  /** The target's host name. */
  hostname: string;
  /** Facts about the target, the recording or the client, one per line. */
  subject: string[];
  /** Work done, as in `12 calls`. */
  done: string[];
  /** Limits on the result, such as a recording's missing end. */
  notes: string[];
  /** Nouns for the items with verdicts, and for the failed items. */
  nouns: { item: string; failure: string };
  /** An item's possible verdicts, in summary order. */
  verdicts: readonly VerdictKind[];
  conclusion: Conclusion;
  /** Items by document section, or by task. */
  groups: Group[];
  /** Lists items without a verdict, grouped by their reason. The first verdict names the list. */
  missed: { title: string; verdicts: readonly string[] }[];
  /** Fixed items from the baseline or the expected failures; `advice` names the next step. */
  mended: { title: string; advice: string; lines: string[] };
  /** Failures for `--write-baseline`, known ones included. */
  failures: readonly Failure[];
  /** True to show each group as tiles, with details for failed items only. */
  tiles: boolean;
  /** The object for `--json`. Its schema is published. */
  json: object;
}

/** Result for the whole run. */
export interface Conclusion {
  outcome: RunOutcome;
  /** The outcome's name: a judge uses `kept` and `broken`. */
  word: string;
  /** Reason for the error; empty otherwise. */
  reason: string;
  /** Further reason for a failure, as in `2 rules passed in part only (--strict)`, or limit to a pass; else empty. */
  also: string;
}

export type RunOutcome = 'passed' | 'failed' | 'error';

export interface VerdictKind {
  name: string;
  /** The verdict in a sentence after a number, as in `2 failed`. */
  said: string;
  tone: 'good' | 'bad' | 'doubtful' | 'neutral';
  /** Sign on a tile. */
  mark?: string;
}

export interface Group {
  title: string;
  items: Item[];
}

/** A rule, a situation or any other item with a verdict. */
export interface Item {
  /** Summaries count rules and situations only. */
  kind: 'rule' | 'situation' | 'assumption' | 'advice' | 'place' | 'fault';
  /** Unique among the items. */
  name: string;
  /** Interface document sections. */
  sections: readonly string[];
  /** The document's statement, or the situation's title. */
  sentence: string;
  verdict: string;
  /** The verdict with regard to the baseline and `--strict`. */
  outcome: 'failed' | 'error' | 'known' | 'warned' | 'skipped' | 'passed';
  /** Heading in capitals, as in `BROKEN`. */
  label: string;
  /** Reason for a missing or partial verdict; empty otherwise. */
  reason: string;
  findings: Finding[];
  /** Occurrences; more than the findings if not all are stored. */
  times: number;
  /** Additional facts: contracts, occasions, counts. */
  facts: string[];
  /** Instructions: the right way, how to check again, further reading. */
  remarks: Remark[];
  /** Its page's address in the docs; null if it has none. */
  page: string | null;
  /** The clients' standard output. */
  output: string;
  /** A crashed client's last lines. */
  lastLines: string[];
  durationMs: number;
}

export interface Remark {
  label: 'instead' | 'see' | 'again' | 'armed' | 'drawn' | 'runs' | 'refused';
  text: string;
}

/** One difference between the expected and the actual behaviour. */
export interface Finding {
  level: 'fail' | 'warn' | 'advice';
  /** The check's kind and title; a situation has only the kind. */
  source: { kind: string; title: string };
  /** Expected behaviour; null if `found` is sufficient. */
  expected: string | null;
  found: string;
  /** JSON pointer; null if it is not about one value. */
  pointer: string | null;
  /** Id of the assumption that is not met. */
  assumption: string | null;
  /** Broken rules, if they are not the item itself. */
  rules: readonly QuotedRule[];
  exchanges: readonly ShownExchange[];
}

export interface QuotedRule {
  id: string;
  sections: readonly string[];
  sentence: string;
  page: string;
}

/** An exchange as evidence for a finding. */
export interface ShownExchange {
  /** Name in its source; null without one. */
  id: string | null;
  operation: string | null;
  method: string;
  /** Path or URL. */
  address: string;
  /** Null without a response. */
  status: number | null;
  /** Instant or duration. */
  time: string;
  /** Header lines; empty if the source does not have them. */
  requestHeaders: string;
  responseHeaders: string;
  /** Bodies; null for none. */
  request: string | null;
  response: string | null;
  /** The response's relevant part; null for its beginning. */
  excerpt: string | null;
  /** Curl command to send it again; empty without one. */
  curl: string;
}

/** Returns an item. The caller adds findings and remarks. */
export function item(required: Pick<Item, 'kind' | 'name' | 'sentence' | 'verdict' | 'outcome'> & Partial<Item>): Item {
  return {
    sections: [],
    label: required.verdict.toUpperCase(),
    reason: '',
    findings: [],
    times: required.findings?.length ?? 0,
    facts: [],
    remarks: [],
    page: null,
    output: '',
    lastLines: [],
    durationMs: 0,
    ...required,
  };
}

/** Returns the command's exit code. */
export function exitCodeOf({ conclusion }: Pick<Report, 'conclusion'>): number {
  return exitCodes[conclusion.outcome];
}

/** 0: passed. 1: a failure. 2: an error, so no result. */
export const exitCodes = { passed: 0, failed: 1, error: 2 } as const satisfies Record<RunOutcome, number>;

/** Returns the items with this outcome, in order. */
export function itemsWith({ groups }: Report, outcome: Item['outcome']): Item[] {
  return groups.flatMap(({ items }) => items).filter((one) => one.outcome === outcome);
}

/** Returns the result in one line: `FAILED: 2 failures and 1 known`. */
export function headline(report: Report): string {
  const { conclusion, nouns } = report;
  const { outcome, reason, also } = conclusion;
  const word = conclusion.word.toUpperCase();
  const failed = itemsWith(report, 'failed').length;
  const known = itemsWith(report, 'known').length;
  if (outcome === 'passed') {
    const passed = known > 0 ? `${word}, with ${count(known, `known ${nouns.failure}`)}` : word;
    return also === '' ? passed : `${passed}: ${also}`;
  }
  if (outcome === 'error') return `${word}: ${reason}${failed > 0 ? `, and ${count(failed, nouns.failure)}` : ''}`;
  const failures = `${count(failed, nouns.failure)}${known > 0 ? ` and ${known} known` : ''}`;
  return `${word}: ${failures}${also === '' ? '' : `, and ${also}`}`;
}

/** Returns the verdicts in one line: `9 rules: 8 passed, 1 failed`. */
export function summary(report: Report): string {
  const counts = countVerdicts(report.groups.flatMap(({ items }) => items));
  const said = report.verdicts.flatMap(({ name, said: word }) => {
    const number = counts.get(name) ?? 0;
    return number > 0 ? [`${number} ${word}`] : [];
  });
  const total = [...counts.values()].reduce((sum, number) => sum + number, 0);
  return `${count(total, report.nouns.item)}${said.length > 0 ? `: ${said.join(', ')}` : ''}`;
}

/** Returns a table that counts items for each group and occurring verdict, and a last row for all. */
export function tally({ groups, verdicts }: Report): {
  columns: VerdictKind[];
  rows: { title: string; numbers: number[] }[];
} {
  const counted = groups
    .map(({ title, items }) => ({ title, counts: countVerdicts(items) }))
    .filter(({ counts }) => counts.size > 0);
  const all = { title: 'all', counts: countVerdicts(groups.flatMap(({ items }) => items)) };
  const columns = verdicts.filter(({ name }) => all.counts.has(name));
  return {
    columns,
    rows: [...counted, all].map(({ title, counts }) => ({
      title,
      numbers: columns.map(({ name }) => counts.get(name) ?? 0),
    })),
  };
}

/** Returns a finding in one sentence, without its source. */
export function describe({ source, expected, found, pointer }: Finding): string {
  if (expected === null) return `${source.kind}: ${found}`;
  return `expected ${expected}, found ${found}${pointer ? ` at ${pointer}` : ''}`;
}

function countVerdicts(items: readonly Item[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, verdict } of items)
    if (kind === 'rule' || kind === 'situation') counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return counts;
}
