import type { View } from '../conduct.ts';
import type { FlightOffer } from '../knowledge.ts';
import { offersIn } from '../knowledge.ts';
import { profileCodeOf } from './credentials.ts';

/** The offer that an order is for, and how it was found. */
export interface TrackedOffer {
  /** `own`: a response to the same profile had it. `other`: one to another profile. `none`: no response did. */
  from: 'own' | 'other' | 'none';
  offer: Readonly<Record<string, unknown>> | null;
  /** The response that had it. */
  exchange: FlightOffer['exchange'] | null;
  /** Why nothing can be said of the offer; empty where it is known. */
  unknown: string;
}

/** Looks an offer up among what this profile was shown, then among what others were. */
export function findTrackedOffer(view: View, offerId: string): TrackedOffer {
  const own = view.known.flightOffer(offerId);
  if (own) return { from: 'own', ...own, unknown: '' };
  const other = shownToOthers(view, offerId);
  if (other) return { from: 'other', ...other, unknown: '' };
  return { from: 'none', offer: null, exchange: null, unknown: view.known.gap ?? 'no response had this offer' };
}

/** The offerId that was shown and that this one is a careless copy of: in other letters, with blanks or quotes. */
export function findOriginal(view: View, offerId: string): string | undefined {
  const plain = plainOf(offerId);
  return view.known.flightSearches.find((exchange) => {
    const ids = offersIn(exchange).map(({ offerId: id }) => id);
    return ids.find((id): id is string => typeof id === 'string' && plainOf(id) === plain);
  });
}

/** Only where both requests name their profiles, and different ones. */
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

function plainOf(id: string): string {
  return id.replace(/%(?:20|22|7B|7D)|[\s"'{}:]/gi, '').toLowerCase();
}

/** How many other profiles are looked at: enough for the brands of one client, and soon done for an invented id. */
const MAX_OTHERS = 20;
