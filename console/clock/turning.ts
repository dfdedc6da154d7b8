import { signal } from '@preact/signals';
import type { Schema } from '../api/client.ts';
import { control, dataOf } from '../api/client.ts';
import { profileNow } from '../app/profile-clock.tsx';
import { route } from '../app/route.ts';
import { act, clock } from '../app/sandbox.ts';

/** The last clock move from this page: its target, and the events that fell due in between. */
export const lastMove = signal<{ profileCode: string; turned: Schema['TurnedClock'] } | null>(null);

/** Freezes the clock, lets it run, or returns the profile to the sandbox clock. */
export async function setClock(body: Schema['ClockSetting']): Promise<void> {
  await turn((path) => dataOf(control.PUT('/_sandbox/profiles/{profileCode}/clock', { params: { path }, body })));
}

/** Moves the clock forward, by a duration or to an event. */
export async function advance(body: Schema['ClockAdvance']): Promise<void> {
  await turn((path) =>
    dataOf(control.POST('/_sandbox/profiles/{profileCode}/clock/advance', { params: { path }, body })),
  );
}

/** Sets the clock to an instant. A frozen clock stays frozen, any other runs on from there. */
export async function goToInstant(now: string): Promise<void> {
  await setClock({ mode: clock.value?.reported.mode === 'frozen' ? 'frozen' : 'running', now });
}

/** Returns the present clock time, to the second, formatted for a datetime-local field. */
export function fieldOfNow(): string {
  return new Date(profileNow()).toISOString().slice(0, 19);
}

async function turn(work: (path: { profileCode: string }) => Promise<Schema['TurnedClock']>): Promise<void> {
  const profileCode = route.value.profile ?? '';
  await act(async () => {
    lastMove.value = { profileCode, turned: await work({ profileCode }) };
  });
}
