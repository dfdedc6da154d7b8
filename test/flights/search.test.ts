import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { MINUTE, toIso } from '../../src/base/clock.ts';
import { Ids, Random } from '../../src/base/ids.ts';
import { exchangeRate } from '../../src/flights/exchange-rates.ts';
import type { FlightProvider, ProviderOffer } from '../../src/flights/flight-provider.ts';
import type { Flights } from '../../src/flights/flights.ts';
import { searchFlights } from '../../src/flights/search.ts';
import type { FlightSearchRequest, Offer } from '../../src/interface/api.ts';
import { gdsproviders } from '../../src/interface/gdsproviders.ts';
import { findPlace } from '../../src/mock-providers/world/places.ts';
import { present } from '../support/present.ts';
import { callAt, NOW, oneWay, openFlights, refusalOf, roundTrip, SETTINGS } from './search-fixture.ts';

const ROUTES = [
  ['MAD', 'LHR'],
  ['BCN', 'NYC'],
  ['MAD', 'PMI'],
  ['PAR', 'TYO'],
  ['LON', 'SYD'],
  ['FRA', 'PEK'],
  ['MIA', 'BOG'],
  ['DXB', 'SIN'],
  ['AGP', 'MAN'],
  ['LIS', 'GRU'],
  ['SFO', 'HNL'],
  ['ATH', 'HER'],
] as const;

const { flights } = await openFlights();

/** A search in a service that has seen no other: the same ids may come again. */
async function search(request: FlightSearchRequest, call = callAt(), changes: Partial<Flights> = {}) {
  const { flights, store } = await openFlights(changes);
  try {
    return await searchFlights(flights, call, request);
  } finally {
    await store.close();
  }
}

/** A hundred different searches, the same in every run. */
const searches = await Promise.all(
  Array.from({ length: 100 }, async (_, n) => {
    const request = someRequest(new Random(`searches/${n}`));
    return { request, ...(await searchFlights(flights, callAt(NOW, { ids: new Ids(`searches/${n}`) }), request)) };
  }),
);
const offers = searches.flatMap((response) => response.offers);
const slices = offers.flatMap((offer) => offer.slices);
const segments = slices.flatMap((slice) => slice.segments);
const travellers = segments.flatMap((segment) => segment.passengers);

describe('the offers of a hundred searches', () => {
  it('satisfy the schema of the interface [flight-search.offers.normalized]', () => {
    const valid = offerSchema();
    for (const offer of offers) expect(valid(offer) ? [] : valid.errors).toEqual([]);
    expect(offers.length).toBeGreaterThan(800);
  });

  it('are sorted by price', () => {
    for (const { offers } of searches) expect(offers).toEqual(offers.toSorted(cheapestFirst));
  });

  it('come from all providers, the same number from each [flight-search.sources.active] [flight-search.offers.provider-metadata] [offer.fields.gdsprovider]', () => {
    for (const { offers } of searches.filter((response) => response.offers.length === 12)) {
      for (const one of gdsproviders)
        expect(offers.filter(({ gdsprovider }) => gdsprovider === one)).toHaveLength(12 / gdsproviders.length);
    }
    expect(searches.filter((response) => response.offers.length === 12).length).toBeGreaterThan(65);
  });

  it('have unique, opaque ids [offer.fields.offer-id]', () => {
    for (const { offerId } of offers) expect(offerId).toMatch(/^off_[a-z0-9]{24}$/);
    expect(new Set(offers.map(({ offerId }) => offerId)).size).toBe(offers.length);
  });

  it('have the lifetime of the setting [offer.fields.expires-at]', () => {
    expect(new Set(offers.map(({ expiresAt }) => expiresAt))).toEqual(new Set([toIso(NOW + 20 * MINUTE)]));
  });

  it('expire a millisecond later for a search a millisecond later', async () => {
    for (const now of [NOW, NOW + 1, NOW + 2]) {
      const { offers } = await search(oneWay(), callAt(now));
      expect(offers[0].expiresAt).toBe(toIso(now + 20 * MINUTE));
    }
  });

  it('have the searched passengers, numbered by gdsprovider 1 [offer.passengers.id-and-type] [offer.passengers.id-form] [flight-search.offers.passenger-requirements]', () => {
    for (const { request, offers } of searches) {
      for (const { gdsprovider, passengers } of offers) {
        expect(passengers.map(({ type }) => type).sort()).toEqual(request.passengers.map(({ type }) => type).sort());
        expect(new Set(passengers.map(({ id }) => id)).size).toBe(passengers.length);
        if (gdsprovider === 1)
          expect(passengers.map(({ id }) => id)).toEqual(passengers.map((_, n) => `1_pax_${n + 1}`));
        else for (const { id } of passengers) expect(id).toMatch(/^pas_/);
      }
    }
  });

  it('fly the requested routes on the requested days [flight-search.offers.slices-and-segments]', () => {
    for (const { request, offers } of searches) {
      for (const offer of offers) {
        expect(offer.slices).toHaveLength(request.slices.length);
        offer.slices.forEach((slice, n) => {
          expect(airportsOf(request.slices[n].origin)).toContain(slice.departure.iataCode);
          expect(airportsOf(request.slices[n].destination)).toContain(slice.arrival.iataCode);
          expect(slice.departure.departingAt.slice(0, 10)).toBe(request.slices[n].departure_date);
        });
      }
    }
  });

  it('have the named fields, with the types that the document requires [offer.fields.total-amount] [offer.fields.airline] [offer.fields.co2-emissions] [offer.fields.original-currency] [offer.fields.currency] [offer.fields.supported-loyalty-programs] [offer.fields.supported-passenger-id-documents] [offer.fields.passenger-identity-documents-required]', () => {
    for (const offer of offers) {
      expect(offer.totalAmount).toBeGreaterThan(0);
      expect(offer.CO2EmissionsKg).toBeGreaterThan(0);
      expect(offer.currency).toMatch(/^(EUR|USD|CNY)$/);
      expect(typeof offer.passengerIdentityDocumentsRequired).toBe('boolean');
      expect(Object.keys(offer.airline)).toEqual(['name', 'iataCode', 'logoURL', 'conditionsOfCarriage']);
      expect(Object.keys(offer.originalCurrency)).toEqual(['code', 'totalAmount', 'rate']);
      for (const code of offer.supportedLoyaltyPrograms) expect(code).toMatch(/^[A-Z0-9]{2}$/);
    }
    expect(offers.some(({ supportedPassengerIdDocuments }) => supportedPassengerIdDocuments.includes('dni'))).toBe(
      true,
    );
    expect(new Set(offers.map((offer) => offer.passengerIdentityDocumentsRequired)).size).toBe(2);
  });

  it("never include a provider's live flag [flight-search.live-mode.from-service]", () => {
    for (const { offers } of searches) expect(/"(live_?mode|env|hdr)"|"PRD"/i.exec(JSON.stringify(offers))).toBeNull();
  });

  it('can be held in some cases, with both instants and a holdId, and by gdsprovider 0 only [offer.hold-options.available] [offer.hold-options.payment-required-by] [offer.hold-options.price-guaranted-until] [offer.hold-options.price-guaranted-until-spelling] [offer.hold-options.both-timestamps] [offer.fields.hold-id]', () => {
    for (const { gdsprovider, holdOptions, holdId } of offers) {
      expect(Object.keys(holdOptions)).toEqual(['available', 'paymentRequiredBy', 'priceGuarantedUntil']);
      if (holdOptions.available) {
        expect(gdsprovider).toBe(0);
        expect(Date.parse(present(holdOptions.paymentRequiredBy))).toBeGreaterThan(NOW);
        expect(Date.parse(present(holdOptions.priceGuarantedUntil))).toBeGreaterThan(NOW);
        expect(holdId).toMatch(/^hld_[a-z0-9]{20}$/);
      } else {
        expect([holdOptions.paymentRequiredBy, holdOptions.priceGuarantedUntil, holdId]).toEqual([null, null, null]);
      }
    }
    const held = offers.flatMap(({ holdId }) => holdId ?? []);
    expect(held.length).toBeGreaterThan(20);
    expect(new Set(held).size).toBe(held.length);
  });

  it('have conditions in all their forms, from both providers [offer.conditions.parts] [offer.conditions.currency] [offer.conditions.penalty-amount] [offer.conditions.allowed]', () => {
    for (const gdsprovider of [0, 1]) {
      const forms = new Set<string>();
      for (const offer of offers.filter((each) => each.gdsprovider === gdsprovider)) {
        expect(Object.keys(offer.conditions)).toEqual(['refundBeforeDeparture', 'changeBeforeDeparture']);
        for (const condition of Object.values(offer.conditions)) {
          forms.add(formOf(condition));
          if (condition?.penaltyAmount != null) expect(condition.currency).toMatch(/^[A-Z]{3}$/);
        }
      }
      expect([...forms].sort()).toEqual(['free', 'no information', 'not allowed', 'penalty', 'unknown penalty']);
    }
  });
});

describe('the slices of a hundred searches', () => {
  it('begin and end at the same times and places as their segments [slice.fields.segments] [slice.fields.departure] [slice.fields.arrival] [slice.fields.fare-name]', () => {
    for (const { fareName, departure, arrival, segments } of slices) {
      expect(fareName).toBeTruthy();
      expect(Object.keys(departure)).toEqual(['iataCode', 'cityName', 'airportName', 'departingAt', 'timeZone']);
      expect(Object.keys(arrival)).toEqual(['iataCode', 'cityName', 'airportName', 'arrivingAt', 'timeZone']);
      expect(segments[0].departure).toMatchObject(departure);
      expect(present(segments.at(-1)).arrival).toMatchObject(arrival);
    }
  });

  it('last from the departure to the arrival, flights and layovers together [slice.fields.duration-minutes] [segment.fields.duration-minutes]', () => {
    for (const { durationMinutes, departure, arrival, segments } of slices) {
      const minutes =
        (instantAt(arrival.arrivingAt, arrival.timeZone) - instantAt(departure.departingAt, departure.timeZone)) /
        MINUTE;
      expect(durationMinutes).toBe(minutes);
      const flown = segments.reduce((sum, segment) => sum + segment.durationMinutes, 0);
      expect(flown).toBeLessThanOrEqual(durationMinutes);
    }
  });

  it('state their conditions [slice.conditions.priority-check-in] [slice.conditions.priority-boarding] [slice.conditions.advance-seat-selection]', () => {
    for (const { conditions } of slices) {
      expect(Object.keys(conditions)).toEqual(['priorityCheckIn', 'priorityBoarding', 'advanceSeatSelection']);
      for (const included of Object.values(conditions)) expect(typeof included).toBe('boolean');
    }
  });
});

describe('the segments of a hundred searches', () => {
  it('name flight, carriers and terminals [segment.fields.flight-number] [segment.fields.fare-name] [segment.fields.departure] [segment.fields.arrival] [segment.airline.operating-carrier] [segment.airline.marketing-carrier]', () => {
    for (const { fareName, flightNumber, departure, arrival, airline } of segments) {
      expect(fareName).toBeTruthy();
      expect(flightNumber).toMatch(/^[1-9]\d{0,3}$/);
      expect(Object.keys(departure)).toEqual([
        'iataCode',
        'cityName',
        'airportName',
        'departingAt',
        'timeZone',
        'terminal',
      ]);
      expect(Object.keys(arrival)).toEqual([
        'iataCode',
        'cityName',
        'airportName',
        'arrivingAt',
        'timeZone',
        'terminal',
      ]);
      for (const carrier of [airline.operatingCarrier, airline.marketingCarrier]) {
        expect(Object.keys(carrier)).toEqual(['name', 'iataCode', 'logoURL', 'conditionsOfCarriage']);
      }
    }
  });

  it('state amenities and baggage for each passenger [segment.fields.passengers] [segment.passengers.amenities.wifi] [segment.passengers.amenities.seat] [segment.passengers.amenities.power]', () => {
    for (const { request, offers } of searches) {
      for (const segment of offers.flatMap((offer) => offer.slices.flatMap((slice) => slice.segments))) {
        expect(segment.passengers).toHaveLength(request.passengers.length);
      }
    }
    for (const { amenities } of travellers) {
      expect(Object.keys(amenities)).toEqual(['wifi', 'seat', 'power']);
      expect(typeof amenities.wifi.available).toBe('boolean');
      expect(amenities.seat.pitch).toMatch(/^(\d\d|n\/a)$/);
      expect(typeof amenities.power).toBe('boolean');
    }
    expect(new Set(travellers.map(({ amenities }) => amenities.wifi.cost)).size).toBeGreaterThan(2);
  });

  it('give the baggage as a count, with its weight in text [segment.passengers.baggages.type] [segment.passengers.baggages.quantity] [segment.passengers.baggages.max-kg]', () => {
    const baggages = travellers.flatMap((traveller) => traveller.baggages);
    for (const { type, quantity, maxKg } of baggages) {
      expect(['checked', 'carry_on']).toContain(type);
      expect(Number.isInteger(quantity)).toBe(true);
      if (maxKg !== null) expect(maxKg).toMatch(/^[1-9]\d*$/);
    }
    expect(new Set(baggages.map(({ type }) => type)).size).toBe(2);
  });
});

describe('the price', () => {
  it("is the net price with the profile's margin, at the stated rate [flight-search.offers.final-price]", async () => {
    const fromLondon = [{ origin: 'LHR', destination: 'JFK', departure_date: '2027-03-15' }];
    const priced: { net: ProviderOffer['net']; offer: Offer }[] = [];
    for (const currency of ['EUR', 'USD', 'CNY'] as const) {
      const nets = recordingNets();
      const { offers } = await search(oneWay({ currency, slices: fromLondon }), callAt(), {
        providers: nets.providers,
      });
      for (const offer of offers) priced.push({ offer, net: nets.of(offer) });
    }
    expect(priced).toHaveLength(36);
    expect(new Set(priced.map(({ net, offer }) => `${net.currency} ${offer.currency}`)).size).toBeGreaterThan(3);
    for (const { net, offer } of priced) {
      const { code, totalAmount, rate } = offer.originalCurrency;
      expect([code, rate]).toEqual([net.currency, exchangeRate(net.currency, offer.currency)]);
      expect(totalAmount).toBeCloseTo(net.amount * 1.04, 1);
      expect(offer.totalAmount).toBeCloseTo(totalAmount * rate, 2);
      expect(offer.totalAmount).not.toBe(net.amount);
    }
  });

  it('is above the net price even with the smallest margin', async () => {
    const nets = recordingNets();
    const profile = { ...callAt().profile, marginPercent: 0.0001 };
    const { offers } = await search(oneWay(), callAt(NOW, { profile }), { providers: nets.providers });
    for (const offer of offers) expect(offer.originalCurrency.totalAmount).toBeGreaterThan(nets.of(offer).amount);
  });

  it('is in euros when the search names no currency [flight-search.currency.default-eur]', async () => {
    const { offers } = await search(oneWay());
    for (const offer of offers) expect(offer.currency).toBe('EUR');
  });

  it('is in the currency that the search names [flight-search.currency]', async () => {
    const inEuros = await search(oneWay());
    const inYuan = await search(oneWay({ currency: 'CNY' }));
    for (const offer of inYuan.offers) expect(offer.currency).toBe('CNY');
    expect(inYuan.offers[0].totalAmount / inEuros.offers[0].totalAmount).toBeCloseTo(7.8, 1);
  });
});

describe('the language', () => {
  it('translates cities and fares and changes nothing else [flight-search.language.translated-metadata]', async () => {
    const english = await search(roundTrip());
    const spanish = await search(roundTrip({ language: 'es' }));
    const chinese = await search(roundTrip({ language: 'zh' }));
    const first = (offers: Offer[]) => offers[0].slices[0];
    expect(first(english.offers).arrival.cityName).toBe('New York');
    expect(first(spanish.offers).arrival.cityName).toBe('Nueva York');
    expect(first(chinese.offers).arrival.cityName).toBe('纽约');
    for (const gdsprovider of [0, 1]) {
      const fares = (offers: Offer[]) =>
        offers.filter((offer) => offer.gdsprovider === gdsprovider).map((offer) => offer.slices[0].fareName);
      expect(fares(spanish.offers)).not.toEqual(fares(english.offers));
    }
    const untranslated = ({ offers }: { offers: Offer[] }) =>
      JSON.parse(JSON.stringify(offers), (key, value) => (key === 'cityName' || key === 'fareName' ? '' : value));
    expect(untranslated(spanish)).toEqual(untranslated(english));
  });

  it.each([
    ['es-MX', 'es'],
    ['ES', 'es'],
    ['zh-Hant-TW', 'zh'],
    ['de', 'en'],
    ['en-US', 'en'],
  ] as const)('is decided by the first subtag: %s is served as %s', async (tag, language) => {
    expect(await search(roundTrip({ language: tag }))).toEqual(await search(roundTrip({ language })));
  });

  it('is English when the search names none [flight-search.language.optional]', async () => {
    expect(await search(roundTrip())).toEqual(await search(roundTrip({ language: 'en' })));
  });
});

describe('the providers', () => {
  it('are searched at the same time', async () => {
    const asked: number[] = [];
    const providers = flights.providers.map((provider): FlightProvider => ({
      ...provider,
      search: async () => {
        asked.push(provider.gdsprovider);
        while (asked.length < gdsproviders.length) await new Promise(setImmediate);
        return [];
      },
    }));
    expect(await search(oneWay(), callAt(), { providers })).toEqual({ offers: [] });
  });

  it.each(gdsproviders)('leave the other offers unchanged when gdsprovider %d fails', async (down) => {
    const { offers } = await search(oneWay(), callAt(NOW, { effects: { gds: { [down]: { search: 'down' } } } }));
    const whole = await search(oneWay());
    expect(offers).toEqual(whole.offers.filter(({ gdsprovider }) => gdsprovider !== down));
    expect(offers).toHaveLength(12 - 12 / gdsproviders.length);
  });

  it('refuse the search when all fail', async () => {
    const call = callAt(NOW, { effects: { gds: { every: { search: 'down' } } } });
    expect(await refusalOf(search(oneWay(), call))).toEqual({ code: 'providers_failed', paths: [] });
  });

  it('may all have no offers [flight-search.response.offers]', async () => {
    const call = callAt(NOW, { effects: { gds: { every: { search: 'empty' } } } });
    expect(await search(oneWay(), call)).toEqual({ offers: [] });
  });

  it('do not turn a defect of the service into a shorter list', async () => {
    const broken: FlightProvider = {
      ...flights.providers[0],
      search: () => Promise.reject(new TypeError('a defect')),
    };
    await expect(search(oneWay(), callAt(), { providers: [broken, ...flights.providers.slice(1)] })).rejects.toThrow(
      TypeError,
    );
  });

  it('split an odd number of offers, with one more for gdsprovider 0', async () => {
    const { offers } = await search(oneWay(), callAt(), {
      settings: { ...SETTINGS, offers: 3 * gdsproviders.length + 1 },
    });
    const counts = gdsproviders.map((one) => offers.filter(({ gdsprovider }) => gdsprovider === one).length);
    expect(counts).toEqual(gdsproviders.map((one) => (one === 0 ? 4 : 3)));
  });
});

it('a search with the same seed, clock and request returns the same bytes', async () => {
  const first = JSON.stringify(await search(roundTrip()));
  expect(JSON.stringify(await search(roundTrip()))).toBe(first);
  expect(JSON.stringify(await search(roundTrip(), callAt(NOW, { ids: new Ids('others') })))).not.toBe(first);
});

function someRequest(random: Random): FlightSearchRequest {
  const [origin, destination] = random.pick(ROUTES);
  const out = `2027-0${random.int(1, 4)}-${random.int(10, 28)}`;
  const back = `2027-0${random.int(5, 9)}-${random.int(10, 28)}`;
  return {
    slices: [
      { origin, destination, departure_date: out },
      ...(random.chance(0.5) ? [{ origin: destination, destination: origin, departure_date: back }] : []),
    ],
    passengers: [
      { type: 'adult' },
      ...Array.from({ length: random.int(0, 3) }, (_, n) => ({
        type: random.pick(n ? (['adult', 'child'] as const) : (['child', 'infant_without_seat'] as const)),
      })),
    ],
    cabin_class: random.pick(['economy', 'economy', 'premium_economy', 'business', 'first']),
    ...(random.chance(0.7) && { currency: random.pick(['EUR', 'USD', 'CNY']) }),
    ...(random.chance(0.7) && { language: random.pick(['en', 'es', 'zh']) }),
  };
}

function offerSchema() {
  const { components } = parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormatsModule.default(ajv);
  ajv.addSchema({ $id: 'https://taxiway.example/openapi', components });
  return present(ajv.getSchema('https://taxiway.example/openapi#/components/schemas/Offer'));
}

function cheapestFirst(a: Offer, b: Offer): number {
  return a.totalAmount - b.totalAmount;
}

function airportsOf(code: string): string[] {
  return present(findPlace(code)).airports.map(({ iataCode }) => iataCode);
}

function formOf(condition: Offer['conditions']['refundBeforeDeparture']): string {
  if (!condition) return 'no information';
  if (!condition.allowed) return 'not allowed';
  if (condition.penaltyAmount === null) return 'unknown penalty';
  return condition.penaltyAmount === '0.00' ? 'free' : 'penalty';
}

/**
 * The instant of a local date-time, by asking Intl what the clocks show there; independent of the providers' own way.
 */
function instantAt(local: string, timeZone: string): number {
  const wall = Date.parse(`${local}Z`);
  const shown = (instant: number) =>
    Date.parse(`${new Date(instant).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`);
  const guess = wall - (shown(wall) - wall);
  return guess - (shown(guess) - wall);
}

/**
 * The real providers, and what they were asked for offers: by the flights, the fare and the provider, which the public
 * offer has too.
 */
function recordingNets() {
  const nets = new Map<unknown, ProviderOffer['net']>();
  const providers = flights.providers.map((provider): FlightProvider => ({
    ...provider,
    search: async (request, situation) => {
      const sources = await provider.search(request, situation);
      for (const { fare, net } of sources) nets.set(fare.slices, net);
      return sources;
    },
  }));
  return { providers, of: (offer: Offer) => present(nets.get(offer.slices)) };
}
