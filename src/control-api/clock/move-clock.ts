import { parseInstant, toIso } from '../../base/clock.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import { profileNow } from '../../profiles/profile-clock.ts';
import type { Service } from '../../service.ts';
import type { Profile, ProfileClock } from '../../store/profiles.ts';

/** A clock move's target. */
export interface ClockMove {
  /** Returns the new instant for the current one, epoch milliseconds. */
  to(this: void, present: number, serviceNow: number): number;
  /** `service`: the profile no longer has a separate clock. */
  mode: 'frozen' | 'running' | 'service' | 'as-before';
  /** JSON pointer to the instant in the request, for a refusal: `/now`. */
  path: string;
}

export interface MovedClock {
  clock: ProfileClock | null;
  /** The time before and after, epoch milliseconds. */
  from: number;
  to: number;
}

/**
 * Moves a profile's clock. Concurrent moves are applied one after the other. Refuses a past instant with
 * `clock_cannot_go_back` if the profile has records, and an instant too far away with `clock_too_far`.
 */
export async function moveClock({ clock, store }: Service, loaded: Profile, move: ClockMove): Promise<MovedClock> {
  const { code } = loaded;
  for (let profile: Profile | undefined = loaded; profile; profile = await store.profiles.find(code)) {
    const serviceNow = clock.now();
    const from = profileNow(profile, serviceNow);
    const to = move.to(from, serviceNow);
    checkTarget(move.path, from, to, to >= from || (await isEmpty(store, code)));
    const moved = clockAt(to, move.mode === 'as-before' ? modeOf(profile.clock) : move.mode, serviceNow);
    if (await store.profiles.setClock(code, profile.clock, moved)) return { clock: moved, from, to };
  }
  throw new Refusal('profile_not_found', [
    { path: 'path/profileCode', message: `the profile "${code}" no longer exists` },
  ]);
}

async function isEmpty(store: Service['store'], profileCode: string): Promise<boolean> {
  return Object.values(await store.kept(profileCode)).every(({ count }) => count === 0);
}

function checkTarget(path: string, from: number, to: number, isAllowed: boolean): void {
  if (!isAllowed) {
    throw new Refusal('clock_cannot_go_back', [
      {
        path,
        message:
          `the clock shows ${toIso(from)} and cannot go back to ${toIso(to)}; pass a later instant, or reset the ` +
          'profile: without records its clock accepts any instant',
      },
    ]);
  }
  if (to > LATEST) throw new Refusal('clock_too_far', [{ path, message: `a clock ends at ${toIso(LATEST)}` }]);
  if (to < from && to < EARLIEST)
    throw new Refusal('clock_too_far', [{ path, message: `a clock begins at ${toIso(EARLIEST)}` }]);
}

/** The service's clock runs, and so does a clock without its own setting. */
function modeOf(clock: ProfileClock | null): 'frozen' | 'running' {
  return clock !== null && 'frozenAt' in clock ? 'frozen' : 'running';
}

function clockAt(instant: number, mode: 'frozen' | 'running' | 'service', serviceNow: number): ProfileClock | null {
  if (mode === 'service') return null;
  return mode === 'frozen' ? { frozenAt: instant } : { aheadMs: instant - serviceNow };
}

/** Offers, flights and documents are later than the clock, and every year in the interface has four digits. */
export const LATEST = parseInstant('9990-01-01T00:00:00Z');
/** The timetables begin at this date. */
const EARLIEST = parseInstant('2000-01-01T00:00:00Z');
