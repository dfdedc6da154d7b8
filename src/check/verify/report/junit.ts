import { documentSections } from '../../../interface/rules/sections.ts';
import type { Case } from '../../report/junit-xml.ts';
import { renderJunitXml, suite } from '../../report/junit-xml.ts';
import { cut } from '../../report/text.ts';
import { exchangeAsCurl } from '../http/exchange.ts';
import type { Finding } from '../verdict.ts';
import type { BrokenRule } from './broken-rules.ts';
import { listBroken } from './broken-rules.ts';
import type { Conclusion } from './conclusion.ts';
import type { Report, RuleReport } from './report.ts';

/**
 * The report as JUnit XML, as Jenkins and GitLab read it: a suite for each section of the document, a case for each
 * rule. A failure that the baseline knows is skipped, as is what was not exercised.
 */
export function renderJunit(report: Report, conclusion: Conclusion): string {
  const broken = new Map(listBroken(report, conclusion).map((one) => [one.name, one]));
  const suites = [
    ...[...documentSections].map(([section, title]) =>
      suite(
        section === 'preamble' ? title : `§ ${section} ${title}`,
        report.rules
          .filter((rule) => rule.sections[0] === section)
          .map((rule) => ruleCase(rule, broken.get(rule.id), report)),
      ),
    ),
    suite(
      'assumptions',
      report.assumptions.map(({ id, findings }) => brokenCase(id, broken.get(id), findings.map(describe).join('\n'))),
    ),
    suite(
      'openapi.yaml',
      [...broken.values()].filter(({ kind }) => kind === 'place').map((one) => brokenCase(one.name, one, '')),
    ),
    suite('harness', harnessCases(report, conclusion)),
  ];
  return renderJunitXml(suites, {
    name: 'taxiway verify',
    durationMs: report.durationMs,
    startedAt: report.startedAt,
    hostname: URL.parse(report.target.flightsUrl)?.hostname ?? 'localhost',
  });
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
