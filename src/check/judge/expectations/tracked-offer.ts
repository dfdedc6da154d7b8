import type { View } from '../conduct.ts';
import type { FlightOffer } from '../knowledge.ts';
import { profileCodeOf } from './credentials.ts';

/** The ordered offer, and its source. */
export interface TrackedOffer {
  /**
   * `own`: from a response to the same profile. `other`: from a response to another profile. `none`: from no response.
   */
  from: 'own' | 'other' | 'none';
  offer: Readonly<Record<string, unknown>> | null;
  /** The response with the offer. */
  exchange: FlightOffer['exchange'] | null;
  /** Reason for an unknown offer; empty if it is known. */
  unknown: string;
}

/** Finds an offer in the responses to this profile, then in those to others. */
export function findTrackedOffer(view: View, offerId: string): TrackedOffer {
  const own = view.known.flightOffer(offerId);
  if (own) return { from: 'own', ...own, unknown: '' };
  const other = shownToOthers(view, offerId);
  if (other) return { from: 'other', ...other, unknown: '' };
  return { from: 'none', offer: null, exchange: null, unknown: view.known.gap ?? 'no response had this offer' };
}

/** Returns the offer from a response to another profile, if both requests name their profiles. */
function shownToOthers(view: View, offerId: string): FlightOffer | undefined {
  const profile = profileCodeOf(view.exchange);
  if (profile === undefined) return undefined;
  let left = MAX_OTHERS;
  for (const known of view.knownToOthers()) {
    if (left-- === 0) break;
    const found = known.flightOffer(offerId);
    const owner = found && profileCodeOf(found.exchange);
    if (owner !== undefined && owner !== profile) return found;
  }
  return undefined;
}

/** Maximum other profiles to search: enough for one client's brands, and fast for an invented id. */
const MAX_OTHERS = 20;
