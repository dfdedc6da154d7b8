import { setTimeout as wait } from 'node:timers/promises';

/**
 * Whether a provider that answers a search this late counts as failed for it (assumption flight.provider-failure).
 * The number decides and not the wait: the offers of the search are made again later, and must be the same.
 */
export function isTooLate(delayMs: number | undefined): boolean {
  return delayMs !== undefined && delayMs > PROVIDER_TIMEOUT_MS;
}

/** Waits in real time for a provider that answers this late, as long as the service has patience with it. */
export function waitFor(delayMs: number): Promise<void> {
  return wait(Math.min(delayMs, PROVIDER_TIMEOUT_MS), undefined, { ref: false });
}

const PROVIDER_TIMEOUT_MS = 2000;
