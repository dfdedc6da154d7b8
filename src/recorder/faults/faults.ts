import type { Ids } from '../../base/ids.ts';
import { Random } from '../../base/ids.ts';
import type { OperationId } from '../../interface/api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { ActiveScenario } from '../../scenarios/active.ts';
import { activate } from '../../scenarios/active.ts';
import type { Armed as ArmedScenario } from '../../scenarios/meet.ts';
import { committingOperations } from '../../scenarios/operations.ts';
import type { ScenarioSteps } from '../../scenarios/parse.ts';
import { parseScenarios, writeScenarios } from '../../scenarios/parse.ts';
import type { Registry } from '../../scenarios/registry.ts';
import type { ScenarioInput } from '../../scenarios/scenario-selection.ts';
import { filterApplicable, readArming, selectScenarios } from '../../scenarios/scenario-selection.ts';
import type { Liveness } from '../recording/record.ts';
import { Armed } from './armed.ts';

export interface FaultOptions {
  /** Every scenario; the recorder uses those supported at the edge. */
  scenarios: Registry;
  /** True to allow lost responses even if the upstream does not declare itself a test system. */
  allowLive: boolean;
  liveness: Liveness;
  ids: Ids;
}

/** Request parts that select a scenario. */
export interface FaultRequest {
  operation: OperationId;
  /** Profile name; empty for none. */
  profile: string;
  /** Values of the parameter and of the header. */
  query: string | undefined;
  header: string | undefined;
}

/** Selects the scenario for each request, and decides if it may act. */
export class Faults {
  readonly #all: Registry;
  readonly #edge: Registry;
  readonly #allowLive: boolean;
  readonly #liveness: Liveness;
  readonly #ids: Ids;
  readonly #armed: Armed;

  constructor({ scenarios, allowLive, liveness, ids }: FaultOptions) {
    this.#all = scenarios;
    this.#edge = edgeScenarios(scenarios);
    this.#allowLive = allowLive;
    this.#liveness = liveness;
    this.#ids = ids;
    this.#armed = new Armed(this.#edge);
  }

  /** Scenarios supported at the edge. */
  get usable(): Registry {
    return this.#edge;
  }

  armed(profile: string): ArmedScenario | null {
    return this.#armed.of(profile);
  }

  /**
   * Arms a scenario. Refuses unsupported ones, and a fault after commit on a live system with `recorder_live_system`.
   */
  arm(profile: string, text: string, calls: number | null): ArmedScenario | null {
    const steps = readEdgeArming(this.#all, this.#edge, { text, path: '/scenario' });
    if (!this.#allowLive && this.#liveness.liveMode === true && mayLoseWork(this.#edge, steps))
      throw new Refusal('recorder_live_system');
    const armed = steps.length > 0 ? { scenario: writeScenarios(steps), calls } : null;
    this.#armed.set(profile, armed);
    return armed;
  }

  disarm(profile: string): void {
    this.#armed.set(profile, null);
  }

  /**
   * Returns the scenario for a request, selected by the request or armed; null for none. Refuses an unusable selector,
   * and a fault after commit on a live system with `recorder_live_system`.
   */
  select({ operation, profile, query, header }: FaultRequest): ActiveScenario | null {
    const own =
      this.#explicit(operation, query, 'query', 'query/scenario') ??
      this.#explicit(operation, header, 'header', 'header/x-sandbox-scenario');
    if (own) {
      if (this.#isBarred(own, operation)) throw new Refusal('recorder_live_system');
      return actingEarly(own);
    }
    const met = this.#armed.meet(profile, operation);
    if (!met) return null;
    const active = activate(this.#edge, met.acting, () => this.#chance(), { from: 'profile', claim: met.claim });
    return this.#isBarred(active, operation) ? null : actingEarly(active);
  }

  /**
   * True if a request's response may get lost. `said`: the `liveMode` in the response. Without any `liveMode` so far,
   * the response must not get lost.
   */
  mayLose(active: ActiveScenario, operation: OperationId | null, said: boolean | null): boolean {
    if (this.#allowLive || !losesWork(active, operation)) return true;
    return this.#liveness.liveMode !== true && said === false;
  }

  #isBarred(active: ActiveScenario, operation: OperationId): boolean {
    return !this.#allowLive && this.#liveness.liveMode === true && losesWork(active, operation);
  }

  #explicit(
    operation: OperationId,
    text: string | undefined,
    from: 'query' | 'header',
    path: string,
  ): ActiveScenario | null {
    if (text === undefined) return null;
    if (text.trim() === 'none') return activate(this.#edge, [], () => this.#chance(), { from });
    refuseInner(this.#all, this.#edge, { text, path });
    const { now, later } = selectScenarios(this.#edge, operation, { text, path });
    if (later.length > 0) {
      const message = 'a request selects only for itself; arm later requests with PUT /_sandbox/scenario';
      throw new Refusal('invalid_scenario', [{ path, message }]);
    }
    if (now.length === 0) return null;
    try {
      return activate(this.#edge, now, () => this.#chance(), { from });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new Refusal('invalid_scenario', [{ path, message: error.message }]);
    }
  }

  #chance(): Random {
    return this.#ids.draw('recorder/chance');
  }
}

/**
 * Counts scenarios that act before the request to the upstream, because nothing can stop them. Later ones may not act
 * at all.
 */
function actingEarly(active: ActiveScenario): ActiveScenario {
  for (const edge of active.edges) if (edge.at === 'authentication' || edge.at === 'before') void active.act(edge);
  return active;
}

/**
 * Returns the scenarios supported at any system's edge: they change neither provider nor clock, and in a response only
 * its completeness.
 */
function edgeScenarios(all: Registry): Registry {
  return new Map([...all].filter(([name]) => isOfEdge(all, name)));
}

function isOfEdge(all: Registry, name: string): boolean {
  const { edges, effects } = activate(all, [{ name, parameters: [] }], noChance, { from: 'query' });
  return edges.length > 0 && Object.keys(effects).length === 0 && edges.every((edge) => !('shape' in edge));
}

/** Refuses scenarios that act inside the service, because a proxy cannot cause them. */
function refuseInner(all: Registry, edge: Registry, { text, path }: ScenarioInput): void {
  const inner = namesIn(text).find((name) => all.has(name) && !edge.has(name));
  if (inner === undefined) return;
  const message = `"${inner}" acts inside the service, not at its edge; here you can use: `;
  throw new Refusal('invalid_scenario', [{ path, message: message + [...edge.keys()].join(', ') }]);
}

/** Returns the names in a selector. Another function refuses unreadable text. */
function namesIn(text: string): string[] {
  try {
    return parseScenarios(text).flatMap((step) => step.map(({ name }) => name));
  } catch {
    return [];
  }
}

/** Returns the steps to arm. Refuses unsupported ones. */
function readEdgeArming(all: Registry, edge: Registry, input: ScenarioInput): ScenarioSteps {
  refuseInner(all, edge, input);
  return readArming(edge, input);
}

/** True if a step can lose a state-changing request's response. */
function mayLoseWork(edge: Registry, steps: ScenarioSteps): boolean {
  return steps.some((step) =>
    committingOperations.some((operation) => losesWork(activateFor(edge, operation, step), operation)),
  );
}

/** True if a scenario loses a state-changing request's response: the client may repeat it. */
function losesWork({ edges }: ActiveScenario, operation: OperationId | null): boolean {
  const isCommitting = committingOperations.some((one) => one === operation);
  return isCommitting && edges.some(({ at }) => at === 'after' || at === 'answer');
}

function activateFor(edge: Registry, operation: OperationId, step: ScenarioSteps[number]): ActiveScenario {
  return activate(edge, filterApplicable(edge, operation, step), noChance, { from: 'profile' });
}

function noChance(): Random {
  return new Random('');
}
