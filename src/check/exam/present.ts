import { isText } from '../../base/values/kinds.ts';
import { propertyOf } from '../../base/values/property.ts';
import { quote } from '../../exchange/as-curl.ts';
import { redactText } from '../../exchange/redaction.ts';
import { presentFinding } from '../judge/present.ts';
import { renderItem } from '../report/formats/text.ts';
import type * as report from '../report/report.ts';
import { item } from '../report/report.ts';
import type { Paint } from '../report/terminal.ts';
import { count, listed, plain } from '../report/text.ts';
import type { Discovery } from './explore.ts';
import type { ExamFinding } from './findings.ts';
import { fromConduct } from './findings.ts';
import { PERSON } from './protocol.ts';
import type { ExamReport, ExamRule, SituationReport } from './report.ts';
import type { SituationResult } from './result.ts';
import { firstTasks, tasks } from './situation.ts';
import type { FindingKind, Grade, Standing } from './standing.ts';
import type { ContentField } from './statement.ts';
import { contentFields } from './statement.ts';

/** Converts `taxiway exam` results into a report. Secrets are redacted. */
export function present(examined: ExamReport): report.Report {
  const { taxiway, exam, command, startedAt, durationMs, strict, grade, situations, stale } = examined;
  const run = situations.filter(({ result }) => result !== null);
  const warnings = run.reduce((sum, { result }) => sum + (result?.warnings.length ?? 0), 0);
  return redacted({
    name: 'taxiway exam',
    ...{ taxiway, startedAt, durationMs },
    subject: [command.join(' ')],
    done: [
      `exam ${exam}${strict ? ', strict' : ''}`,
      ...(grade === null ? [] : [`grade: ${GRADES[grade]}`]),
      ...(warnings > 0 && !strict ? [`${count(warnings, 'warning')} (--strict fails on them)`] : []),
      `${(durationMs / 1000).toFixed(1)} s`,
    ],
    notes: [...notStatedBy(run), ...adviceIn(run), ...leftBehindBy(run)],
    verdicts: VERDICTS,
    conclusion: conclude(examined),
    ...tilesOf(situations, (one) => presentSituation(one, examined)),
    mended: {
      title: 'Passes now',
      advice: 'remove these entries',
      lines: stale.map(({ situation, rule }) => `${situation}${rule === null ? '' : `:${rule}`}`),
    },
    json: JSON.parse(JSON.stringify(examined, leaveOut)) as object,
  });
}

/** Returns the report parts for situations in an exam or a comparison: a tile for each, by task. */
export function tilesOf<One extends { task: string }>(
  all: readonly One[],
  toItem: (one: One) => report.Item,
): Pick<report.Report, 'hostname' | 'nouns' | 'groups' | 'missed' | 'failures' | 'tiles'> {
  const groups = tasks.map((task) => ({ title: task, items: all.filter((one) => one.task === task).map(toItem) }));
  const nouns = { item: 'situation', failure: 'situation' };
  return { hostname: 'localhost', nouns, groups, missed: [], failures: [], tiles: true };
}

/** Returns the shortest random event lists with a failure, and the failures. Secrets are redacted. */
export function renderDiscoveries(discoveries: readonly Discovery[], runs: number, paint: Paint): string {
  const items = discoveries.map(({ task, events, shortest, result }) =>
    item({
      ...{ kind: 'situation', name: `${task} under ${shortest.join(',')}`, sentence: '' },
      ...{ verdict: result.verdict, outcome: 'failed' },
      findings: result.findings.map((finding) => presentExamFinding(finding, [])),
      remarks: [...remarkOnRuns(result), { label: 'drawn', text: events.join(',') }],
    }),
  );
  const found =
    items.length === 0
      ? paint('green', 'none breaks the client')
      : paint('red', `${count(items.length, 'way')} to break the client`);
  const lines = [...items.map((one) => `${renderItem(one, paint)}\n`), `${count(runs, 'run')}: ${found}\n`];
  return redactText(lines.join('\n'));
}

function conclude({ summary, stale }: ExamReport): report.Conclusion {
  const also = stale.length === 0 ? '' : `${count(stale.length, 'expected failure')} passed`;
  const notPassed = summary.failed + summary.flaky + summary['did not come about'];
  if (notPassed > 0 || stale.length > 0) return { outcome: 'failed', word: 'failed', reason: '', also };
  if (summary.error > 0)
    return {
      ...{ outcome: 'error', word: 'error', also },
      reason: `the exam itself failed in ${count(summary.error, 'situation')}`,
    };
  if (summary.passed > 0) return { outcome: 'passed', word: 'passed', reason: '', also };
  if (summary['failed expectedly'] > 0)
    return {
      outcome: 'passed',
      word: 'passed',
      reason: '',
      also: 'no situation passed, and each failure was expected',
    };
  return { outcome: 'error', word: 'error', reason: 'nothing was examined', also };
}

/** Returns the fields missing in reported bookings, each with its situation count. */
function notStatedBy(run: readonly SituationReport[]): string[] {
  const counts = contentFields.flatMap((field) => {
    const without = run.filter(({ result }) => result?.stated.some(({ notStated }) => notStated.includes(field)));
    return without.length === 0 ? [] : [`${FIELDS[field]} (${count(without.length, 'situation')})`];
  });
  return counts.length === 0 ? [] : [`Not stated: ${counts.join(', ')}`];
}

/** Returns each piece of advice once. Its situation count depends on the machine's speed. */
function adviceIn(run: readonly SituationReport[]): string[] {
  const given = run.flatMap(({ result }) => result?.advice ?? []);
  return [...new Map(given.map(({ id, right }) => [id, `Advice ${id}: ${right}`])).values()];
}

/** Returns the processes left behind by clients, if any, with the number for each name. */
function leftBehindBy(run: readonly SituationReport[]): string[] {
  const names = run.flatMap(({ result }) => result?.clients.flatMap(({ leftBehind }) => leftBehind) ?? []);
  if (names.length === 0) return [];
  const counts = [...new Set(names)].map((name) => `${plain(name)} (${names.filter((one) => one === name).length})`);
  const were = names.length === 1 ? 'process was' : 'processes were';
  return [`${names.length} ${were} left behind by ended clients, and stopped: ${listed(counts, MAX_LINES)}`];
}

function presentSituation(
  { name, task, title, armed, standing, result }: SituationReport,
  { rules, command }: ExamReport,
): report.Item {
  const head = { kind: 'situation', name, sentence: title, verdict: standing, outcome: OUTCOMES[standing] } as const;
  if (!result || standing === 'passed')
    return item({ ...head, ...(result && { output: outputOf(result), durationMs: result.durationMs }) });
  // A warning often shows the call that caused a finding.
  const warnings = fromConduct(result.warnings).map((warning) => ({ ...warning, kind: 'warning' as const }));
  const findings = [...result.findings, ...warnings];
  const remedies = [...new Set(result.findings.flatMap((finding) => remediesFor(finding, rules)))];
  return item({
    ...head,
    findings: findings.map((finding) => presentExamFinding(finding, rules)),
    facts: factsOf(result),
    reason: standing === 'error' ? (result.findings[0]?.message ?? '') : '',
    remarks: [
      ...refusalIn(result),
      ...remedies.map((text): report.Remark => ({ label: 'instead', text })),
      ...remarkOnRuns(result),
      { label: 'armed', text: armed || 'nothing' },
      { label: 'again', text: `taxiway exam --only ${name}${tasksFor(task)} ${asWords(command)}` },
    ],
    output: outputOf(result),
    lastLines: result.findings.some(({ kind }) => kind === 'crash' || kind === 'hang')
      ? result.clients.flatMap(({ stdout, stderr }) => (stderr || stdout).trimEnd().split('\n').slice(-MAX_LINES))
      : [],
    durationMs: result.durationMs,
  });
}

function presentExamFinding({ kind, message, rules: ids, conduct }: Shown, rules: readonly ExamRule[]): report.Finding {
  const quoted = rules.filter(({ id }) => ids.includes(id));
  const level = kind === 'warning' ? 'warn' : 'fail';
  if (conduct) return { ...presentFinding(conduct), source: { kind, title: conduct.check }, level, rules: quoted };
  return {
    ...{ level, source: { kind, title: '' }, expected: null, found: message },
    ...{ pointer: null, assumption: null, rules: quoted, exchanges: [] },
  };
}

/** Returns the option for a task that runs only on request. */
function tasksFor(task: string): string {
  return firstTasks.some((first) => first === task) ? '' : ` --tasks ${task}`;
}

/** Returns the last part of the command line, quoted for bash. */
function asWords(command: readonly string[]): string {
  if (command.join() === PERSON.join()) return '--interactive';
  return `-- ${command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quote(Buffer.from(word)))).join(' ')}`;
}

/** Returns the service's last refusal, if the finding is about bookings: it often explains a missing booking. */
function refusalIn({ findings, journal }: SituationResult): report.Remark[] {
  if (!findings.some(({ kind }) => ABOUT_BOOKINGS.has(kind))) return [];
  const last = journal.findLast(({ outcome }) => outcome?.kind === 'refused' || outcome?.kind === 'failed');
  if (!last) return [];
  const { method, path, outcome, response } = last;
  return [{ label: 'refused', text: `${method} ${path} → ${outcome?.text ?? ''}${reasonIn(response?.body ?? '')}` }];
}

/** Returns the message in an error body or a failed booking, with its fields. */
function reasonIn(body: string): string {
  try {
    const error: unknown = JSON.parse(body);
    const details = propertyOf(error, 'details');
    const fields = (Array.isArray(details) ? details : []).map((one) => propertyOf(one, 'path')).filter(isText);
    const message = [propertyOf(error, 'message') ?? propertyOf(propertyOf(error, 'error'), 'message')].flat();
    const where = fields.filter((path) => path !== '');
    return `: ${message.join('; ')}${where.length > 0 ? ` (${listed(where, MAX_LINES)})` : ''}`;
  } catch {
    return '';
  }
}

/** Counts the failed runs if another run passed. */
function remarkOnRuns({ runs, failures }: SituationResult): report.Remark[] {
  if (failures === 0 || failures === runs) return [];
  return [{ label: 'runs', text: `failed ${failures} of ${runs}: a passed run does not cancel a failed one` }];
}

/** Returns the remedies for a finding: the check's, those for its rules, or one for its kind. */
function remediesFor({ kind, rules: ids, conduct }: ExamFinding, rules: readonly ExamRule[]): readonly string[] {
  if (conduct) return [conduct.right];
  const right = rules.filter(({ id }) => ids.includes(id)).flatMap((rule) => rule.right);
  return right.length > 0 ? right : [REMEDIES[kind]];
}

function factsOf({ stated }: NonNullable<SituationReport['result']>): string[] {
  const left = [...new Set(stated.flatMap(({ notStated }) => notStated))];
  return left.length === 0 ? [] : [`not stated: ${left.map((field) => FIELDS[field]).join(', ')}`];
}

function outputOf({ clients }: NonNullable<SituationReport['result']>): string {
  return clients.map(({ stdout }) => stdout).join('\n');
}

function redacted(presented: report.Report): report.Report {
  return JSON.parse(redactText(JSON.stringify(presented))) as report.Report;
}

/** Leaves out exchanges and verdicts: `--evidence` writes them. */
function leaveOut(key: string, value: unknown): unknown {
  return key === 'journal' || key === 'verdicts' ? undefined : value;
}

type Shown = Omit<ExamFinding, 'kind'> & { kind: ExamFinding['kind'] | 'warning' };

const MAX_LINES = 12;
/** Findings that a refusal can explain. */
const ABOUT_BOOKINGS = new Set<FindingKind>(['idle', 'truth', 'missing', 'belief']);
/** Grade names in reports. */
export const GRADES: Readonly<Record<Grade, string>> = {
  none: 'none (exit codes only)',
  ids: 'ids',
  prices: 'ids and prices',
  content: 'full content',
};
const FIELDS: Readonly<Record<ContentField, string>> = {
  id: 'id',
  price: 'price',
  currency: 'currency',
  localTime: 'pickup or departure',
  name: 'name',
};
const REMEDIES: Readonly<Record<ExamFinding['kind'], string>> = {
  crash: "End with the exit code for the client's belief, also if a call fails.",
  hang: 'Stop waiting for a response after some seconds. Say unknown after five reads that show no outcome.',
  idle: 'Make the calls of the task in TAXIWAY_TASK, at TAXIWAY_BASE_URL.',
  exam: 'Run the situation again. If it fails again, report its cause to taxiway.',
  meddling: 'Call the documented operations at TAXIWAY_BASE_URL only, and nothing under /_sandbox.',
  truth: 'Read the outcome of a call before you repeat it.',
  missing: 'Book the trip of the task: search, price and book again if a call is refused before a booking.',
  belief: 'Say booked only if a read or a response shows it, and not booked only if no booking can follow.',
  conduct: 'Follow the rule.',
};
const OUTCOMES = {
  passed: 'passed',
  failed: 'failed',
  flaky: 'failed',
  'did not come about': 'failed',
  error: 'error',
  'failed expectedly': 'known',
  'not counted': 'known',
  'not applicable': 'skipped',
} as const satisfies Record<Standing, report.Item['outcome']>;
const VERDICTS: readonly report.VerdictKind[] = [
  { name: 'passed', said: 'passed', tone: 'good', mark: '●' },
  { name: 'failed', said: 'failed', tone: 'bad', mark: '✕' },
  { name: 'flaky', said: 'flaky', tone: 'bad', mark: '◐' },
  { name: 'did not come about', said: 'did not come about', tone: 'bad', mark: '○' },
  { name: 'error', said: 'not examined', tone: 'bad', mark: '!' },
  { name: 'failed expectedly', said: 'failed as expected', tone: 'doubtful', mark: '◆' },
  { name: 'not counted', said: 'not counted', tone: 'doubtful', mark: '△' },
  { name: 'not applicable', said: 'not applicable', tone: 'neutral', mark: '–' },
];
