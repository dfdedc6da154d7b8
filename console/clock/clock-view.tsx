import { route } from '../app/route.ts';
import { timeIn } from '../parts/time.tsx';
import { Agenda } from './agenda.tsx';
import { DueMomentText, InstantText } from './due-moment.tsx';
import { MoveForms } from './move-forms.tsx';
import { Present } from './present.tsx';
import { lastMove } from './turning.ts';

/** The profile's present time, the forms to move its clock, and the due events. */
export function ClockView() {
  return (
    <div class="clock-view">
      <div class="clock-side">
        <Present />
        <MoveForms key={route.value.profile} />
        <LastMove />
      </div>
      <Agenda />
    </div>
  );
}

/** The last move's result, announced to screen readers, and the events that fell due in between. */
function LastMove() {
  const turned = lastMove.value?.profileCode === route.value.profile ? lastMove.value.turned : undefined;
  const shown = timeIn(turned?.now ?? '1970-01-01T00:00:00Z', 'second');
  return (
    <section class="card last-move" aria-labelledby="last-move">
      <h2 id="last-move">The last move</h2>
      <p role="status">
        {turned
          ? `The clock shows ${shown.text} ${shown.name}. ${fellDue(turned.dueTotal)}`
          : 'Due events are listed here.'}
      </p>
      <ol>
        {turned?.due.slice(0, MOST).map((moment) => (
          <li key={`${moment.at} ${moment.what} ${moment.resourceId}`}>
            <InstantText at={moment.at} /> <DueMomentText moment={moment} />
          </li>
        ))}
      </ol>
      {turned && turned.dueTotal > MOST && <p class="quiet">And {turned.dueTotal - MOST} more.</p>}
    </section>
  );
}

function fellDue(count: number): string {
  if (count === 0) return 'Nothing fell due on the way.';
  return count === 1 ? '1 thing fell due on the way:' : `${count} things fell due on the way:`;
}

const MOST = 50;
