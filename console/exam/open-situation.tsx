import type { Schema } from '../api/client.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { skipSituation } from './exam.ts';
import { StatementForm } from './statement-form.tsx';
import { stepsOf } from './tasks.ts';

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
        {stepsOf(open).map((text) => (
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
  const facts: [string, string][] = [
    ['From', trip.from],
    ['To', trip.to],
    ['Local date', trip.date],
    ...(trip.time === null ? [] : [['Local time', trip.time] as [string, string]]),
    ...(trip.newTime === null ? [] : [['New local time', trip.newTime] as [string, string]]),
    ['Traveller', `${trip.firstName} ${trip.lastName}`],
    ['Adults', `${trip.passengers}`],
    ['Price', `at most ${trip.priceLimit} ${trip.currency}`],
    ...(trip.orderType === null ? [] : [['Order', trip.orderType] as [string, string]]),
  ];
  return (
    <dl class="exam-trip" aria-label="The task">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
