import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../../errors/refusal.ts';
import type { Exchange } from '../exchange.ts';

/** Thrown when a scenario leaves a call without an answer: there is nothing to render. */
export class Unanswered extends Error {
  declare message: 'silent' | 'reset';

  constructor(ending: 'silent' | 'reset') {
    super(ending);
  }
}

/**
 * Lets a scenario act at this point of the way of a request: waits, throws its error, or ends the call without
 * an answer (throws Unanswered).
 */
export function actAtEdge(exchange: Exchange, at: 'authentication' | 'before' | 'after'): Promise<void> | void {
  if (exchange.scenario) return act(exchange, at);
}

async function act({ scenario, req }: Exchange, at: 'authentication' | 'before' | 'after'): Promise<void> {
  const edges = scenario!.edges.filter((edge) => edge.at === at);
  for (const edge of edges) if ('delayMs' in edge) await wait(edge.delayMs, undefined, { ref: false });
  for (const edge of edges) {
    if ('error' in edge) throw new Refusal(edge.error);
    if ('connection' in edge) {
      if (edge.connection === 'reset') req.socket.resetAndDestroy();
      throw new Unanswered(edge.connection);
    }
  }
}
