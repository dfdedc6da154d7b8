import { signal } from '@preact/signals';
import { Time } from '../parts/time.tsx';
import { linkTo } from './route.ts';
import { clock } from './sandbox.ts';

const tick = signal(0);
setInterval(() => (tick.value += 1), 1000);

/**
 * Returns the profile clock's present time, to the second (milliseconds since 1970). A running clock is extrapolated.
 */
export function profileNow(): number {
  if (!clock.value) return 0;
  const { reported, heardAt, stands } = clock.value;
  void tick.value;
  const elapsed = stands ? 0 : performance.now() - heardAt;
  return Date.parse(reported.now) + elapsed;
}

export function ProfileClock() {
  if (!clock.value) return null;
  const { mode } = clock.value.reported;
  const now = new Date(profileNow()).toISOString();
  return (
    <a class={`clock clock-${mode}`} href={linkTo({ view: 'clock' })} title="The clock of this profile">
      <span aria-hidden="true">{MARKS[mode]}</span> <Time at={now} form="second" /> {mode === 'service' ? '' : mode}
    </a>
  );
}

const MARKS = { service: '◷', running: '▶', frozen: '❚❚' } as const;
