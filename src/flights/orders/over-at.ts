import { DAY } from '../../base/clock.ts';
import { forgottenAt } from '../../base/lifetime.ts';
import type { TrackedOffer } from '../flight-provider.ts';

/**
 * When an order is over: a day after its last arrival, which is later than that local time in any zone, and not before
 * its offer is dropped.
 */
export function overAt({ offer, source, createdAt }: TrackedOffer): number {
  const arrivals = offer.slices.flatMap(({ segments }) =>
    segments.map(({ arrival }) => Date.parse(`${arrival.arrivingAt}Z`)),
  );
  return Math.max(...arrivals.map((arrival) => arrival + DAY), forgottenAt({ createdAt, expiresAt: source.expiresAt }));
}
