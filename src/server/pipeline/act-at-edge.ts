import type { Exchange } from '../../http/exchange.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { ActiveScenario } from '../../scenarios/active.ts';
import type { Edge, GatewayResponse } from '../../scenarios/scenario.ts';

/** Endings for a request that a scenario leaves without a response. */
export type Silence = 'silent' | 'reset';

/** Thrown when a scenario leaves a request without a response: there is nothing to render. */
export class NoResponse extends Error {
  readonly ending: Silence;

  constructor(ending: Silence) {
    super(ending);
    this.ending = ending;
  }
}

/** Thrown when a scenario lets a gateway respond instead of the service. */
export class GatewayResponded extends Error {
  readonly response: GatewayResponse;

  constructor(response: GatewayResponse) {
    super(`a gateway responded with ${response.status}`);
    this.response = response;
  }
}

/** Thrown when a scenario delays a request: no lock is held meanwhile, and the records are loaded again afterwards. */
export class Delayed extends Error {
  readonly delayMs: number;
  /** True if the profile's clock moves forward by the delay. */
  readonly advancesClock: boolean;

  constructor({ delayMs, advancesClock = false }: Extract<Edge, { delayMs: number }>) {
    super(`a scenario delays the request by ${delayMs} ms`);
    this.delayMs = delayMs;
    this.advancesClock = advancesClock;
  }
}

/**
 * Lets a scenario act on a request at a point in the pipeline: delays it (throws Delayed, once), throws its error, lets
 * a gateway respond (throws GatewayResponded), or ends the request without a response (throws NoResponse). Throws
 * ScenarioTaken if another request has used up the armed scenario. A disconnected client counts nothing: it sees no
 * effect except a delay.
 */
export function actAtEdge(exchange: Exchange, at: 'authentication' | 'before' | 'after'): Promise<void> | undefined {
  const { scenario } = exchange;
  if (!scenario) return undefined;
  const edges = scenario.edges.filter((edge) => edge.at === at);
  return edges.length > 0 ? act(scenario, edges, exchange, at) : undefined;
}

/** Lets a scenario act on the response of a served request. Throws ScenarioTaken like actAtEdge. */
export async function actOnResponse({ scenario, res }: Exchange): Promise<void> {
  if (!scenario || res.destroyed) return;
  for (const edge of scenario.edges) if (edge.at === 'answer') await scenario.act(edge);
  await scenario.pass();
}

async function act(
  scenario: ActiveScenario,
  edges: readonly Edge[],
  { req, res }: Exchange,
  at: Edge['at'],
): Promise<void> {
  for (const edge of edges) {
    if (!('delayMs' in edge) || scenario.hasActed(edge)) continue;
    await scenario.act(edge);
    throw new Delayed(edge);
  }
  for (const edge of edges) {
    if ('delayMs' in edge) continue;
    if (!res.destroyed) await scenario.act(edge);
    else if (at === 'after') return;
    if ('error' in edge) throw new Refusal(edge.error);
    if ('gateway' in edge) throw new GatewayResponded(edge.gateway);
    if (!('connection' in edge)) continue;
    if (edge.connection === 'reset') req.socket.resetAndDestroy();
    throw new NoResponse(edge.connection);
  }
}
