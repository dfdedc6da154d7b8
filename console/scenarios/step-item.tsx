import { useState } from 'preact/hooks';
import type { ScenarioSelector } from '../../src/scenarios/parse.ts';
import { writeScenarios } from '../../src/scenarios/parse.ts';
import { Fold } from '../parts/fold.tsx';
import type { Scenario } from './catalogue.ts';
import { changeStep } from './draft.ts';
import { SelectorFields } from './selector-fields.tsx';

/** One step in the draft with its scenarios, which act together. */
export function StepItem({
  step,
  index,
  count,
  move,
  scenarios,
}: {
  step: readonly ScenarioSelector[];
  index: number;
  /** Step count. */
  count: number;
  move: (from: number, to: number) => void;
  scenarios: readonly Scenario[];
}) {
  const [isTarget, setTarget] = useState(false);
  const title = `step ${index + 1}`;
  return (
    <li
      class={isTarget ? 'step step-target' : 'step'}
      aria-label={title}
      onDragOver={(event) => {
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        event.preventDefault();
        setTarget(false);
        const from = /^taxiway-step (\d+)$/.exec(event.dataTransfer?.getData('text/plain') ?? '')?.[1];
        if (from !== undefined) move(Number(from), index);
      }}
    >
      <div class="step-head">
        <span
          class="handle"
          draggable
          title="Drag the step"
          aria-hidden="true"
          onDragStart={({ dataTransfer }) => dataTransfer?.setData('text/plain', `taxiway-step ${index}`)}
        >
          ⠿
        </span>
        <strong>Step {index + 1}</strong>
        <MoveButton label={`Move ${title} up`} to="up" isOff={index === 0} move={() => move(index, index - 1)} />
        <MoveButton
          label={`Move ${title} down`}
          to="down"
          isOff={index === count - 1}
          move={() => move(index, index + 1)}
        />
        <button type="button" aria-label={`Remove ${title}`} onClick={() => changeStep(index, [])}>
          ✕
        </button>
      </div>
      {step.map((selector, at) => (
        <Fold key={`${at} ${selector.name}`} class="selector" summary={<code>{writeScenarios([[selector]])}</code>}>
          {() => (
            <>
              <SelectorFields
                scenario={scenarios.find(({ name }) => name === selector.name)}
                selector={selector}
                change={(changed) => changeStep(index, step.with(at, changed))}
              />
              {step.length > 1 && (
                <button type="button" onClick={() => changeStep(index, step.toSpliced(at, 1))}>
                  Remove {selector.name} from {title}
                </button>
              )}
            </>
          )}
        </Fold>
      ))}
    </li>
  );
}

/** Stays focusable without an effect, so that the focus is not lost at the ends. */
function MoveButton({
  label,
  to,
  isOff,
  move,
}: {
  label: string;
  to: 'up' | 'down';
  isOff: boolean;
  move: () => void;
}) {
  return (
    <button type="button" aria-label={label} aria-disabled={isOff} data-move={to} onClick={move}>
      {to === 'up' ? '↑' : '↓'}
    </button>
  );
}
