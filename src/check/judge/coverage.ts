import type { ListedBadClient } from '../../interface/rules/load-proofs.ts';
import type { Rule } from '../../interface/rules/load-rules.ts';
import { hiddenConduct } from '../../interface/rules/load-rules.ts';
import type { ConductArea } from './conduct.ts';
import type { WrongAndRight } from './rule-page.ts';
import { wrongAndRight } from './rule-page.ts';

/** Conduct checks and evidence for a client rule. */
export interface ConductCoverage extends WrongAndRight {
  rule: Rule;
  /** Conduct check titles. */
  conduct: string[];
  /** Bad clients that prove the checks, by name. */
  badClients: string[];
  /** Scenario selectors for the occasion; empty if ordinary calls are enough. */
  scenarios: string[];
  /** The reason if no exchange shows the client's conduct; null otherwise. */
  unobservable: string | null;
  exam: AtExam;
}

/** Exam coverage for a rule. */
export interface AtExam {
  /** Situations about the rule, by name. */
  situations: readonly string[];
  /** Condition on the client's own task; null if every client meets the rule. */
  onlyIf: string | null;
  /** Evidence outside the exchanges, in the truth or the client's belief; null if exchanges show it. */
  truth: string | null;
  /** The reason if no situation covers the rule; null otherwise. */
  notMet: string | null;
}

/** Coverage sources. */
export interface ConductSources {
  rules: readonly Rule[];
  areas: readonly ConductArea[];
  badClients: readonly ListedBadClient[];
  atExam: (ruleId: string) => AtExam;
}

/** Returns checks, evidence and occasions for each client rule. */
export function coverConduct({ rules, areas, badClients, atExam }: ConductSources): ConductCoverage[] {
  const checks = areas.flatMap((area) => area.checks);
  return rules
    .filter(({ bound }) => bound !== 'service')
    .map((rule) => {
      const own = checks.filter((check) => check.rules.includes(rule.id));
      const bad = badClients.filter((client) => client.rule === rule.id);
      const scenarios = [...own.flatMap((check) => check.scenarios), ...bad.flatMap(({ scenario }) => scenario ?? [])];
      return {
        rule,
        conduct: own.map(({ title }) => title),
        ...wrongAndRight(rule.id, checks),
        badClients: bad.map(({ name }) => name),
        scenarios: [...new Set(scenarios)],
        unobservable: hiddenConduct(rule),
        exam: atExam(rule.id),
      };
    });
}

/** Finds rules with a missing conduct check or bad client. */
export function findConductHoles(coverage: readonly ConductCoverage[]): ConductCoverage[] {
  return coverage.filter(
    ({ unobservable, conduct, badClients }) =>
      unobservable === null && (conduct.length === 0 || badClients.length === 0),
  );
}

/** Finds observable rules without an exam situation and without a stated reason. */
export function findExamHoles(coverage: readonly ConductCoverage[]): ConductCoverage[] {
  return coverage.filter(
    ({ unobservable, exam: { situations, truth, notMet } }) =>
      (unobservable === null || truth !== null) && situations.length === 0 && notMet === null,
  );
}

/** Returns the exam coverage in words: the situations, and the reason if there are none. */
export function describeAtExam({ situations, onlyIf, truth, notMet }: AtExam, name: (text: string) => string): string {
  if (notMet !== null) return `not met: ${notMet}`;
  const [shown, more] = [situations.slice(0, MAX_SITUATIONS), situations.length - MAX_SITUATIONS];
  return [
    shown.map(name).join(' ') + (more > 0 ? ` and ${more} more` : ''),
    ...(onlyIf === null ? [] : [`where ${onlyIf}`]),
    ...(truth === null ? [] : [`by belief against truth: ${truth}`]),
  ].join('; ');
}

const MAX_SITUATIONS = 4;
