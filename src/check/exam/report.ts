import { repositoryPage } from '../../base/package-root.ts';
import type { Rule } from '../../interface/rules/load-rules.ts';
import type { ConductArea } from '../judge/conduct.ts';
import { pageOf, wrongAndRight } from '../judge/rule-page.ts';
import type { Count, Instant, Milliseconds } from '../report/quantities.ts';
import type { ExpectedFailure } from './expected-failures.ts';
import { findStale, isExpected } from './expected-failures.ts';
import { fromConduct } from './findings.ts';
import type { SituationResult } from './result.ts';
import type { Situation } from './situation.ts';
import { EXAM_VERSION } from './situation.ts';
import type { Grade, Standing } from './standing.ts';
import { lowestGrade } from './standing.ts';

/**
 * Output from `taxiway exam --json`: an exam's results. Within one version taxiway only adds names, so a reader ignores
 * unknown ones.
 */
export interface ExamReport {
  version: 1;
  taxiway: string;
  /** Version of Node that ran the exam. */
  node: string;
  /** Catalogue version in force. */
  exam: Count;
  /** The client command, as given. */
  command: readonly string[];
  startedAt: Instant;
  /** Who led the client. */
  ledBy: 'program' | 'person';
  /** The exam's seed; null at the console. */
  seed: string | null;
  durationMs: Milliseconds;
  /** True if warnings fail too. */
  strict: boolean;
  summary: Record<Standing, Count>;
  /** The lowest grade in its situations; null if the client never says booked. */
  grade: Grade | null;
  situations: SituationReport[];
  /** Expected failures that no longer fail. */
  stale: ExpectedFailure[];
  /** Rules named by findings and warnings. */
  rules: ExamRule[];
}

/** A rule in the document, with advice on how to keep it. */
export interface ExamRule {
  id: string;
  sections: readonly string[];
  sentence: string;
  /** Steps to do it right; empty for a rule without a conduct check. */
  right: readonly string[];
  /** Page with more about the rule. */
  page: string;
}

export interface SituationReport {
  name: string;
  task: string;
  title: string;
  /** Armed scenarios; empty for none. */
  armed: string;
  standing: Standing;
  /** Null if it was not run. */
  result: SituationResult | null;
}

export interface ExamFacts {
  version: string;
  exam?: number;
  command: readonly string[];
  startedAt: string;
  ledBy: ExamReport['ledBy'];
  seed: string | null;
  durationMs: number;
  strict: boolean;
  situations: readonly Situation[];
  results: readonly SituationResult[];
  expected: readonly ExpectedFailure[];
  /** Rule catalogue, for the report texts. */
  rules: readonly Rule[];
  areas: readonly ConductArea[];
}

/** Combines the situations' results. */
export function buildExamReport(facts: ExamFacts): ExamReport {
  const { version, exam = EXAM_VERSION, command, startedAt, durationMs, strict, situations, expected } = facts;
  const { ledBy, seed } = facts;
  const results = facts.results.map((result) => (strict ? withWarnings(result) : result));
  const reports = situations.map((situation): SituationReport => {
    const result = results.find((one) => one.situation === situation.name) ?? null;
    const { name, task, title, armed } = situation;
    return { name, task, title, armed, standing: standingOf(situation, result, expected, exam), result };
  });
  return {
    version: 1,
    taxiway: version,
    node: process.versions.node,
    exam,
    command,
    startedAt,
    ledBy,
    seed,
    durationMs,
    strict,
    summary: countStandings(reports),
    grade: lowestGrade(results.flatMap(({ stated }) => stated)),
    situations: reports,
    stale: findStale(expected, results),
    rules: listRules(results, facts),
  };
}

/** Returns the rules in catalogue order. */
function listRules(results: readonly SituationResult[], { rules, areas }: ExamFacts): ExamRule[] {
  const checks = areas.flatMap((area) => area.checks);
  const named = new Set(
    results.flatMap(({ findings, warnings }) => [...findings, ...warnings].flatMap((found) => found.rules)),
  );
  return rules
    .filter(({ id }) => named.has(id))
    .map(({ id, sections, sentence, bound }) => {
      const page = bound === 'service' ? repositoryPage('docs/registers/rules.md') : pageOf(id);
      return { id, sections, sentence, right: wrongAndRight(id, checks).right, page };
    });
}

function standingOf(
  { since }: Situation,
  result: SituationResult | null,
  expected: readonly ExpectedFailure[],
  exam: number,
): Standing {
  if (result === null) return 'not applicable';
  if (result.verdict === 'passed' || result.verdict === 'error') return result.verdict;
  if (since > exam) return 'not counted';
  return isExpected(result, expected) ? 'failed expectedly' : result.verdict;
}

/** Adds the warnings to the findings. Under `strict` an assumption not met fails like a rule. */
function withWarnings(result: SituationResult): SituationResult {
  if (result.warnings.length === 0) return result;
  const findings = [...result.findings, ...fromConduct(result.warnings)];
  return { ...result, verdict: 'failed', failures: Math.max(1, result.failures), findings, warnings: [] };
}

function countStandings(reports: readonly SituationReport[]): Record<Standing, number> {
  const counts = {
    passed: 0,
    failed: 0,
    flaky: 0,
    'did not come about': 0,
    error: 0,
    'failed expectedly': 0,
    'not counted': 0,
    'not applicable': 0,
  };
  for (const { standing } of reports) counts[standing]++;
  return counts;
}
