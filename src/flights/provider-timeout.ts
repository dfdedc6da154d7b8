import { setTimeout as wait } from 'node:timers/promises';

/**
 * Whether a provider with this delay counts as failed for a search (assumption flight.provider-failure). The number
 * decides, not the wait: the offers of the search are created again later, and must be the same.
 */
export function isTooLate(delayMs: number | undefined): boolean {
  return delayMs !== undefined && delayMs > PROVIDER_TIMEOUT_MS;
}

/** Waits in real time for a provider with this delay, until the timeout at most. */
export function waitFor(delayMs: number): Promise<void> {
  return wait(Math.min(delayMs, PROVIDER_TIMEOUT_MS), undefined, { ref: false });
}

const PROVIDER_TIMEOUT_MS = 2000;
