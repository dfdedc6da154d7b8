import type { ScenarioSelector, ScenarioSteps } from '../../src/scenarios/parse.ts';
import { writeScenarios } from '../../src/scenarios/parse.ts';
import { stepsOf } from './draft.ts';

export interface ProgressStep {
  selectors: readonly ScenarioSelector[];
  state: 'met' | 'next' | 'later';
}

/**
 * Returns the armed sequence's steps, and the next one. The sandbox reports only the rest; `whole`, the originally
 * armed text, has the earlier steps if its end equals that rest.
 */
export function progressOf(left: string, whole: string | undefined): ProgressStep[] {
  const steps = stepsOf(left);
  const met = whole === undefined ? [] : metSteps(stepsOf(whole), steps);
  return [
    ...met.map((selectors) => ({ selectors, state: 'met' as const })),
    ...steps.map((selectors, index) => ({ selectors, state: index === 0 ? ('next' as const) : ('later' as const) })),
  ];
}

function metSteps(whole: ScenarioSteps, left: ScenarioSteps): ScenarioSteps {
  const count = whole.length - left.length;
  const isRest = count >= 0 && writeScenarios(whole.slice(count + 1)) === writeScenarios(left.slice(1));
  const names = (whole[count] ?? []).map(nameOf);
  return isRest && (left[0] ?? []).every((one) => names.includes(nameOf(one))) ? whole.slice(0, count) : [];
}

function nameOf({ word, name }: ScenarioSelector): string {
  return `${word ?? ''}:${name}`;
}
