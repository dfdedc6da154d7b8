import { useState } from 'preact/hooks';
import { clock } from '../app/sandbox.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { advance, fieldOfNow, setClock } from './turning.ts';

/** Moves the clock: by a step, by a duration, or to an instant. */
export function MoveForms() {
  return (
    <section class="card moves" aria-labelledby="moves">
      <h2 id="moves">Move it</h2>
      <div class="actions" role="group" aria-label="Advance by a step">
        {STEPS.map(([text, by]) => (
          <ActionButton key={by} work={() => advance({ by })}>
            {text}
          </ActionButton>
        ))}
      </div>
      <ByDuration />
      <ToInstant />
    </section>
  );
}

function ByDuration() {
  const [count, setCount] = useState('2');
  const [unit, setUnit] = useState<keyof typeof UNITS>('hours');
  return (
    <div class="move" role="group" aria-label="By a duration">
      <label>
        <span>By</span>
        <input type="number" min={1} value={count} onInput={(event) => setCount(event.currentTarget.value)} />
      </label>
      <label>
        <span>Unit</span>
        <select value={unit} onChange={(event) => setUnit(event.currentTarget.value as keyof typeof UNITS)}>
          {Object.keys(UNITS).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <ActionButton work={() => advance({ by: UNITS[unit](count) })}>Advance</ActionButton>
    </div>
  );
}

function ToInstant() {
  const [instant, setInstant] = useState(fieldOfNow);
  const [freezes, setFreezes] = useState(clock.value?.reported.mode === 'frozen');
  return (
    <div class="move" role="group" aria-label="To an instant">
      <label>
        <span>Instant (UTC)</span>
        <input
          type="datetime-local"
          step={1}
          value={instant}
          onInput={(event) => setInstant(event.currentTarget.value)}
        />
      </label>
      <label class="check">
        <input type="checkbox" checked={freezes} onChange={(event) => setFreezes(event.currentTarget.checked)} />
        freeze it there
      </label>
      <ActionButton
        disabled={instant === ''}
        work={() => setClock({ mode: freezes ? 'frozen' : 'running', now: withZone(instant) })}
      >
        Go to
      </ActionButton>
    </div>
  );
}

/** A browser omits zero seconds from the field. */
function withZone(field: string): string {
  return `${field.length === 16 ? `${field}:00` : field}Z`;
}

const STEPS = [
  ['+1 min', 'PT1M'],
  ['+5 min', 'PT5M'],
  ['+21 min', 'PT21M'],
  ['+1 h', 'PT1H'],
  ['+1 day', 'P1D'],
] as const;

const UNITS = {
  seconds: (count: string) => `PT${count}S`,
  minutes: (count: string) => `PT${count}M`,
  hours: (count: string) => `PT${count}H`,
  days: (count: string) => `P${count}D`,
};
