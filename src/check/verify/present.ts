import { isRecord } from '../../base/values/kinds.ts';
import { select } from '../../base/values/select.ts';
import { asCurl } from '../../exchange/as-curl.ts';
import type { Header } from '../../exchange/exchange.ts';
import { documentSections } from '../../interface/rules/sections.ts';
import type { Failure } from '../report/baseline.ts';
import { failureKey, nameOf, sourceOf } from '../report/baseline.ts';
import type * as report from '../report/report.ts';
import { item } from '../report/report.ts';
import { count, cut, plain } from '../report/text.ts';
import type { Conclusion } from './conclusion.ts';
import { failuresOf } from './conclusion.ts';
import type { CheckedExchange } from './http/exchange.ts';
import { textOf } from './http/exchange.ts';
import type { AssumptionReport, RuleReport, VerifyReport } from './report.ts';
import type { ContractResult, Finding, Verdict } from './verdict.ts';

/**
 * Output from `taxiway verify --json`. One version may only add names, so a reader ignores unknown ones.
 *
 * @public made into report.schema.json
 */
export interface PublishedVerifyReport extends VerifyReport {
  conclusion: Conclusion;
}

/** Converts `taxiway verify` results into the common report form. `baseUrl`: as the user passed it. */
export function present(verified: VerifyReport, conclusion: Conclusion, baseUrl = ''): report.Report {
  const { taxiway, startedAt, durationMs, target, checks, calls, contracts, coverage } = verified;
  const { verdict, reason, partly, failures, known, mended, gaps, knownGaps } = conclusion;
  const broken = findBroken(verified, conclusion);
  const again = `taxiway verify ${baseUrl || target.flightsUrl}`;
  const seconds = durationMs / 1000;
  return {
    name: 'taxiway verify',
    checked: `checked ${coverage.checked} of ${count(coverage.of, 'rule')}`,
    ...{ taxiway, startedAt, durationMs },
    hostname: URL.parse(target.flightsUrl)?.hostname ?? 'localhost',
    subject: [
      target.flightsUrl,
      ...(target.transfersUrl === target.flightsUrl ? [] : [`transfers ${target.transfersUrl}`]),
      `profile ${target.profileCode}, ${target.sandbox ? 'a sandbox' : 'not a sandbox'}, liveMode ${target.liveMode}`,
    ],
    done: [
      ...[count(contracts.length, 'contract'), count(checks, 'check'), count(calls, 'call')],
      ...[`${seconds.toFixed(1)} s`, `${Math.round(checks / Math.max(seconds, 0.001))} checks/s`],
    ],
    notes: [...verified.notes, ...skippedPositions(contracts)],
    nouns: { item: 'rule', failure: 'failure' },
    verdicts: VERDICTS,
    conclusion: {
      outcome: verdict === 'incomplete' ? 'error' : verdict,
      word: verdict,
      reason,
      also: [
        ...(partly.length === 0 ? [] : [`${count(partly.length, 'rule')} passed in part only (--strict)`]),
        ...(verdict === 'failed' && gaps.length > 0 ? [`${count(gaps.length, 'check')} not exercised`] : []),
      ].join(', and '),
    },
    groups: [
      { title: 'harness', items: listFaults(verified) },
      { title: 'openapi.yaml', items: [...broken.values()].filter(({ kind }) => kind === 'place').map(toItem) },
      { title: 'assumptions', items: verified.assumptions.map((one) => presentAssumption(one, broken)) },
      ...[...documentSections].map(([section, title]) => ({
        title: section === 'preamble' ? title : `§ ${section} ${title}`,
        items: verified.rules
          .filter(({ sections }) => sections[0] === section)
          .map((rule) => presentRule(rule, contracts, broken.get(rule.id), again)),
      })),
    ],
    missed: [{ title: 'Not exercised', verdicts: ['not exercised', 'partly'] }],
    mended: {
      title: 'No longer failing',
      advice: '--write-baseline writes it again',
      lines: mended.map((failure) => `${nameOf(failure)}: ${sourceOf(failure)}`),
    },
    failures: [...failures, ...known, ...gaps, ...knownGaps],
    tiles: false,
    json: withoutParsedBodies({ ...verified, conclusion }),
  };
}

/** A broken rule, assumption or place, with its findings: the new ones, or all if the baseline lists all. */
interface Broken {
  kind: 'rule' | 'assumption' | 'place';
  name: string;
  known: boolean;
  seen: { contract: string; finding: Finding }[];
}

function findBroken({ contracts }: VerifyReport, { failures, known }: Conclusion): Map<string, Broken> {
  const open = Map.groupBy(failures, nameOf);
  const groups = Map.groupBy([...failures, ...known.filter((one) => !open.has(nameOf(one)))], nameOf);
  return new Map(
    [...groups].map(([name, group]) => {
      const keys = new Set(group.map(failureKey));
      const seen = contracts.flatMap((result) =>
        result.findings
          .filter((finding) => failuresOf(result, finding).some((failure) => keys.has(failureKey(failure))))
          .map((finding) => ({ contract: result.title, finding })),
      );
      const kind = kindOf(group[0]);
      return [name, { kind, name, known: !open.has(name), seen }];
    }),
  );
}

function kindOf(failure: Failure | undefined): Broken['kind'] {
  if (failure && 'rule' in failure) return 'rule';
  return failure && 'assumption' in failure ? 'assumption' : 'place';
}

function presentRule(
  { id, sections, sentence, verdict, reason, contracts: titles }: RuleReport,
  contracts: readonly ContractResult[],
  broken: Broken | undefined,
  again: string,
): report.Item {
  const own = contracts.filter(({ title }) => titles.includes(title));
  const error = own.find((result) => result.verdict === 'error');
  return item({
    ...(broken ? toItem(broken) : { kind: 'rule', name: id, outcome: OUTCOMES[verdict] }),
    ...{ sentence, verdict, sections, facts: own.map(factOf) },
    reason: verdict === 'error' && error ? `${error.title}: ${reason}` : reason || (REASONS[verdict] ?? ''),
    remarks: broken ? [{ label: 'again', text: `${again} --only ${id}` }] : remarksOn(verdict, reason),
    durationMs: own.reduce((sum, result) => sum + result.durationMs, 0),
  });
}

/** Returns a contract's title, and its flaws' positions. */
function factOf({ title, positions }: ContractResult): string {
  const tried = positions.filter(({ skipped }) => skipped === '').map(({ name }) => name);
  return tried.length > 1 ? `${title} (${tried.join('; ')})` : title;
}

/** Returns one line for each position missing at the target. */
function skippedPositions(contracts: readonly ContractResult[]): string[] {
  const skipped = contracts.flatMap(({ positions }) => positions).filter((one) => one.skipped !== '');
  return [...Map.groupBy(skipped, ({ name }) => name)].map(
    ([name, all]) => `flaws not tried at ${name}, in ${count(all.length, 'check')}: ${all[0]?.skipped}`,
  );
}

function presentAssumption(
  { id, value, findings }: AssumptionReport,
  broken: ReadonlyMap<string, Broken>,
): report.Item {
  const failed = broken.get(id);
  if (failed) return { ...toItem(failed), sentence: `Assumed: ${value}` };
  const shown = findings.map((finding) => presentFinding(finding, ''));
  const head = { kind: 'assumption', name: id, sentence: value, verdict: 'warn', outcome: 'warned' } as const;
  return item({ ...head, findings: shown });
}

function toItem({ kind, name, known, seen }: Broken): report.Item {
  return item({
    ...{ kind, name, verdict: 'fail', outcome: known ? 'known' : 'failed' },
    sentence: kind === 'place' ? 'The response matches the schema of openapi.yaml in all parts without a rule.' : '',
    findings: seen.map(({ contract, finding }) => ({ ...presentFinding(finding, contract), level: 'fail' })),
  });
}

/** Returns errors shown by no rule, because another contract for the rule had a verdict. */
function listFaults({ contracts, faults, rules }: VerifyReport): report.Item[] {
  const shown = new Set(rules.filter(({ verdict }) => verdict === 'error').map(({ id }) => id));
  const ended = contracts.filter(({ verdict, rules: own }) => verdict === 'error' && !own.some((id) => shown.has(id)));
  return [
    ...ended.map(({ title, reason }) => ({ name: title, reason, remarks: remarksOn('error', reason) })),
    ...faults.map((fault, i) => ({ name: `fault ${i + 1}`, reason: fault, remarks: [HARNESS_FAULT] })),
  ].map((one) => item({ ...one, kind: 'fault', sentence: '', verdict: 'error', outcome: 'error' }));
}

function remarksOn(verdict: Verdict, reason: string): report.Remark[] {
  return verdict === 'error' && reason.includes('the harness failed:') ? [HARNESS_FAULT] : [];
}

function presentFinding(finding: Finding, contract: string): report.Finding {
  const { verdict, expected, position = '', actual, pointer, exchange, counterpart, calls } = finding;
  return {
    level: verdict,
    source: { kind: 'contract', title: contract },
    expected: expected.includes(position) ? expected : `${expected} (${position})`,
    ...{ found: actual, pointer, assumption: null, rules: [] },
    exchanges: [
      ...(counterpart ? [presentExchange(counterpart, null, undefined)] : []),
      ...(exchange ? [presentExchange(exchange, pointer, calls)] : []),
    ],
  };
}

function presentExchange(
  exchange: CheckedExchange,
  pointer: string | null,
  calls: string | undefined,
): report.ShownExchange {
  const { operationId, method, server = '', path, status, request, response, durationMs } = exchange;
  return {
    ...{ id: null, operation: operationId, method, address: server + path, status },
    time: `${durationMs} ms`,
    requestHeaders: linesOf(request.headers),
    responseHeaders: `${status}\n${linesOf(response.headers)}`,
    request: request.body || null,
    response: textOf(exchange) || null,
    excerpt: pointer ? excerpt(exchange, pointer) : null,
    curl: calls ?? asCurl(exchange, server),
  };
}

function linesOf(headers: readonly Header[]): string {
  return headers.map((header) => header.join(': ')).join('\n');
}

/** Returns the part of a body around a JSON pointer in one line: the object with the value, but no inner objects. */
function excerpt({ value }: CheckedExchange, pointer: string): string | null {
  const around = pointer.replace(/\/[^/]*$/, '');
  const key = pointer.slice(around.length + 1);
  const [parent] = select(value, around);
  if (typeof parent?.value !== 'object' || parent.value === null) return null;
  const text = JSON.stringify(parent.value, (name, value: unknown) => (name === '' ? value : abridged(value)))
    .replaceAll('["…"]', '[…]')
    .replaceAll('{"…":"…"}', '{…}');
  const begin = Math.max(0, text.indexOf(`${JSON.stringify(key)}:`) - MAX_EXCERPT / 3);
  const head = `${around === '' ? '' : `${around}: `}${begin > 0 ? '…' : ''}`;
  return `${head}${cut(plain(text.slice(Math.floor(begin))), MAX_EXCERPT)}`;
}

function abridged(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? ['…'] : { '…': '…' };
}

/** Removes parsed bodies: the published report has each response body once, as text. */
function withoutParsedBodies(published: PublishedVerifyReport): object {
  return JSON.parse(JSON.stringify(published, withoutParsedBody)) as object;
}

function withoutParsedBody(key: string, part: unknown): unknown {
  if (!['exchange', 'counterpart'].includes(key) || !isRecord(part)) return part;
  const { value: _, ...exchange } = part;
  return exchange;
}

const MAX_EXCERPT = 300;
const REASONS: Partial<Record<Verdict, string>> = { warn: 'an assumption is not met' };
const OUTCOMES = {
  fail: 'failed',
  error: 'error',
  warn: 'warned',
  partly: 'passed',
  'not exercised': 'skipped',
  'not applicable': 'skipped',
  pass: 'passed',
} as const satisfies Record<Verdict, report.Item['outcome']>;
const VERDICTS: readonly report.VerdictKind[] = [
  { name: 'pass', said: 'passed', tone: 'good' },
  { name: 'fail', said: 'failed', tone: 'bad' },
  { name: 'warn', said: 'with warnings', tone: 'doubtful' },
  { name: 'error', said: 'in error', tone: 'bad' },
  { name: 'partly', said: 'passed in part', tone: 'doubtful' },
  { name: 'not exercised', said: 'not exercised', tone: 'doubtful' },
  { name: 'not applicable', said: 'not applicable', tone: 'neutral' },
];
const HARNESS_FAULT: report.Remark = {
  label: 'see',
  text: 'This is a fault of the harness: please report it with these lines and `taxiway --version`.',
};
