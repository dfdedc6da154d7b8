import { describe, expect, it } from 'vitest';
import { flightOrder, holdOrder } from '../../../../src/check/verify/fixtures/flight-order.ts';
import type { Offer, PassengerType } from '../../../../src/interface/api.ts';
import { useSandbox } from '../../../support/sandbox.ts';
import { judgedCalls } from '../support/judged-calls.ts';

const server = useSandbox();

const SCENARIOS = [
  undefined,
  'documents-required',
  'dni-allowed',
  'segments-required',
  'hold-unavailable',
  'required-fields',
  'required-fields(document=none,nationality=asked,holder=both,generic=yes)',
  'required-fields(kinds=several)',
  'nulls',
];
const PARTIES: PassengerType[][] = [['adult'], ['adult', 'adult', 'child', 'infant_without_seat']];

describe('a client that orders flights as documented', () => {
  it.each(SCENARIOS)('a correct client breaks no rule under the scenario %s', async (scenario) => {
    const calls = judgedCalls(server);
    for (const types of PARTIES) {
      const found = await calls.post('/v1/flights/search', search(types), scenario === undefined ? {} : { scenario });
      const offers = (found.body as { offers: Offer[] }).offers;
      for (const offer of offers.slice(0, 6)) {
        await calls.post(`/v1/flights/order/required-fields/${offer.gdsprovider}/${offer.offerId}`, {
          offerId: offer.offerId,
          passengers: offer.passengers.map(({ type }) => ({ type })),
        });
        const order = flightOrder(offer);
        await calls.post(`/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`, order);
      }
    }
    expect(calls.findings).toEqual([]);
    expect(calls.verdict('flight-order.passengers.ids-match')).toMatchObject({ verdict: 'kept' });
  });

  it('a correct client breaks no rule with a hold or a round trip', async () => {
    const calls = judgedCalls(server);
    const found = await calls.post('/v1/flights/search', search(['adult'], true));
    for (const offer of (found.body as { offers: Offer[] }).offers) {
      const order = offer.holdOptions.available ? holdOrder(offer) : flightOrder(offer);
      await calls.post(`/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`, order);
    }
    expect(calls.findings).toEqual([]);
    expect(calls.verdict('flight-order.hold.only-when-supported')).toMatchObject({ verdict: 'kept' });
    expect(calls.verdict('flight-order.total-segments.complete')).toMatchObject({ verdict: 'kept' });
  });
});

function search(types: readonly PassengerType[], returns = false): object {
  return {
    slices: [
      { origin: 'MAD', destination: 'JFK', departure_date: '2027-03-15' },
      ...(returns ? [{ origin: 'JFK', destination: 'MAD', departure_date: '2027-03-22' }] : []),
    ],
    passengers: types.map((type) => ({ type })),
    cabin_class: 'economy',
  };
}
