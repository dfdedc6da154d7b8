import type { ListedBadClient } from '../../interface/rules/load-proofs.ts';
import type { Rule } from '../../interface/rules/load-rules.ts';
import { hiddenConduct } from '../../interface/rules/load-rules.ts';
import type { ConductArea } from './conduct.ts';
import type { WrongAndRight } from './rule-page.ts';
import { wrongAndRight } from './rule-page.ts';

/** What the judge has for a rule that binds the client. */
export interface ConductCoverage extends WrongAndRight {
  rule: Rule;
  /** Titles of the conduct checks. */
  conduct: string[];
  /** Names of the bad clients that prove that the checks detect it. */
  badClients: string[];
  /** Scenarios that bring an occasion about, as selectors; empty where ordinary calls do. */
  scenarios: string[];
  /** Why no exchange shows whether the client keeps it; null where one does. */
  unobservable: string | null;
  exam: AtExam;
}

/** What `taxiway exam` has for a rule. */
export interface AtExam {
  /** Names of the situations that are about it. */
  situations: readonly string[];
  /** What the client's own task has to have for it; null where every client meets it. */
  onlyIf: string | null;
  /** What shows it where no exchange does: what is there afterwards, what the client believes. Null otherwise. */
  truth: string | null;
  /** Why no situation brings it about; null where one does. */
  notMet: string | null;
}

/** What coverage is derived from. */
export interface ConductSources {
  rules: readonly Rule[];
  areas: readonly ConductArea[];
  badClients: readonly ListedBadClient[];
  atExam: (ruleId: string) => AtExam;
}

/** For each rule that binds the client, what judges it, what proves that, and what brings it about. */
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

/** Rules that should have a conduct check and a bad client and lack one. */
export function findConductHoles(coverage: readonly ConductCoverage[]): ConductCoverage[] {
  return coverage.filter(
    ({ unobservable, conduct, badClients }) =>
      unobservable === null && (conduct.length === 0 || badClients.length === 0),
  );
}

/** Rules that can be observed, by the judge or by the truth, and that no situation of the exam is about, unsaid why. */
export function findExamHoles(coverage: readonly ConductCoverage[]): ConductCoverage[] {
  return coverage.filter(
    ({ unobservable, exam: { situations, truth, notMet } }) =>
      (unobservable === null || truth !== null) && situations.length === 0 && notMet === null,
  );
}

/** In words: situations, and what keeps the exam from more. */
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
