import { profileNow } from '../app/profile-clock.tsx';
import { clock } from '../app/sandbox.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Time } from '../parts/time.tsx';
import { setClock } from './turning.ts';

/** The clock's time and mode, with the controls to change the mode. */
export function Present() {
  if (!clock.value) return <p class="quiet">Loading…</p>;
  const { aheadOfService, mode } = clock.value.reported;
  const now = new Date(profileNow()).toISOString();
  return (
    <section class="card present" aria-labelledby="present">
      <h2 id="present">The present</h2>
      <p class="present-time">
        <Time at={now} form="second" />
      </p>
      <p>
        <span aria-hidden="true">{MARKS[mode]}</span> <strong>{mode}</strong>: {MEANINGS[mode]}
        {aheadOfService !== undefined && (
          <>
            {' '}
            <code>{aheadOfService}</code> ahead of the sandbox.
          </>
        )}
      </p>
      <div class="actions">
        <ActionButton disabled={mode === 'frozen'} work={() => setClock({ mode: 'frozen' })}>
          Freeze
        </ActionButton>
        <ActionButton disabled={mode !== 'frozen'} work={() => setClock({ mode: 'running' })}>
          Run
        </ActionButton>
        <ActionButton disabled={mode === 'service'} work={() => setClock({ mode: 'service' })}>
          Back to the clock of the sandbox
        </ActionButton>
      </div>
    </section>
  );
}

const MARKS = { service: '◷', running: '▶', frozen: '❚❚' } as const;
const MEANINGS = {
  service: 'it is the clock of the sandbox.',
  running: "it runs at the speed of the sandbox's clock, from another instant.",
  frozen: 'it stands still.',
} as const;
