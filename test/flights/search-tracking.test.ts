import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/base/clock.ts';
import { Ids } from '../../src/base/ids.ts';
import type { FlightProvider } from '../../src/flights/flight-provider.ts';
import { ProviderFailure } from '../../src/flights/flight-provider.ts';
import { newFlightSearch } from '../../src/flights/flight-search.ts';
import { getFlightOffer, trackedOffer } from '../../src/flights/offers.ts';
import { offersOf } from '../../src/flights/provider-offers.ts';
import { searchFlights } from '../../src/flights/search.ts';
import { present } from '../support/present.ts';
import { callAt, NOW, openFlights, refusalOf, roundTrip, SETTINGS } from './search-fixture.ts';

/** Key of the first search; it does not reveal its seed. */
const FIRST_KEY = new Ids('tests').key('dp_a1b2c3d4e5f6');

const { flights } = await openFlights();
const { offers } = await searchFlights(flights, callAt(), roundTrip({ currency: 'USD', language: 'es' }));
const [ofGds0, ofGds1] = ([0, 1] as const).map((gdsprovider) =>
  present(offers.find((offer) => offer.gdsprovider === gdsprovider)),
) as [(typeof offers)[0], (typeof offers)[0]];
const EXPIRY = NOW + 20 * MINUTE;

describe('a tracked offer', () => {
  it('is identical to the offer of the search each time', async () => {
    for (const offer of offers) {
      const gdsprovider = offer.gdsprovider;
      expect(await getFlightOffer(flights, callAt(NOW + MINUTE), gdsprovider, offer.offerId)).toEqual({
        offerData: offer,
      });
    }
  });

  it('stays the same after changes of settings, margin, world and ids', async () => {
    const changed = { ...flights, world: 'another', settings: { ...SETTINGS, offers: 2, offerMinutes: 1 } };
    const call = callAt(NOW + 5 * MINUTE, { ids: new Ids('others') });
    call.profile = { ...call.profile, marginPercent: 50 };
    expect(await getFlightOffer(changed, call, 1, ofGds1.offerId)).toEqual({ offerData: ofGds1 });
  });

  it('keeps the net price, the provider and the instant of the search', async () => {
    const { offer, source, createdAt, seed } = await trackedOffer(flights, callAt(), 0, ofGds0.offerId);
    expect(offer.originalCurrency.totalAmount).toBeCloseTo(source.net.amount * 1.04, 1);
    expect([source.gdsprovider, createdAt, seed]).toEqual([0, NOW, FIRST_KEY]);
    expect(source.fare.requirements).toMatchObject({ totalSegments: false, holder: false });
    expect((await trackedOffer(flights, callAt(), 1, ofGds1.offerId)).source.fare.requirements).toMatchObject({
      totalSegments: true,
      holder: true,
    });
  });

  it('an offer is found if the other provider was down during its search', async () => {
    const { flights } = await openFlights();
    const call = callAt(NOW, { effects: { gds: { 0: { search: 'down' } } } });
    const { offers } = await searchFlights(flights, call, roundTrip());
    expect(await getFlightOffer(flights, callAt(), 1, offers[0].offerId)).toEqual({ offerData: offers[0] });
    expect(await refusalOf(trackedOffer(flights, callAt(), 0, offers[0].offerId))).toMatchObject({
      code: 'offer_provider_mismatch',
    });
  });
});

describe('an offer of a provider that is late for its search', () => {
  const late = (delayMs: number) => callAt(NOW, { effects: { gds: { 0: { delayMs } } } });
  const search = newFlightSearch(flights, late(2000), roundTrip());
  const slow = { ...search, origin: { ...search.origin, effects: { 0: { delayMs: 2001 } } } };
  const [gds0] = flights.providers as [FlightProvider];

  it('is identical to an offer of a provider in time', async () => {
    const atOnce = { ...search, origin: { ...search.origin, effects: undefined } };
    expect(await offersOf(gds0, search)).toEqual(await offersOf(gds0, atOnce));
  });

  it('does not exist when the provider was too late', async () => {
    await expect(offersOf(gds0, slow)).rejects.toThrow(ProviderFailure);
  });
});

describe('a refused offer', () => {
  it('an offer is refused from the instant of its expiresAt on, and not a millisecond before [offer.expiry.ends-offer]', async () => {
    expect((await trackedOffer(flights, callAt(EXPIRY - 1), 0, ofGds0.offerId)).offer).toEqual(ofGds0);
    for (const now of [EXPIRY, EXPIRY + 1]) {
      expect(await refusalOf(trackedOffer(flights, callAt(now), 0, ofGds0.offerId))).toEqual({
        code: 'offer_expired',
        paths: ['path/offerId'],
      });
    }
  });

  it('becomes unknown after it has been expired for its lifetime, to the millisecond', async () => {
    const lifetime = EXPIRY - NOW;
    expect(await refusalOf(trackedOffer(flights, callAt(EXPIRY + lifetime - 1), 0, ofGds0.offerId))).toEqual({
      code: 'offer_expired',
      paths: ['path/offerId'],
    });
    expect(await refusalOf(trackedOffer(flights, callAt(EXPIRY + lifetime), 0, ofGds0.offerId))).toMatchObject({
      code: 'offer_not_found',
    });
  });

  it('an offer is refused if a scenario expires it', async () => {
    const call = callAt(NOW, { effects: { expiry: 'reached' } });
    expect(await refusalOf(trackedOffer(flights, call, 1, ofGds1.offerId))).toMatchObject({ code: 'offer_expired' });
  });

  it('an offer is refused as unknown if a scenario makes its search unknown', async () => {
    const call = callAt(NOW, { effects: { expiry: 'forgotten' } });
    expect(await refusalOf(trackedOffer(flights, call, 1, ofGds1.offerId))).toEqual({
      code: 'offer_not_found',
      paths: [],
    });
  });

  it('an offer is refused under the number of the other provider', async () => {
    expect(await refusalOf(trackedOffer(flights, callAt(), 1, ofGds0.offerId))).toEqual({
      code: 'offer_provider_mismatch',
      paths: ['path/gdsprovider'],
    });
    expect(await refusalOf(trackedOffer(flights, callAt(), 0, ofGds1.offerId))).toMatchObject({
      code: 'offer_provider_mismatch',
    });
  });

  it('the refusal is the same for an unknown, malformed or foreign offer', async () => {
    const other = callAt();
    other.profile = { ...other.profile, code: 'dp_zzzzzzzzzzzz' };
    const unknown = `${ofGds0.offerId.slice(0, -8)}aaaaaaaa`;
    const notFound = { code: 'offer_not_found', paths: [] };
    expect(await refusalOf(trackedOffer(flights, other, 0, ofGds0.offerId))).toEqual(notFound);
    for (const offerId of [
      unknown,
      'off_000000000000000000000000',
      ofGds0.offerId.toUpperCase(),
      `${ofGds0.offerId}0`,
      'off_',
      '',
      '__proto__',
    ]) {
      expect(await refusalOf(trackedOffer(flights, callAt(), 0, offerId))).toEqual(notFound);
    }
  });

  it('an offer is refused as unknown if its search is not for flights', async () => {
    const { flights, store } = await openFlights();
    const searchId = 'abcdefghijklmnop';
    await store.searches.add({
      searchId,
      profileCode: callAt().profile.code,
      kind: 'transfers',
      seed: 's',
      createdAt: NOW,
      expiresAt: EXPIRY,
      origin: {},
      armed: null,
    });
    expect(await refusalOf(trackedOffer(flights, callAt(), 0, `off_${searchId}12345678`))).toMatchObject({
      code: 'offer_not_found',
    });
  });
});

it('a search stores one seed record and no offers', async () => {
  const { flights, store } = await openFlights();
  const request = roundTrip();
  const { offers } = await searchFlights(
    flights,
    callAt(NOW, { effects: { gds: { 1: { search: 'empty' } } } }),
    request,
  );
  const searchId = offers[0].offerId.slice(4, 20);
  const record = await store.searches.find('dp_a1b2c3d4e5f6', searchId);
  expect(record).toEqual({
    searchId,
    profileCode: 'dp_a1b2c3d4e5f6',
    kind: 'flights',
    seed: FIRST_KEY,
    createdAt: NOW,
    expiresAt: EXPIRY,
    origin: {
      request,
      world: 'tests',
      offers: 12,
      earliestDeparture: NOW + 60 * MINUTE,
      effects: { 1: { search: 'empty' } },
      marginPercent: 4,
    },
    armed: null,
  });
  expect(JSON.stringify(record).length).toBeLessThan(800);
});
