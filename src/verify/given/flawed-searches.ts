import { describeOutcome, expectRefused } from '../answers/expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Trial } from '../run/trial.ts';
import { Unmet } from '../verdict.ts';

/** What is laid over the body of a sound search; a name with undefined is left out. */
export type SearchChanges = Readonly<Record<string, unknown>>;

/**
 * Searches with one flaw after the other, each told in words: `three slices`. All are refused, and then the search
 * without a flaw is not: so the flaws are the reason. Answers the refusals. Throws Broken where a flaw is taken, Unmet
 * where the search without one is refused too.
 */
export async function expectSearchFlawsRefused(
  trial: Trial,
  flaws: Readonly<Record<string, SearchChanges>>,
  sound: SearchChanges = {},
): Promise<Exchange[]> {
  const refusals: Exchange[] = [];
  for (const [words, changes] of Object.entries(flaws)) {
    const refusal = await trial.searchFlights({ with: { ...sound, ...changes } });
    expectRefused(refusal, `a search with ${words}`);
    refusals.push(refusal);
  }
  await givenSoundSearch(trial, sound);
  return refusals;
}

/** The search that something was refused in, without it. Throws Unmet when it is refused as well. */
export async function givenSoundSearch(trial: Trial, sound: SearchChanges = {}): Promise<Exchange> {
  return trial.given(await trial.searchFlights({ with: sound }), 'the same search without the flaw is refused too');
}

/** Of two ways to search, whichever is refused while the other is taken. Throws Unmet when both are refused. */
export function findRefused(one: Exchange, other: Exchange): Exchange | undefined {
  const refused = [one, other].filter(({ response }) => response.status !== 200);
  if (refused.length === 2)
    throw new Unmet(`needs one of two searches to be taken: ${describeOutcome(one)}; ${describeOutcome(other)}`);
  return refused[0];
}
