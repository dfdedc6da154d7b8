import type { Failure } from './baseline.ts';
import { count } from './text.ts';

/**
 * The results of one run. verify, judge and exam fill it, and `formats/` has one writer for each format. Its texts come
 * from targets, recordings and clients: every writer escapes them. Secrets are redacted before.
 */
export interface Report {
  /** The command that wrote it, as in `taxiway verify`. */
  name: string;
  /** Version of taxiway. */
  taxiway: string;
  /** ISO 8601. */
  startedAt: string;
  durationMs: number;
  /** Host name of the target. */
  hostname: string;
  /** The target, the recording or the client, one line for each fact about it. */
  subject: string[];
  /** Amount of work done, as in `12 calls`. */
  done: string[];
  /** Limits of the result, as in the missing end of a recording. */
  notes: string[];
  /** Noun for the items that have verdicts, and for the items that fail. */
  nouns: { item: string; failure: string };
  /** Verdicts that an item can have, in the order of the summary. */
  verdicts: readonly VerdictKind[];
  conclusion: Conclusion;
  /** Items by section of the document, or by task. */
  groups: Group[];
  /** Lists of items that got no verdict, grouped by their reason. The first verdict names the list. */
  missed: { title: string; verdicts: readonly string[] }[];
  /** Items of the baseline, or of the expected failures, that no longer fail; `advice` says what to do. */
  mended: { title: string; advice: string; lines: string[] };
  /** Failures for `--write-baseline`, known ones included. */
  failures: readonly Failure[];
  /** Shows each group as tiles, with details of the items that failed only. */
  tiles: boolean;
  /** The object that `--json` writes. Its schema is published. */
  json: object;
}

/** The result of the run as a whole. */
export interface Conclusion {
  outcome: RunOutcome;
  /** Name of the outcome: a judge says `kept` and `broken`. */
  word: string;
  /** Reason why nothing can be said; empty otherwise. */
  reason: string;
  /** Further reason for failure, as in `2 rules passed in part only (--strict)`, or limit of a pass; empty for none. */
  also: string;
}

export type RunOutcome = 'passed' | 'failed' | 'error';

export interface VerdictKind {
  name: string;
  /** The verdict in a sentence that begins with a number, as in `2 failed`. */
  said: string;
  tone: 'good' | 'bad' | 'doubtful' | 'neutral';
  /** Sign on a tile. */
  mark?: string;
}

export interface Group {
  title: string;
  items: Item[];
}

/** A rule, a situation or anything else that has a verdict. */
export interface Item {
  /** Summaries count rules and situations only. */
  kind: 'rule' | 'situation' | 'assumption' | 'advice' | 'place' | 'fault';
  /** Unique among the items. */
  name: string;
  /** Sections of the interface document. */
  sections: readonly string[];
  /** Statement of the document, or title of the situation. */
  sentence: string;
  verdict: string;
  /** The verdict in the light of the baseline and of `--strict`. */
  outcome: 'failed' | 'error' | 'known' | 'warned' | 'skipped' | 'passed';
  /** Heading in capitals, as in `BROKEN`. */
  label: string;
  /** Why there is no verdict, or no full one; empty otherwise. */
  reason: string;
  findings: Finding[];
  /** Number of times that it was found; more than the findings if not all are held. */
  times: number;
  /** Facts for a reader with time: contracts, occasions, counts. */
  facts: string[];
  /** Instructions: how to do it right, how to check again, where to read more. */
  remarks: Remark[];
  /** Address of its page in the docs; null if it has none. */
  page: string | null;
  /** Standard output of the clients. */
  output: string;
  /** Last lines of a client that crashed. */
  lastLines: string[];
  durationMs: number;
}

export interface Remark {
  label: 'instead' | 'see' | 'again' | 'armed' | 'drawn' | 'runs';
  text: string;
}

/** One difference between what was expected and what was found. */
export interface Finding {
  level: 'fail' | 'warn' | 'advice';
  /** Kind and title of the check that found it; a situation has the kind alone. */
  source: { kind: string; title: string };
  /** Null if `found` says it all. */
  expected: string | null;
  found: string;
  /** JSON pointer; null if it is not about one value. */
  pointer: string | null;
  /** Id of the assumption that it is based on. */
  assumption: string | null;
  /** Rules that it breaks, if they are not the item itself. */
  rules: readonly QuotedRule[];
  exchanges: readonly ShownExchange[];
}

export interface QuotedRule {
  id: string;
  sections: readonly string[];
  sentence: string;
  page: string;
}

/** An exchange that shows a finding. */
export interface ShownExchange {
  /** Its name in its source; null if it has none. */
  id: string | null;
  operation: string | null;
  method: string;
  /** Path or URL. */
  address: string;
  /** Null if no response came. */
  status: number | null;
  /** Instant or duration. */
  time: string;
  /** Lines of headers; empty if the source does not have them. */
  requestHeaders: string;
  responseHeaders: string;
  /** Bodies; null for none. */
  request: string | null;
  response: string | null;
  /** Part of the response that the finding is about; null for its beginning. */
  excerpt: string | null;
  /** Curl command that sends it again; empty if there is none. */
  curl: string;
}

/** An item without findings and remarks, which the caller adds. */
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

/** Exit code of the command. */
export function exitCodeOf({ conclusion }: Pick<Report, 'conclusion'>): number {
  return exitCodes[conclusion.outcome];
}

/** 0: passed. 1: something failed. 2: nothing can be said. */
export const exitCodes = { passed: 0, failed: 1, error: 2 } as const satisfies Record<RunOutcome, number>;

/** Items with this outcome, in their order. */
export function itemsWith({ groups }: Report, outcome: Item['outcome']): Item[] {
  return groups.flatMap(({ items }) => items).filter((one) => one.outcome === outcome);
}

/** The result in one line: `FAILED: 2 failures and 1 known`. */
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

/** The verdicts in one line: `9 rules: 8 passed, 1 failed`. */
export function summary(report: Report): string {
  const counts = countVerdicts(report.groups.flatMap(({ items }) => items));
  const said = report.verdicts.flatMap(({ name, said: word }) => {
    const number = counts.get(name) ?? 0;
    return number > 0 ? [`${number} ${word}`] : [];
  });
  const total = [...counts.values()].reduce((sum, number) => sum + number, 0);
  return `${count(total, report.nouns.item)}${said.length > 0 ? `: ${said.join(', ')}` : ''}`;
}

/** A table of the groups with the number of items for each verdict that occurs, and a last row for all. */
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

/** A finding in one sentence, without its source. */
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
