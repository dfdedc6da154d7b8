import { useState } from 'preact/hooks';
import type { ScenarioSelector } from '../../src/scenarios/parse.ts';
import { writeScenarios } from '../../src/scenarios/parse.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Fold } from '../parts/fold.tsx';
import { Prose } from '../parts/prose.tsx';
import { arm } from './arming.ts';
import type { Scenario } from './catalogue.ts';
import { wordsOf } from './catalogue.ts';
import { addStep, addToLastStep, draft } from './draft.ts';
import { SelectorFields } from './selector-fields.tsx';

/** One scenario: its effect on the client, and its parameters for arming. */
export function ScenarioCard({
  scenario,
  word,
  calls,
}: {
  scenario: Scenario;
  /** The operation in view. */
  word: string | undefined;
  /** Null if the input is not a call count. */
  calls: number | undefined | null;
}) {
  const [chosen, choose] = useState<ScenarioSelector>({ name: scenario.name, parameters: [] });
  const words = wordsOf(scenario);
  const isForOne = word !== undefined && words.length > 1 && chosen.word === undefined;
  const selector = isForOne ? { ...chosen, word } : chosen;
  const text = writeScenarios([[selector]]);
  const { steps, problem } = draft.value;
  return (
    <li class="card scenario" aria-labelledby={`scenario-${scenario.name}`}>
      <h4 id={`scenario-${scenario.name}`}>{scenario.title}</h4>
      <p>
        <Prose text={scenario.clientSees} />
      </p>
      <div class="actions">
        <ActionButton
          class="main-action"
          label={`Arm ${text}`}
          disabled={calls === null}
          work={() => arm(text, calls ?? undefined)}
        >
          Arm <code>{text}</code>
        </ActionButton>
        <button
          type="button"
          aria-label={`+ step ${text}`}
          disabled={problem !== undefined}
          onClick={() => addStep(selector)}
        >
          + step
        </button>
        {steps.length > 0 && (
          <button type="button" aria-label={`+ to the last step: ${text}`} onClick={() => addToLastStep(selector)}>
            + to the last step
          </button>
        )}
      </div>
      <Fold summary="Options">{() => <SelectorFields scenario={scenario} selector={selector} change={choose} />}</Fold>
      <Facts scenario={scenario} words={words} />
    </li>
  );
}

function Facts({ scenario: { basis, looksLike, rules }, words }: { scenario: Scenario; words: string[] }) {
  const where = words.length > 3 ? `${words.length} operations` : words.join(', ');
  return (
    <Fold summary={`For ${where}${looksLike === null ? '' : `; looks like ${looksLike}`}`}>
      {() => (
        <dl>
          <dt>Operations</dt>
          <dd>{words.join(', ')}</dd>
          <dt>Basis</dt>
          <dd>{typeof basis === 'string' ? basis : `assumption ${basis.assumption}`}</dd>
          {rules.length > 0 && <dt>Rules that it exercises</dt>}
          {rules.map((rule) => (
            <dd key={rule}>
              <code>{rule}</code>
            </dd>
          ))}
        </dl>
      )}
    </Fold>
  );
}
