import { setTimeout as wait } from 'node:timers/promises';
import type { Request } from 'express';
import type { Exchange } from '../../http/exchange.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { ActiveScenario } from '../../scenarios/active.ts';

/** The endings of a request that a scenario leaves without a response. */
export type Silence = 'silent' | 'reset';

/** Thrown when a scenario leaves a request without a response: there is nothing to render. */
export class NoResponse extends Error {
  readonly ending: Silence;

  constructor(ending: Silence) {
    super(ending);
    this.ending = ending;
  }
}

/**
 * Lets a scenario act at this point of the way of a request: waits, throws its error, or ends the request without a
 * response (throws NoResponse).
 */
export function actAtEdge(
  { scenario, req }: Exchange,
  at: 'authentication' | 'before' | 'after',
): Promise<void> | undefined {
  const edges = scenario?.edges.filter((edge) => edge.at === at) ?? [];
  return edges.length > 0 ? act(edges, req) : undefined;
}

async function act(edges: ActiveScenario['edges'], req: Request): Promise<void> {
  for (const edge of edges) if ('delayMs' in edge) await wait(edge.delayMs, undefined, { ref: false });
  for (const edge of edges) {
    if ('error' in edge) throw new Refusal(edge.error);
    if ('connection' in edge) {
      if (edge.connection === 'reset') req.socket.resetAndDestroy();
      throw new NoResponse(edge.connection);
    }
  }
}
