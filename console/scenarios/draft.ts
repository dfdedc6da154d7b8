import { computed, signal } from '@preact/signals';
import type { ScenarioSelector, ScenarioSteps } from '../../src/scenarios/parse.ts';
import { parseScenarios, writeScenarios } from '../../src/scenarios/parse.ts';
import { changeQuery, route } from '../app/route.ts';

/** Stays while another view is shown. */
const remembered = signal('');

/** What a person puts together before it is armed, as the text of it. It stands in the address. */
export const draftText = computed(() => route.value.query.get('sequence') ?? remembered.value);

/** The steps of the draft, or why its text cannot be read. */
export const draft = computed((): { steps: ScenarioSteps; problem: string | undefined } => {
  try {
    return { steps: stepsOf(draftText.value), problem: undefined };
  } catch (error) {
    return { steps: [], problem: error instanceof Error ? error.message : String(error) };
  }
});

/** The steps of a text; none of an empty one. Throws a RangeError that says what cannot be read. */
export function stepsOf(text: string): ScenarioSteps {
  return text.trim() === '' ? [] : parseScenarios(text);
}

export function writeDraft(text: string): void {
  remembered.value = text;
  changeQuery({ sequence: text });
}

/** Takes steps in the place of those of the draft. Steps without a scenario go. */
function changeDraft(steps: ScenarioSteps): void {
  writeDraft(writeScenarios(steps.filter((step) => step.length > 0)));
}

export function addStep(selector: ScenarioSelector): void {
  changeDraft([...draft.value.steps, [selector]]);
}

/** Lets a scenario act together with the last step. */
export function addToLastStep(selector: ScenarioSelector): void {
  const { steps } = draft.value;
  changeDraft([...steps.slice(0, -1), [...(steps.at(-1) ?? []), selector]]);
}

export function moveStep(from: number, to: number): void {
  const steps = [...draft.value.steps];
  steps.splice(to, 0, ...steps.splice(from, 1));
  changeDraft(steps);
}

/** Takes another step in the place of one; an empty one removes it. */
export function changeStep(index: number, step: readonly ScenarioSelector[]): void {
  changeDraft(draft.value.steps.with(index, step));
}
