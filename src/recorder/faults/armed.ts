import { Lru } from '../../base/lru.ts';
import type { OperationId } from '../../interface/api.ts';
import { meetArmed } from '../../scenarios/meet.ts';
import type { ScenarioSelector } from '../../scenarios/parse.ts';
import type { Registry } from '../../scenarios/registry.ts';

/** What is armed, as `/_sandbox` shows it. */
export interface ArmedScenario {
  scenario: string;
  /** How many requests it still meets; null for all. */
  calls: number | null;
}

/** What is armed for profiles, and for all clients. */
export class Armed {
  readonly #edge: Registry;
  readonly #byProfile = new Lru<ArmedScenario>(MAX_PROFILES);

  constructor(edge: Registry) {
    this.#edge = edge;
  }

  /** `ALL` is the profile that stands for all clients. */
  of(profile: string): ArmedScenario | null {
    return this.#byProfile.peek(profile) ?? null;
  }

  set(profile: string, armed: ArmedScenario | null): void {
    if (armed) this.#byProfile.set(profile, armed);
    else this.#byProfile.delete(profile);
  }

  /**
   * What meets a request of a profile: what is armed for it, or else for all. `accept` may turn it down, and then it is
   * not counted.
   */
  meet(
    profile: string,
    operation: OperationId,
    accept: (acting: readonly ScenarioSelector[]) => boolean,
  ): readonly ScenarioSelector[] | null {
    for (const place of [profile, ALL]) {
      const armed = this.of(place);
      const met = armed && meetArmed(this.#edge, operation, armed.scenario);
      if (!met) continue;
      if (!accept(met.acting)) return null;
      this.set(place, afterMeeting(armed, met.rest));
      return met.acting;
    }
    return null;
  }
}

function afterMeeting(armed: ArmedScenario, rest: string | null): ArmedScenario | null {
  if (rest === null || armed.calls === 1) return null;
  return { scenario: rest, calls: armed.calls && armed.calls - 1 };
}

export const ALL = '';
const MAX_PROFILES = 200;
