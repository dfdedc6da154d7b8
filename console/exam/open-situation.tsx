import { factsOf, stepsOf } from '../../src/check/exam/interactive/describe-task.ts';
import type { Schema } from '../api/client.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { skipSituation } from './exam.ts';
import { StatementForm } from './statement-form.tsx';

type Open = Schema['OpenSituation'];

/** The open situation's task, and the question after it. Armed scenarios stay hidden. */
export function OpenSituation({ open, total }: { open: Open; total: number }) {
  return (
    <>
      <h2>
        Situation {open.number} of {total}
      </h2>
      <ol class="exam-steps">
        <li>Begin with a new search in the app.</li>
        {stepsOf(open.task, open.trip).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      <Trip trip={open.trip} />
      <StatementForm open={open} />
      <div class="dialog-buttons">
        <ActionButton work={() => skipSituation(open.number)}>Pass over this situation</ActionButton>
      </div>
    </>
  );
}

function Trip({ trip }: { trip: Open['trip'] }) {
  return (
    <dl class="exam-trip" aria-label="The task">
      {factsOf(trip).map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
