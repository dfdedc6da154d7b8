import { useState } from 'preact/hooks';
import type { Question } from '../../src/check/exam/interactive/describe-task.ts';
import { questionsOn, toTravellers } from '../../src/check/exam/interactive/describe-task.ts';
import type { Schema } from '../api/client.ts';
import { ActionForm } from '../parts/action-form.tsx';
import { stateOutcome } from './exam.ts';

type Outcome = Schema['ExamStatement']['outcome'];

/** Asks what the app shows after its call. */
export function StatementForm({ open: { number, task, trip, calls } }: { open: Schema['OpenSituation'] }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const groups = questionsOn(task, trip);
  const statement = (filled: (name: string) => string) => {
    const given = groups.map((group, i) =>
      Object.fromEntries(group.map(({ field }) => [field, filled(nameOf(field, i))])),
    );
    const travellers = outcome === 'booked' ? toTravellers(given) : [];
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
      {outcome === 'booked' && <Content groups={groups} />}
    </ActionForm>
  );
}

function Content({ groups }: { groups: Question[][] }) {
  return (
    <fieldset class="exam-content">
      <legend>The booking in the app; leave missing fields empty</legend>
      {groups.map((group, i) =>
        group.map(({ field, text }) => (
          <label key={text}>
            <span>{text}</span>
            <input name={nameOf(field, i)} maxLength={200} dir="auto" autocomplete="off" />
          </label>
        )),
      )}
    </fieldset>
  );
}

/** Returns an input's name: unique over the groups of questions. */
function nameOf(field: string, group: number): string {
  return `${field} ${group}`;
}

const OUTCOMES: readonly [Outcome, string][] = [
  ['booked', 'Booked: the task is done'],
  ['not booked', 'Not booked, and the app knows that'],
  ['unknown', 'Unknown: the app cannot tell'],
];
