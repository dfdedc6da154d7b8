import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ActionButton } from '../parts/action-button.tsx';
import { arm } from './arming.ts';
import type { Scenario } from './catalogue.ts';
import { addStep, draft, draftText, moveStep, writeDraft } from './draft.ts';
import { StepItem } from './step-item.tsx';

/** An editor for a sequence: by buttons, by drag, or as text. */
export function Builder({ scenarios }: { scenarios: readonly Scenario[] }) {
  const { steps, problem } = draft.value;
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<{ to: number; direction: string }>(undefined);
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= steps.length || from === to) return;
    moved.current = { to, direction: to < from ? 'up' : 'down' };
    moveStep(from, to);
    setSaid(`Step ${from + 1} is now step ${to + 1} of ${steps.length}.`);
  };
  useLayoutEffect(() => {
    if (!moved.current) return;
    const { to, direction } = moved.current;
    moved.current = undefined;
    list.current?.children[to]?.querySelector<HTMLButtonElement>(`button[data-move=${direction}]`)?.focus();
  });
  return (
    <section class="card builder" aria-labelledby="builder">
      <h2 id="builder">Put a sequence together</h2>
      {steps.length === 0 && problem === undefined && (
        <p class="quiet">
          Each step waits for the one before it. Press “+ step” on a scenario below, or write it here:{' '}
          <code>book:502-after-commit; read:502; none</code>
        </p>
      )}
      <ol ref={list} class="steps">
        {steps.map((step, index) => (
          <StepItem key={index} {...{ step, index, move, scenarios }} count={steps.length} />
        ))}
      </ol>
      <label class="text">
        <span>As text</span>
        <textarea
          rows={2}
          spellcheck={false}
          value={draftText.value}
          aria-invalid={problem !== undefined}
          aria-describedby="builder-problem"
          onInput={({ currentTarget }) => writeDraft(currentTarget.value)}
        />
      </label>
      <p id="builder-problem" class="problem">
        {problem !== undefined && `✕ ${problem}`}
      </p>
      <div class="actions">
        <ActionButton class="main-action" disabled={draftText.value.trim() === ''} work={() => arm(draftText.value)}>
          {steps.length > 1 ? 'Arm this sequence' : 'Arm this'}
        </ActionButton>
        <button
          type="button"
          onClick={() => addStep({ name: 'none', parameters: [] })}
          disabled={problem !== undefined}
        >
          + step that lets a call pass
        </button>
        {draftText.value !== '' && (
          <button type="button" onClick={() => writeDraft('')}>
            Empty it
          </button>
        )}
      </div>
      <span class="unseen" role="status">
        {said}
      </span>
    </section>
  );
}
