import { route } from '../app/route.ts';
import { Agenda } from './agenda.tsx';
import { LastMove } from './last-move.tsx';
import { MoveForms } from './move-forms.tsx';
import { Present } from './present.tsx';

/** What time it is for the profile, how to move it, and what falls due. */
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
