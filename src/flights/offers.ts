import { endOf, isForgotten } from '../base/lifetime.ts';
import type { GdsProvider, ResponseValue } from '../interface/api.ts';
import { droppedNote, Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import type { FlightProvider, TrackedOffer } from './flight-provider.ts';
import { ProviderFailure } from './flight-provider.ts';
import type { FlightSearch } from './flight-search.ts';
import { isFlightSearch } from './flight-search.ts';
import type { Flights } from './flights.ts';
import { offersOf } from './provider-offers.ts';
import { searchIdOf } from './public-offer.ts';
import { byPrice } from './search.ts';

/**
 * Returns the snapshot of the calling profile's tracked offer, created again from its search (§4.2 rule 1). Refuses an
 * unknown or malformed offer, and another profile's offer, with `offer_not_found`, another provider's offer with
 * `offer_provider_mismatch`, and an expired one with `offer_expired`: its `expiresAt` is reached.
 */
export async function trackedOffer(
  flights: Flights,
  call: RequestContext,
  gdsprovider: GdsProvider,
  offerId: string,
): Promise<TrackedOffer> {
  const search = await findSearch(flights, call, offerId);
  const tracked = search && (await findOffer(flights, search, gdsprovider, offerId));
  if (!tracked) {
    const note = search ? '' : droppedNote(flights.searches.dropped(call.profile.code));
    throw new Refusal(
      'offer_not_found',
      note ? [{ path: 'path/offerId', message: `No such offer is tracked for this profile.${note}` }] : [],
    );
  }
  if (tracked.source.gdsprovider !== gdsprovider) {
    const message = `offer ${offerId} is of gdsprovider ${tracked.source.gdsprovider}, not of ${gdsprovider}`;
    throw new Refusal('offer_provider_mismatch', [{ path: 'path/gdsprovider', message }]);
  }
  const { expiresAt } = tracked.source;
  if (call.now >= Math.min(expiresAt, endOf(search))) {
    const when = call.now < expiresAt ? '' : `; its expiresAt was ${tracked.offer.expiresAt}`;
    throw expired(offerId, when);
  }
  await call.act('expiry');
  if (call.effects.expiry === 'forgotten') throw new Refusal('offer_not_found');
  if (call.effects.expiry === 'reached') throw expired(offerId);
  return tracked;
}

function expired(offerId: string, when = ''): Refusal {
  return new Refusal('offer_expired', [{ path: 'path/offerId', message: `offer ${offerId} has expired${when}` }]);
}

/** Returns the tracked offer, the same as in the search response. Refuses as trackedOffer does. */
export async function getFlightOffer(
  flights: Flights,
  call: RequestContext,
  gdsprovider: GdsProvider,
  offerId: string,
): Promise<ResponseValue<'FlightOfferResponse'>> {
  const { offer } = await trackedOffer(flights, call, gdsprovider, offerId);
  return { offerData: offer };
}

/** Returns all offers from a search, as in its response. */
export async function offersOfSearch({ providers }: Flights, search: FlightSearch): Promise<TrackedOffer[]> {
  return (await Promise.all(providers.map((provider) => offersIfAny(provider, search)))).flat().sort(byPrice);
}

async function findSearch(flights: Flights, call: RequestContext, offerId: string): Promise<FlightSearch | undefined> {
  const searchId = searchIdOf(offerId);
  const record = searchId && (await flights.searches.find(call.profile.code, searchId));
  return record && isFlightSearch(record) && !isForgotten(record, call.now) ? record : undefined;
}

/** Searches the requested provider first, because the others matter only if it lacks the offer. */
async function findOffer(
  { providers }: Flights,
  search: FlightSearch,
  gdsprovider: GdsProvider,
  offerId: string,
): Promise<TrackedOffer | undefined> {
  const requestedFirst = providers.toSorted(
    (a, b) => Number(b.gdsprovider === gdsprovider) - Number(a.gdsprovider === gdsprovider),
  );
  for (const provider of requestedFirst) {
    const found = (await offersIfAny(provider, search)).find(({ offer }) => offer.offerId === offerId);
    if (found) return found;
  }
  return undefined;
}

/** A provider has no offer in a search if it was down or too late at that time. */
async function offersIfAny(provider: FlightProvider, search: FlightSearch): Promise<TrackedOffer[]> {
  try {
    return await offersOf(provider, search);
  } catch (error) {
    if (error instanceof ProviderFailure) return [];
    throw error;
  }
}
