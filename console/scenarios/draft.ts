import { computed, signal } from '@preact/signals';
import type { ScenarioSelector, ScenarioSteps } from '../../src/scenarios/parse.ts';
import { parseScenarios, writeScenarios } from '../../src/scenarios/parse.ts';
import { changeQuery, route } from '../app/route.ts';

/** Stays while another view is shown. */
const remembered = signal('');

/** The text of the user's draft, before it is armed. It is in the address. */
export const draftText = computed(() => route.value.query.get('sequence') ?? remembered.value);

/** The draft's steps, or the reason why its text cannot be parsed. */
export const draft = computed((): { steps: ScenarioSteps; problem: string | undefined } => {
  try {
    return { steps: stepsOf(draftText.value), problem: undefined };
  } catch (error) {
    return { steps: [], problem: error instanceof Error ? error.message : String(error) };
  }
});

/** Parses the steps in a text; none for an empty one. Throws a RangeError with the unreadable part. */
export function stepsOf(text: string): ScenarioSteps {
  return text.trim() === '' ? [] : parseScenarios(text);
}

export function writeDraft(text: string): void {
  remembered.value = text;
  changeQuery({ sequence: text });
}

/** Replaces the draft's steps. Steps without a scenario are dropped. */
function changeDraft(steps: ScenarioSteps): void {
  writeDraft(writeScenarios(steps.filter((step) => step.length > 0)));
}

export function addStep(selector: ScenarioSelector): void {
  changeDraft([...draft.value.steps, [selector]]);
}

/** Adds a scenario to the last step. */
export function addToLastStep(selector: ScenarioSelector): void {
  const { steps } = draft.value;
  changeDraft([...steps.slice(0, -1), [...(steps.at(-1) ?? []), selector]]);
}

export function moveStep(from: number, to: number): void {
  const steps = [...draft.value.steps];
  steps.splice(to, 0, ...steps.splice(from, 1));
  changeDraft(steps);
}

/** Replaces one step with another; an empty one removes it. */
export function changeStep(index: number, step: readonly ScenarioSelector[]): void {
  changeDraft(draft.value.steps.with(index, step));
}
