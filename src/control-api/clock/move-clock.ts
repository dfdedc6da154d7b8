import { parseInstant, toIso } from '../../clock.ts';
import { Refusal } from '../../errors/refusal.ts';
import { profileNow } from '../../profiles/profile-clock.ts';
import type { Service } from '../../service.ts';
import type { ProfileClock } from '../../store/profiles.ts';

/** What a clock is moved to, seen from what it is. */
export interface ClockMove {
  /** The instant that it shall show, epoch milliseconds. */
  to(present: number): number;
  mode: 'frozen' | 'running' | 'as-before';
  /** Where the request says so, for a refusal: `/now`. */
  path: string;
}

export interface MovedClock {
  clock: ProfileClock;
  /** What the clock showed before and after, epoch milliseconds. */
  from: number;
  to: number;
}

/**
 * Moves the clock of a profile. Two moves at the same time come one after the other, each seeing what the other
 * did. Refuses with `clock_cannot_go_back` an instant that has passed, with `clock_too_far` one that is too far.
 */
export async function moveClock({ clock, store }: Service, profileCode: string, move: ClockMove): Promise<MovedClock> {
  for (;;) {
    const profile = await store.profiles.find(profileCode);
    if (!profile)
      throw new Refusal('profile_not_found', [
        { path: 'path/profileCode', message: `there is no profile "${profileCode}" any more` },
      ]);
    const serviceNow = clock.now();
    const from = profileNow(profile, serviceNow);
    const to = move.to(from);
    checkTarget(move.path, from, to);
    const moved = clockAt(to, move.mode === 'as-before' ? modeOf(profile.clock) : move.mode, serviceNow);
    if (await store.profiles.setClock(profileCode, profile.clock, moved)) return { clock: moved, from, to };
  }
}

function checkTarget(path: string, from: number, to: number): void {
  if (to < from) {
    throw new Refusal('clock_cannot_go_back', [
      {
        path,
        message: `the clock shows ${toIso(from)} and cannot go back to ${toIso(to)}; give a later instant, or reset the profile`,
      },
    ]);
  }
  if (to > LATEST)
    throw new Refusal('clock_too_far', [{ path, message: `a clock goes no further than ${toIso(LATEST)}` }]);
}

/** The service's clock runs, so one that goes with it and is moved runs on. */
function modeOf(clock: ProfileClock | null): 'frozen' | 'running' {
  return clock !== null && 'frozenAt' in clock ? 'frozen' : 'running';
}

function clockAt(instant: number, mode: 'frozen' | 'running', serviceNow: number): ProfileClock {
  return mode === 'frozen' ? { frozenAt: instant } : { aheadMs: instant - serviceNow };
}

/** Offers, flights and documents lie after the present, and no date of the interface has more than four digits for its year. */
export const LATEST = parseInstant('9990-01-01T00:00:00Z');
