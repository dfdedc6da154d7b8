import { Lru } from '../../base/lru.ts';
import type { OperationId } from '../../interface/api.ts';
import type { Claim } from '../../scenarios/active.ts';
import type { Armed as ArmedScenario } from '../../scenarios/meet.ts';
import { afterActing, meetArmed } from '../../scenarios/meet.ts';
import type { ScenarioSelector } from '../../scenarios/parse.ts';
import type { Registry } from '../../scenarios/registry.ts';

/** Armed scenarios for single profiles, and for all clients. */
export class Armed {
  readonly #edge: Registry;
  readonly #byProfile = new Lru<ArmedScenario>(MAX_PROFILES);

  constructor(edge: Registry) {
    this.#edge = edge;
  }

  /** Returns a profile's armed scenario. `ALL` means all clients. */
  of(profile: string): ArmedScenario | null {
    return this.#byProfile.peek(profile) ?? null;
  }

  set(profile: string, armed: ArmedScenario | null): void {
    if (armed) this.#byProfile.set(profile, armed);
    else this.#byProfile.delete(profile);
  }

  /**
   * Returns the scenarios for a profile's request: those armed for it, or else for all. A scenario counts when it acts.
   */
  meet(profile: string, operation: OperationId): { acting: readonly ScenarioSelector[]; claim: Claim } | null {
    for (const place of [profile, ALL]) {
      const armed = this.of(place);
      const acting = armed ? meetArmed(this.#edge, operation, armed) : [];
      if (acting.length > 0) return { acting, claim: this.#claimOn(place) };
    }
    return null;
  }

  #claimOn(place: string): Claim {
    let isCounted = false;
    return (acting, decides) => {
      const armed = this.of(place);
      if (isCounted && !armed) return true;
      const left = armed && afterActing(armed, acting, decides && !isCounted);
      if (!armed || left === undefined) return false;
      isCounted ||= decides && armed.calls !== null;
      this.set(place, left);
      return true;
    };
  }
}

export const ALL = '';
const MAX_PROFILES = 200;
