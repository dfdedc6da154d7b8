import type { ObservedExchange } from '../check/judge/observed-exchange.ts';
import type { Ending } from '../store/journal.ts';
import { claimedProfile, identifyCaller } from './authenticate.ts';
import type { Exchange } from './exchange.ts';
import type { HttpServices } from './http-services.ts';
import { observeExchange } from './observe-exchange.ts';
import type { Sent } from './sent.ts';

/**
 * Hands an exchange of the service to the judge; those of the control API are no business of it. One that was not
 * authenticated goes to the profile that its public key names, apart from the profile's own calls: anybody can make it.
 */
export function judgeExchange(service: HttpServices, exchange: Exchange, sent: Sent | Ending, ended: number): void {
  const { judge } = service;
  if (!judge || !isOfService(exchange)) return;
  const observed = observeExchange(service, exchange, sent, ended);
  if (exchange.profile) judge.judge(exchange.profile.code, observed);
  else judge.defer(judgeStranger(service, exchange, observed));
}

/** Whether an exchange is one of the service, and not of the control API or the page at `/`. */
export function isOfService({ operation, req: { path } }: Exchange): boolean {
  if (operation) return operation.isJournaled;
  return path !== '/' && path !== '/_sandbox' && !path.startsWith('/_sandbox/');
}

/** A request that misses every address was not authenticated on its way: that is made up for here. */
async function judgeStranger(
  service: HttpServices,
  { operation, req }: Exchange,
  observed: ObservedExchange,
): Promise<void> {
  const { judge, log } = service;
  try {
    const caller = operation ? undefined : await identifyCaller(service, req);
    if (caller) judge?.judge(caller.code, observed);
    else judge?.judgeUnauthenticated((await claimedProfile(service, req))?.code ?? null, observed);
  } catch (error) {
    log.error({ err: error }, 'an exchange was not judged');
  }
}
