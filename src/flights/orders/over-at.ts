import { DAY } from '../../clock.ts';
import { forgottenAt } from '../../lifetime.ts';
import type { TrackedOffer } from '../flight-provider.ts';

/** When an order is over: a day after its last arrival, which is later than that local time anywhere, and once its offer is forgotten. */
export function overAt({ offer, source, createdAt }: TrackedOffer): number {
  const arrivals = offer.slices.flatMap(({ segments }) =>
    segments.map(({ arrival }) => Date.parse(`${arrival.arrivingAt}Z`)),
  );
  return Math.max(...arrivals.map((arrival) => arrival + DAY), forgottenAt({ createdAt, expiresAt: source.expiresAt }));
}
