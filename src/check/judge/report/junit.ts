import { documentSections } from '../../../interface/rules/sections.ts';
import type { Case } from '../../report/junit-xml.ts';
import { renderJunitXml, suite } from '../../report/junit-xml.ts';
import type { Evidence, Finding } from '../finding.ts';
import type { BrokenRule } from './broken-rules.ts';
import { listBroken } from './broken-rules.ts';
import type { Conclusion } from './conclusion.ts';
import type { JudgeReport, RuleReport } from './report.ts';
import { missingEnd } from './report.ts';

/**
 * The report as JUnit XML, as Jenkins and GitLab read it: a suite for each section of the document, a case for each
 * rule. A failure that the baseline knows is skipped, as is what was not decided or not met, and the end that a
 * recording lacks.
 */
export function renderJunit(report: JudgeReport, conclusion: Conclusion): string {
  const broken = new Map(listBroken(report, conclusion).map((one) => [one.rule.id, one]));
  const suites = [...documentSections].map(([section, title]) =>
    suite(
      section === 'preamble' ? title : `§ ${section} ${title}`,
      report.rules.filter((rule) => rule.sections[0] === section).map((rule) => toCase(rule, broken.get(rule.id))),
    ),
  );
  const end = missingEnd(report.recording);
  const recording: Case[] = [
    ...(conclusion.reason === '' ? [] : [aside('the recording', 'error', conclusion.reason)]),
    ...(end === '' ? [] : [aside('the end of the recording', 'skipped', end)]),
  ];
  return renderJunitXml([...suites, suite('recording', recording)], {
    name: 'taxiway judge',
    durationMs: report.durationMs,
    startedAt: report.startedAt,
    hostname: URL.parse(report.recording.origins[0] ?? '')?.hostname ?? 'localhost',
  });
}

function aside(name: string, outcome: 'error' | 'skipped', note: string): Case {
  return { name, durationMs: 0, outcome, notes: [note] };
}

function toCase(rule: RuleReport, broken: BrokenRule | undefined): Case {
  const { id, verdict, reason, scenarios, findings } = rule;
  const head = { name: id, durationMs: 0 };
  if (broken?.known)
    return {
      ...head,
      outcome: 'skipped',
      notes: ['known failure, from the baseline'],
      out: broken.seen.map(describe).join('\n'),
    };
  if (broken)
    return { ...head, outcome: 'failure', notes: broken.seen.slice(0, MAX_NOTES).map((one) => noteOf(rule, one)) };
  if (verdict === 'kept' || verdict === 'warn' || verdict === 'broken')
    return {
      ...head,
      outcome: 'passed',
      notes: [],
      out: findings.map((one) => `warning: ${describe(one)}`).join('\n'),
    };
  const ways = scenarios.length > 0 ? `scenario ${scenarios.join(', ')} brings it about` : '';
  return { ...head, outcome: 'skipped', notes: [[verdict, reason || ways].filter(Boolean).join(': ')] };
}

function noteOf({ sentence, right, page }: RuleReport, finding: Finding): string {
  return [
    describe(finding),
    sentence,
    `check: ${finding.check}`,
    ...finding.exchanges.map(lineOf),
    ...right.map((text) => `instead: ${text}`),
    `see ${page}`,
  ].join('\n');
}

function describe({ expected, actual, pointer }: Finding): string {
  return `expected ${expected}, found ${actual}${pointer ? ` at ${pointer}` : ''}`;
}

function lineOf({ id, at, method, path, status, request, response }: Evidence): string {
  const bodies = [request && `  sent ${request}`, response && `  received ${response}`].filter((text) => text !== null);
  return [`${id}, ${at}: ${method} ${path} → ${status ?? 'no response'}`, ...bodies].join('\n');
}

const MAX_NOTES = 10;
