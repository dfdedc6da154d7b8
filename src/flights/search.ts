import type { FlightSearchRequest, ResponseValue } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import { effectOn } from '../scenarios/effects.ts';
import type { FlightProvider, TrackedOffer } from './flight-provider.ts';
import { ProviderFailure } from './flight-provider.ts';
import type { FlightSearch } from './flight-search.ts';
import { newFlightSearch } from './flight-search.ts';
import type { Flights } from './flights.ts';
import { offersOf, waitFor } from './provider-offers.ts';
import { checkSearch } from './search-checks.ts';

/**
 * Searches all providers at the same time and returns their offers as one list, the cheapest first, with the calling
 * profile's final price. The offers are tracked from now on: the search is stored to make them again. A failed or late
 * provider does not remove the others' offers. Refuses as checkSearch does, and with `providers_failed` if no provider
 * responds. (§4.1)
 */
export async function searchFlights(
  flights: Flights,
  call: RequestContext,
  request: FlightSearchRequest,
): Promise<ResponseValue<'FlightSearchResponse'>> {
  checkSearch(flights.places, request, call.now, flights.settings.openJaw);
  await call.act('gds', 'offers', 'lifetimeMs', 'later');
  const search = newFlightSearch(flights, call, request);
  const tracked = (await searchProviders(flights.providers, search)).sort(byPrice);
  await flights.searches.add(search);
  return { offers: tracked.map(({ offer }) => offer) };
}

async function searchProviders(providers: readonly FlightProvider[], search: FlightSearch): Promise<TrackedOffer[]> {
  const results = await Promise.allSettled(providers.map((provider) => searchProvider(provider, search)));
  for (const result of results) {
    // Any other error is a defect in the service. It must not result in a shorter list.
    if (result.status === 'rejected' && !(result.reason instanceof ProviderFailure)) throw result.reason;
  }
  const fulfilled = results.filter((result) => result.status === 'fulfilled');
  if (fulfilled.length === 0) throw new Refusal('providers_failed');
  return fulfilled.flatMap(({ value }) => value);
}

/** A provider responds at once, unless a scenario delays it. */
function searchProvider(provider: FlightProvider, search: FlightSearch): Promise<TrackedOffer[]> {
  const delayMs = effectOn(search.origin.effects, provider.gdsprovider)?.delayMs;
  return delayMs === undefined ? offersOf(provider, search) : waitFor(delayMs).then(() => offersOf(provider, search));
}

/** Compares offers: the cheapest first. Equal prices stay in provider order. */
export function byPrice({ offer: a }: TrackedOffer, { offer: b }: TrackedOffer): number {
  return a.totalAmount - b.totalAmount;
}
