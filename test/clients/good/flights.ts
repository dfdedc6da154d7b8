import type { FlightSearchRequest, Offer } from '../../../src/interface/api.ts';
import type { Call, FlightTrip, RequiredFields, SelectedFlight, Steps } from '../steps.ts';
import { codeOf, take } from './http.ts';
import { fillOrder } from './orders.ts';

export const flights: Pick<
  Steps,
  'fly' | 'searchFlights' | 'chooseFlight' | 'requiredFields' | 'fillOrder' | 'orderFlight'
> = {
  async fly(traveller, trip) {
    const { steps } = traveller;
    const offer = steps.chooseFlight(traveller, await steps.searchFlights(traveller, searchFor(trip)), trip);
    if (!offer) return;
    const fields = await steps.requiredFields(traveller, offer);
    if (Date.parse(offer.expiresAt) <= traveller.now()) return;
    const selected = { offer, fields, kind: trip.kind, segments: offer.gdsprovider === 1 };
    await steps.orderFlight(traveller, selected, steps.fillOrder(traveller, selected));
  },

  async searchFlights(traveller, search) {
    const found = await take<{ offers: Offer[] }>(traveller, {
      method: 'POST',
      path: '/v1/flights/search',
      body: search,
    });
    return found?.offers ?? [];
  },

  chooseFlight(traveller, offers, { gdsprovider, kind }) {
    const fitting = offers.filter(
      (offer) =>
        offer.gdsprovider === gdsprovider &&
        Date.parse(offer.expiresAt) > traveller.now() &&
        (kind === 'instant' || (offer.holdOptions.available && offer.holdId !== null)),
    );
    return fitting.find(({ supportedLoyaltyPrograms }) => supportedLoyaltyPrograms.length > 0) ?? fitting[0];
  },

  requiredFields: (traveller, { gdsprovider, offerId, passengers }) =>
    take<RequiredFields>(traveller, {
      method: 'POST',
      path: `/v1/flights/order/required-fields/${gdsprovider}/${offerId}`,
      body: { offerId, passengers: passengers.map(({ type }) => ({ type })) },
    }),

  fillOrder,

  // A lost order has no documented read, and the same order again can buy the seats twice: it stops there.
  async orderFlight(traveller, selected, order) {
    const { steps } = traveller;
    const received = await steps.send(traveller, orderCall(selected, order));
    if (codeOf(received) !== 'total_segments_required' || selected.segments) return;
    const corrected = { ...selected, segments: true };
    await steps.send(traveller, orderCall(selected, steps.fillOrder(traveller, corrected)));
  },
};

function searchFor({ from, to, returns, passengers }: FlightTrip): FlightSearchRequest {
  return {
    slices: [
      { origin: from, destination: to, departure_date: '2027-03-15' },
      ...(returns ? [{ origin: to, destination: from, departure_date: '2027-03-22' }] : []),
    ],
    passengers: passengers.map((type) => ({ type })),
    cabin_class: 'economy',
    currency: 'EUR',
  };
}

export function orderCall({ offer: { gdsprovider, offerId } }: SelectedFlight, body: object): Call {
  return { method: 'POST', path: `/v1/flights/order/${gdsprovider}/${offerId}`, body };
}
