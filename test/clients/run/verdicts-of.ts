import type { Finding, FindingLevel } from '../../../src/check/judge/finding.ts';
import { Judge } from '../../../src/check/judge/judge.ts';
import { loadConduct } from '../../../src/check/judge/load-conduct.ts';
import type { Verdicts } from '../../../src/check/judge/verdicts.ts';
import { verdictsOn } from '../../../src/check/judge/verdicts.ts';
import { loadRules } from '../../../src/interface/rules/load-rules.ts';
import type { ClientRun } from './run-client.ts';

const areas = await loadConduct();
const rules = loadRules();

/** The verdicts on a run that has ended: a black box that saw what the client saw. */
export function verdictsOf({ exchanges }: ClientRun): Verdicts {
  const judge = new Judge(areas);
  for (const { profile, exchange } of exchanges) judge.judge(profile, exchange, null);
  const subjects = judge.profiles().flatMap((profile) => judge.subject(profile) ?? []);
  return verdictsOn(subjects, areas, rules, true);
}

/** Something that a client did wrong. */
export interface Found {
  /** Id of the rule or the advice. */
  id: string;
  level: FindingLevel;
  /** "broken <rule>: <check>: <actual> (<exchanges>)". */
  line: string;
}

/** The findings; one that breaks several rules is listed for each of them. */
export function foundIn({ rules: judged, advice }: Verdicts): Found[] {
  return [...judged, ...advice].flatMap(({ id, findings }) =>
    findings.map((finding) => ({ id, level: finding.level, line: `${finding.level} ${id}: ${lineOf(finding)}` })),
  );
}

function lineOf({ check, actual, exchanges }: Finding): string {
  return `${check}: ${actual} (${exchanges.map(({ id, operation }) => `${id} ${operation}`).join(', ')})`;
}
