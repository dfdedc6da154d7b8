import type { Rule } from '../../../interface/rules/load-rules.ts';
import { loadRules } from '../../../interface/rules/load-rules.ts';
import type { ConductArea } from '../conduct.ts';
import { Judge } from '../judge.ts';
import { loadConduct } from '../load-conduct.ts';
import type { Verdicts } from '../verdicts.ts';
import { verdictsOn } from '../verdicts.ts';

/** What it takes to judge. */
export interface Court {
  areas: readonly ConductArea[];
  rules: readonly Rule[];
  /** Of authenticated calls, by profile. */
  profiles: Judge;
  /**
   * Of calls that were not authenticated, by the profile that their public key names, or `NOBODY`. Anybody can make
   * such a call with a key that is not theirs. They have a judge of their own: whatever they are, they change nothing
   * in what is said of the profile's own calls, and drop nothing of it.
   */
  unauthenticated: Judge;
}

export async function openCourt(): Promise<Court> {
  const areas = await loadConduct();
  return { areas, rules: loadRules(), profiles: new Judge(areas, true), unauthenticated: new Judge(areas, true) };
}

/** The verdicts of one of the judges on a profile. */
export function verdictsOf({ areas, rules }: Court, judge: Judge, profile: string, ended: boolean): Verdicts {
  const subject = judge.subject(profile);
  return verdictsOn(subject ? [subject] : [], areas, rules, ended);
}

/** Stands for the profile of calls that name none. */
export const NOBODY = '';
