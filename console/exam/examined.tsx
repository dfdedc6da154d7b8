import type { Schema } from '../api/client.ts';
import { linkTo } from '../app/route.ts';
import type { Exam } from './exam.ts';

/** The finished situations, the latest first. */
export function Examined({ exam: { situations } }: { exam: Exam }) {
  if (situations.length === 0) return null;
  return (
    <section class="card" aria-labelledby="examined">
      <h2 id="examined">Situations that are over</h2>
      <ol class="examined" reversed>
        {situations.toReversed().map((one) => (
          <li key={one.number}>
            <Situation of={one} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Situation({ of: { name, title, armed, verdict, findings, warnings } }: { of: Schema['ExaminedSituation'] }) {
  const [mark, kind] = MARKS[verdict];
  return (
    <article aria-label={name}>
      <h3>
        <span class={`outcome outcome-${kind}`}>
          <span aria-hidden="true">{mark}</span> {verdict}
        </span>{' '}
        {title}
      </h3>
      <p class="quiet">
        <code>{name}</code>
        {armed !== '' && (
          <>
            , armed: <code>{armed}</code>
          </>
        )}
      </p>
      {findings.map(({ kind: of, message, rules }) => (
        <p key={`${of} ${message}`} dir="auto">
          <strong>{of}</strong>: {message}{' '}
          {rules.map((id) => (
            <a key={id} href={linkTo({ view: 'rules', item: id })}>
              {id}
            </a>
          ))}
        </p>
      ))}
      {warnings > 0 && (
        <p class="quiet">{warnings === 1 ? '1 warning is' : `${warnings} warnings are`} in the report.</p>
      )}
    </article>
  );
}

const MARKS = {
  passed: ['●', 'ok'],
  failed: ['✕', 'error'],
  'did not come about': ['○', 'refused'],
  error: ['!', 'error'],
  'not applicable': ['–', 'pending'],
} as const satisfies Record<Schema['ExaminedSituation']['verdict'], readonly [string, string]>;
