import { documentSections } from '../../interface/rules/sections.ts';
import type { CheckFailure } from '../report/baseline.ts';
import { failureKey, nameOf, sourceOf } from '../report/baseline.ts';
import type * as report from '../report/report.ts';
import { item } from '../report/report.ts';
import { count, listed } from '../report/text.ts';
import type { Conclusion } from './conclusion.ts';
import { failureOf, outcomes, warnedIn } from './conclusion.ts';
import type { Evidence, Finding } from './finding.ts';
import type { JudgeReport, RecordingReport, RuleReport } from './report.ts';
import { pageOf } from './rule-page.ts';
import { MAY_BE_TWO } from './subject.ts';
import type { AdviceGiven, RuleVerdict, RuleVerdictName } from './verdicts.ts';

/**
 * Output of `taxiway judge --json`. Within one version taxiway only adds names, so a reader ignores unknown ones.
 *
 * @public made into judge-report.schema.json
 */
export interface PublishedJudgeReport extends JudgeReport {
  conclusion: Conclusion;
}

/** Converts `taxiway judge` results into a report. */
export function present(judged: JudgeReport, conclusion: Conclusion): report.Report {
  const { taxiway, startedAt, durationMs, recording, rules, advice } = judged;
  const { verdict, reason, failures, known, mended } = conclusion;
  return {
    name: 'taxiway judge',
    ...{ taxiway, startedAt, durationMs },
    hostname: URL.parse(recording.origins[0] ?? '')?.hostname ?? 'localhost',
    subject: describeRecording(recording),
    done: [
      `${count(recording.judged, 'exchange')}${originsOf(recording, ' of ')}`,
      count(recording.profiles.length, 'profile'),
      `${count(recording.skipped, 'other call')} skipped`,
      ...(recording.doubled > 0 ? [`${count(recording.doubled, 'call')} seen at two layers`] : []),
      ...(recording.passedOver > 0
        ? [`${count(recording.passedOver, 'call')} of the sandbox's own pages passed over`]
        : []),
      ...(recording.late > 0 ? [`${recording.late} too late in the file to be sorted in`] : []),
      `${(durationMs / 1000).toFixed(1)} s`,
    ],
    notes: [
      ...(recording.perhapsTwice > 0
        ? [`${count(recording.perhapsTwice, 'entry')}: ${MAY_BE_TWO}; record at one layer`]
        : []),
      ...(recording.breaksOff === null
        ? []
        : [`The recorder was stopped while it wrote: the file ends ${recording.breaksOff}`]),
    ],
    nouns: { item: 'rule', failure: 'rule' },
    verdicts: VERDICTS,
    conclusion: {
      ...{ outcome: outcomes[verdict], word: verdict, reason },
      also: verdict === 'warned' ? `${count(warnedIn(judged), 'rule')} with warnings` : '',
    },
    groups: [
      ...[...documentSections].map(([section, title]) => ({
        title: section === 'preamble' ? title : `§ ${section} ${title}`,
        items: rules.filter(({ sections }) => sections[0] === section).map((rule) => presentRule(rule, conclusion)),
      })),
      { title: 'Advice beyond the rules', items: advice.map(presentAdvice) },
    ],
    missed: [
      { title: 'Undecided', verdicts: ['undecided'] },
      { title: 'Without occasion (no pass)', verdicts: ['not met'] },
    ],
    mended: {
      title: 'Kept now',
      advice: '--write-baseline writes it again',
      lines: mended.map((failure) => `${nameOf(failure)}: ${sourceOf(failure)}`),
    },
    failures: [...failures, ...known],
    tiles: false,
    json: { ...judged, conclusion } satisfies PublishedJudgeReport,
  };
}

/** Returns a broken rule as a report item. `strict`: a warning counts. `taxiway`: the command name. */
export function presentBroken(verdict: RuleVerdict, strict: boolean, taxiway: string): report.Item {
  const rule = { ...verdict, page: pageOf(verdict.id) };
  const failing = rule.findings.filter(({ level }) => strict || level === 'broken');
  return { ...toItem(rule, 'failed', failing), remarks: remarksOn(rule, taxiway) };
}

function presentRule(rule: RuleReport, { failures, known }: Conclusion): report.Item {
  const all = [...failures, ...known];
  const strict = all.some((failure) => 'assumption' in failure);
  const isOneOf = (some: readonly CheckFailure[]) => {
    const keys = new Set(some.map(failureKey));
    return (finding: Finding) => {
      const failure = failureOf(rule.id, finding, strict);
      return failure !== null && keys.has(failureKey(failure));
    };
  };
  const failing = rule.findings.filter(isOneOf(all));
  if (failing.length === 0) return toItem(rule, OUTCOMES[rule.verdict]);
  return toItem(rule, failing.every(isOneOf(known)) ? 'known' : 'failed', failing);
}

/** Returns a rule as a report item, with failing findings first. */
function toItem(rule: RuleReport, outcome: report.Item['outcome'], failing: readonly Finding[] = []): report.Item {
  const { id, sections, sentence, verdict, reason, occasions, page } = rule;
  const others = rule.findings.filter((finding) => !failing.includes(finding)).map(presentFinding);
  const findings = [...failing.map((one) => ({ ...presentFinding(one), level: 'fail' as const })), ...others];
  const counts = (['kept', 'broken', 'warned', 'undecided'] as const).filter((name) => rule[name] > 0);
  return item({
    ...{ kind: 'rule', name: id, sections, sentence, verdict, outcome, page, findings },
    label: outcome === 'warned' ? 'WARN' : 'BROKEN',
    reason: reason || (verdict === 'not met' ? waysTo(rule) : ''),
    times: Math.max(findings.length, rule.broken + rule.warned),
    facts: [
      ...(counts.length > 0 ? [counts.map((name) => `${rule[name]} ${name}`).join(', ')] : []),
      ...(verdict === 'not met' && occasions.length > 0 ? [`Occasion: ${occasions.join('; ')}`] : []),
    ],
    remarks: findings.length > 0 ? remarksOn(rule, 'taxiway') : [],
  });
}

/** Returns the right conduct from each check with findings. */
function remarksOn({ id, findings }: RuleReport, taxiway: string): report.Remark[] {
  return [
    ...[...new Set(findings.map(({ right }) => right))].map((text): report.Remark => ({ label: 'instead', text })),
    { label: 'see', text: `${taxiway} rules ${id}` },
  ];
}

function waysTo({ scenarios, occasions }: RuleReport): string {
  if (scenarios.length > 0) return `scenario ${listed(scenarios, 3)}`;
  return occasions.length > 0 ? 'by ordinary calls' : 'not checked yet';
}

function presentAdvice({ id, check, count: times, right, findings }: AdviceGiven): report.Item {
  const head = { kind: 'advice', name: id, verdict: 'advice', outcome: 'warned' } as const;
  return item({
    ...{ ...head, sentence: `${check}, ${count(times, 'time')}`, times },
    ...{ findings: findings.map(presentFinding), remarks: [{ label: 'instead', text: right }] },
  });
}

/** Converts a judge finding, for judge and exam reports. */
export function presentFinding(finding: Finding): report.Finding {
  const { level, check, expected, actual, pointer, assumption, exchanges } = finding;
  return {
    level: level === 'broken' ? 'fail' : level,
    source: { kind: 'check', title: check },
    ...{ expected, found: actual, pointer, assumption, rules: [] },
    exchanges: exchanges.map(presentExchange),
  };
}

function presentExchange({ id, at, method, path, ...exchange }: Evidence): report.ShownExchange {
  const { operation, status, request, response } = exchange;
  return {
    ...{ id, time: at, operation, method, address: path, status, request, response },
    ...{ requestHeaders: '', responseHeaders: '', excerpt: null, curl: '' },
  };
}

function describeRecording(recording: RecordingReport): string[] {
  const { source, profiles, from, to } = recording;
  const gaps = profiles.flatMap(({ profile, gap }) => (gap === null ? [] : [`${profile}: ${gap}`]));
  return [
    `${source}${originsOf(recording, ', calls to ')}`,
    `profiles ${profiles.map(({ profile }) => profile).join(', ')}${from && to ? `, from ${from} to ${to}` : ''}`,
    ...(gaps.length === 0 ? [] : [`Possible gaps of the recording: ${gaps.join('; ')}`]),
  ];
}

function originsOf({ origins }: RecordingReport, preposition: string): string {
  return origins.length === 0 ? '' : `${preposition}${origins.join(' and ')}`;
}

const OUTCOMES = {
  broken: 'failed',
  warn: 'warned',
  open: 'skipped',
  kept: 'passed',
  undecided: 'skipped',
  'not met': 'skipped',
  unobservable: 'skipped',
} as const satisfies Record<RuleVerdictName, report.Item['outcome']>;
const VERDICTS: readonly report.VerdictKind[] = [
  { name: 'broken', said: 'broken', tone: 'bad' },
  { name: 'warn', said: 'with warnings', tone: 'doubtful' },
  { name: 'open', said: 'open', tone: 'neutral' },
  { name: 'kept', said: 'kept', tone: 'good' },
  { name: 'undecided', said: 'undecided', tone: 'neutral' },
  { name: 'not met', said: 'without occasion', tone: 'neutral' },
  { name: 'unobservable', said: 'unobservable', tone: 'neutral' },
];
