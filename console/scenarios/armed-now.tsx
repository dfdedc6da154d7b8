import { writeScenarios } from '../../src/scenarios/parse.ts';
import { route } from '../app/route.ts';
import { profile } from '../app/sandbox.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { arm, armingOf, clearArmed, lastArmed } from './arming.ts';
import { writeDraft } from './draft.ts';
import type { ProgressStep } from './progress.ts';
import { progressOf } from './progress.ts';

/** The armed scenarios, the next step, and how many calls remain. */
export function ArmedNow() {
  const armed = profile.value?.armed ?? null;
  const last = lastArmed.value?.profileCode === route.value.profile ? lastArmed.value : null;
  if (!armed) return <NothingArmed last={last} />;
  const steps = progressOf(armed.scenario, last?.scenario);
  const next = steps.findIndex(({ state }) => state === 'next');
  const isWhole = next > 0 || last?.scenario === armed.scenario;
  return (
    <section class="card armed-now" aria-labelledby="armed-now">
      <h2 id="armed-now">Armed now</h2>
      <p role="status">{steps.length > 1 ? sayNext(next, steps.length, isWhole) : `It acts ${armingOf(armed)}.`}</p>
      <ol class="progress">
        {steps.map((step, index) => (
          <Step key={index} step={step} callsOfAll={armed.calls} />
        ))}
      </ol>
      <div class="actions">
        <ActionButton work={clearArmed}>Clear</ActionButton>
        <button type="button" onClick={() => writeDraft(armed.scenario)}>
          Edit the remaining steps
        </button>
      </div>
    </section>
  );
}

/** If another client has armed it, the earlier steps are unknown. */
function sayNext(next: number, count: number, isWhole: boolean): string {
  if (isWhole) return `Step ${next + 1} of ${count} is next.`;
  return `${count} steps are left; the first of them is next.`;
}

function NothingArmed({ last }: { last: typeof lastArmed.value }) {
  return (
    <section class="card armed-now" aria-labelledby="armed-now">
      <h2 id="armed-now">Armed now</h2>
      <p role="status">Nothing is armed: the sandbox responds as usual.</p>
      {last && (
        <p>
          Last armed here: <code>{last.scenario}</code> {armingOf(last)}{' '}
          <ActionButton work={() => arm(last.scenario, last.calls ?? undefined)}>Arm it again</ActionButton>
        </p>
      )}
    </section>
  );
}

function Step({ step: { selectors, state }, callsOfAll }: { step: ProgressStep; callsOfAll: number | null }) {
  return (
    <li class={`progress-${state}`} aria-current={state === 'next' ? 'step' : undefined}>
      <span class="progress-state">
        <span aria-hidden="true">{MARKS[state]}</span> {state}
      </span>
      <ul>
        {selectors.map((selector, index) => (
          <li key={index}>
            <code>{writeScenarios([[{ ...selector, parameters: selector.parameters.filter(isNotCalls) }]])}</code>{' '}
            {state !== 'met' && <span class="quiet">{callsLeft(selector.parameters, callsOfAll)}</span>}
          </li>
        ))}
      </ul>
    </li>
  );
}

function callsLeft(parameters: ProgressStep['selectors'][number]['parameters'], callsOfAll: number | null): string {
  const own = parameters.find((pair) => !isNotCalls(pair))?.[1];
  const calls = own === undefined ? callsOfAll : Number(own);
  if (calls === null) return 'until cleared';
  return calls === 1 ? '1 call left' : `${calls} calls left`;
}

function isNotCalls([name]: readonly [string, string]): boolean {
  return name !== 'calls';
}

const MARKS = { met: '✓', next: '▶', later: '○' } as const;
