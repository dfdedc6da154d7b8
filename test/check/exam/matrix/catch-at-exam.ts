import type { ExamFinding } from '../../../../src/check/exam/findings.ts';
import { fromConduct } from '../../../../src/check/exam/findings.ts';
import type { Situation } from '../../../../src/check/exam/situation.ts';
import { situations } from '../../../../src/check/exam/situations.ts';
import type { BadClient } from '../../../clients/bad/bad-client.ts';
import { good } from '../../../clients/good/good.ts';
import type { MatrixRoom } from './matrix-room.ts';

/** In which situation a bad client fails by its own rule, and what else it breaks there. */
export interface CaughtAtExam {
  /** Null where no situation that is about its rule shows it. */
  situation: string | null;
  /** Rules that are neither its own nor a consequence. */
  strays: string[];
}

/** Runs a bad client in the situations that are about its rule, until one of them shows it. */
export async function catchAtExam(bad: BadClient, room: MatrixRoom): Promise<CaughtAtExam> {
  const steps = { ...good, ...bad.client(good) };
  for (const situation of situationsFor(bad)) {
    const { findings, warnings, advice } = await room.examine(steps, situation);
    if (bad.level === 'advice') {
      if (advice.some(({ id }) => id === bad.rule)) return { situation: situation.name, strays: [] };
      continue;
    }
    const found = [...findings, ...fromConduct(warnings)];
    if (found.some(({ kind, rules }) => kind === 'conduct' && rules.includes(bad.rule)))
      return { situation: situation.name, strays: straysIn(found, bad) };
  }
  return { situation: null, strays: [] };
}

/** Situations with the own scenario come first. No situation is about an advice: its own or a plain one shows it. */
function situationsFor({ rule, level, settings, scenario = '' }: BadClient): Situation[] {
  if (level === 'advice') {
    const [name = ''] = scenario.split('(');
    return situations
      .filter(({ live = false }) => live === (settings?.liveMode ?? false))
      .filter(({ armed }) => (name === '' ? armed === '' : armed.includes(name)));
  }
  const own = situations.filter(({ rules, live }) => rules.includes(rule) && !live);
  const isOwn = ({ armed }: Situation) => armed === scenario || armed === `book:${scenario}`;
  return [...own.filter(isOwn), ...own.filter((situation) => !isOwn(situation))];
}

function straysIn(found: readonly ExamFinding[], { rule, consequences = {} }: BadClient): string[] {
  const conduct = found.filter(({ kind }) => kind === 'conduct').flatMap(({ rules }) => rules);
  return [...new Set(conduct)].filter((id) => id !== rule && !(id in consequences));
}
