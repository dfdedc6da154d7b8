import { useState } from 'preact/hooks';
import type { Schema } from '../api/client.ts';
import { ActionForm } from '../parts/action-form.tsx';
import { stateOutcome } from './exam.ts';

type Outcome = Schema['ExamStatement']['outcome'];

/** Asks for the content on the app's display after its call. */
export function StatementForm({ open: { number, task, calls } }: { open: Schema['OpenSituation'] }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const time = task.endsWith('flight') ? 'departure' : 'pickup';
  const statement = (filled: (name: string) => string) => {
    const stated = ['id', 'price', 'currency', time, 'name'].map((name) => [name, filled(name)] as const);
    const traveller = Object.fromEntries(stated.filter(([, text]) => text !== ''));
    const travellers = outcome === 'booked' ? [traveller] : [];
    return stateOutcome({ situation: number, outcome: outcome ?? 'unknown', travellers });
  };
  if (calls === 0) return null;
  return (
    <ActionForm submit="Compare" work={statement}>
      <fieldset>
        <legend>What does the app show in the end?</legend>
        {OUTCOMES.map(([value, text]) => (
          <label key={value} class="check">
            <input
              type="radio"
              name="outcome"
              value={value}
              required
              checked={outcome === value}
              onChange={() => setOutcome(value)}
            />{' '}
            {text}
          </label>
        ))}
      </fieldset>
      {outcome === 'booked' && <Content time={time} />}
    </ActionForm>
  );
}

function Content({ time }: { time: 'pickup' | 'departure' }) {
  return (
    <fieldset class="exam-content">
      <legend>The booking in the app; leave missing fields empty</legend>
      <label>
        <span>Id of the reservation or order</span>
        <input name="id" maxLength={200} autocomplete="off" />
      </label>
      <label>
        <span>Price, as in 23.04 or 8,52 €</span>
        <input name="price" maxLength={40} autocomplete="off" />
      </label>
      <label>
        <span>Currency, as in EUR or €</span>
        <input name="currency" maxLength={10} autocomplete="off" />
      </label>
      <label>
        <span>Local {time}, as in 25/01/2027 11:30</span>
        <input name={time} maxLength={40} autocomplete="off" />
      </label>
      <label>
        <span>Name of the traveller</span>
        <input name="name" maxLength={200} dir="auto" autocomplete="off" />
      </label>
    </fieldset>
  );
}

const OUTCOMES: readonly [Outcome, string][] = [
  ['booked', 'Booked: the task is done'],
  ['not booked', 'Not booked, and the app knows that'],
  ['unknown', 'Unknown: the app cannot tell'],
];
