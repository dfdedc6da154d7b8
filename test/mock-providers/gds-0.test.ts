import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, parseInstant } from '../../src/base/clock.ts';
import { createGds0Order, searchGds0 } from '../../src/mock-providers/gds-0/gds-0.ts';
import type {
  Gds0CabinClass,
  Gds0Language,
  Gds0Offer,
  Gds0OrderRequest,
  Gds0PassengerType,
  Gds0SearchRequest,
  Gds0Segment,
} from '../../src/mock-providers/gds-0/native.ts';
import { NativeError } from '../../src/mock-providers/world/native-call.ts';
import { findPlace } from '../../src/mock-providers/world/places.ts';
import { dayOf, zoneOf } from '../../src/mock-providers/world/zones.ts';
import type { GdsEffect } from '../../src/scenarios/effects.ts';
import { present } from '../support/present.ts';
import { randomRoutes } from './random-routes.ts';

const NOW = parseInstant('2026-02-01T09:00:00Z');
const SITUATION = { seed: 'gds-0.test', world: 'gds-0.test', now: NOW, offers: 6, lifetimeMs: 20 * MINUTE };

const META_422 = { status: 422, request_id: expect.any(String) };

/** Within Britain, within Spain, and with passport control. */
const ROUTES = [
  ['LHR', 'EDI'],
  ['MAD', 'BCN'],
  ['MAD', 'LHR'],
  ['CDG', 'FCO'],
] as const;

/** Merged results of many searches of all kinds. */
const MANY = randomRoutes(100).flatMap(([from, to, date]) => offers(roundTrip(from, to, date, later(date, 9))));

describe('gds-0 search', () => {
  it('returns an envelope that claims to be live, regardless of the environment', () => {
    const { data } = searchGds0(oneWay('MAD', 'LHR', '2026-05-04'), SITUATION);
    expect(data).toMatchObject({ live_mode: true, created_at: '2026-02-01T09:00:00.000Z' });
    expect(data.offers.every((o) => o.live_mode && o.expires_at === '2026-02-01T09:20:00.000Z')).toBe(true);
  });

  it('gives the same response to the same request and situation, and a different one for another seed', () => {
    const request = roundTrip('BCN', 'NYC', '2026-05-04', '2026-05-14');
    expect(searchGds0(request, SITUATION)).toEqual(searchGds0(request, SITUATION));
    const other = searchGds0(request, { ...SITUATION, seed: 'other' });
    expect(other.data.offers.map((o) => o.id)).not.toEqual(searchGds0(request, SITUATION).data.offers.map((o) => o.id));
  });

  it('shares frozen slices between responses while they are cached, also with another return', () => {
    const slices = (seed: string, back: string) =>
      offers(roundTrip('MAD', 'BER', '2026-05-04', back), { seed, offers: 50 }).map((o) => o.slices[0]);
    const first = new Map(slices('a', '2026-05-09').map((slice) => [JSON.stringify(slice), slice]));
    const again = [...slices('b', '2026-05-09'), ...slices('c', '2026-05-10')].filter((slice) =>
      first.has(JSON.stringify(slice)),
    );
    expect(again.length).toBeGreaterThan(20);
    for (const slice of again) expect(first.get(JSON.stringify(slice))).toBe(slice);
    expect(
      again.every((s) => Object.isFrozen(s) && Object.isFrozen(s.segments) && s.segments.every(Object.isFrozen)),
    ).toBe(true);
  });

  it('does not share slices between languages, cabins or parties', () => {
    const slice = (request: Gds0SearchRequest) => offers(request)[0].slices[0];
    const plain = slice(oneWay('MAD', 'LHR', '2026-05-04'));
    expect(slice(oneWay('MAD', 'LHR', '2026-05-04', { language: 'es' }))).not.toBe(plain);
    expect(slice(oneWay('MAD', 'LHR', '2026-05-04', { cabin: 'business' }))).not.toBe(plain);
    expect(slice(oneWay('MAD', 'LHR', '2026-05-04', { types: ['adult', 'child'] }))).not.toBe(plain);
    expect(slice(oneWay('MAD', 'LHR', '2026-05-04'))).toBe(plain);
  });

  it.each([
    ['MAD', 'LHR'],
    ['LHR', 'JFK'],
    ['CDG', 'JFK'],
    ['LON', 'NYC'],
  ])('returns 12 to 25 different offers from %s to %s', (from, to) => {
    for (const count of [12, 25]) {
      const flown = offers(oneWay(from, to, '2026-05-04'), { offers: count }).map((o) =>
        JSON.stringify([o.slices, o.conditions]),
      );
      expect(new Set(flown).size).toBe(count);
    }
    expect(new Set(offers(roundTrip(from, to, '2026-05-04', '2026-05-11'), { offers: 50 }).map((o) => o.id)).size).toBe(
      50,
    );
  });

  it('flies between airports of the requested places, on the requested local date', () => {
    for (const [from, to, date] of randomRoutes(60)) {
      for (const { slices } of offers(oneWay(from, to, date))) {
        expect(airportsOf(from)).toContain(slices[0].origin.iata_code);
        expect(airportsOf(to)).toContain(slices[0].destination.iata_code);
        expect(slices[0].segments[0].departing_at.slice(0, 10)).toBe(date);
      }
    }
    const cities = offers(oneWay('LON', 'NYC', '2026-05-04')).map((o) => o.slices[0]);
    expect(cities.every((s) => s.origin.iata_city_code === 'LON' && s.destination.iata_city_code === 'NYC')).toBe(true);
  });

  it('has segments that follow each other, durations that add up, and a return after the arrival', () => {
    for (const { slices } of MANY) {
      for (const slice of slices) {
        for (const segment of slice.segments)
          expect(leaves(segment) + minutes(segment.duration) * MINUTE).toBe(arrives(segment));
        expect(arrives(present(slice.segments.at(-1))) - leaves(slice.segments[0])).toBe(
          minutes(slice.duration) * MINUTE,
        );
        if (slice.segments[1]) expect(slice.segments[1].origin).toBe(slice.segments[0].destination);
      }
      expect(leaves(slices[1].segments[0]) - arrives(present(slices[0].segments.at(-1)))).toBeGreaterThanOrEqual(
        2 * HOUR,
      );
    }
  });

  it('includes all passengers in the price: a child at 75 %, an infant at 10 % of an adult', () => {
    const totals = (types: Gds0PassengerType[]) =>
      offers(oneWay('MAD', 'LHR', '2026-05-04', { types })).map((o) => Number(o.total_amount));
    const one = totals(['adult']);
    expect(totals(['adult', 'adult'])).toEqual(one.map((t) => cents(2 * t)));
    totals(['adult', 'child']).forEach((t, i) => expect(t).toBeCloseTo(1.75 * one[i], 1));
    totals(['adult', 'infant_without_seat']).forEach((t, i) => expect(t).toBeCloseTo(1.1 * one[i], 1));
  });

  it('costs more in a better cabin, and shortly before departure', () => {
    const cheapest = (cabin: Gds0CabinClass, now = NOW) =>
      Math.min(
        ...offers(oneWay('LHR', 'JFK', '2026-05-04', { cabin }), { now, offers: 50 }).map((o) =>
          Number(o.total_amount),
        ),
      );
    const rising = (['economy', 'premium_economy', 'business', 'first'] as const).map((cabin) => cheapest(cabin));
    expect(rising).toEqual(rising.toSorted((a, b) => a - b));
    expect(cheapest('economy', parseInstant('2026-05-03T09:00:00Z'))).toBeGreaterThan(1.4 * cheapest('economy'));
  });

  it('moves prices by at most 3 % from world to world', () => {
    const byFlights = new Map<string, number[]>();
    for (let n = 0; n < 40; n++) {
      for (const o of offers(oneWay('MAD', 'LHR', '2026-05-04'), { world: `world/${n}` })) {
        const key = JSON.stringify(o.slices);
        byFlights.set(key, [...(byFlights.get(key) ?? []), Number(o.total_amount)]);
      }
    }
    const spreads = [...byFlights.values()].map((prices) => Math.max(...prices) / Math.min(...prices));
    expect(Math.max(...spreads)).toBeGreaterThan(1.02);
    expect(Math.max(...spreads)).toBeLessThan(1.03 / 0.97 + 0.001);
  });

  it('writes amounts with two decimals, and base and tax add up to the total', () => {
    for (const o of MANY) {
      for (const amount of [o.total_amount, o.base_amount, o.tax_amount]) expect(amount).toMatch(/^\d+\.\d\d$/);
      expect(cents(Number(o.base_amount) + Number(o.tax_amount))).toBe(Number(o.total_amount));
      expect(o.total_emissions_kg).toMatch(/^[1-9]\d*$/);
    }
    expect(new Set(MANY.map((o) => o.total_currency))).toEqual(new Set(['EUR', 'GBP', 'USD']));
  });

  it('has conditions in all forms: free, with a penalty, with an unknown penalty, not allowed, not stated', () => {
    const forms = new Set(
      MANY.flatMap((o) => [o.conditions.refund_before_departure, o.conditions.change_before_departure]).map((c) => {
        if (!c) return 'not stated';
        if (!c.allowed) return c.penalty_amount === null && c.penalty_currency === null ? 'not allowed' : 'wrong';
        if (c.penalty_amount === null) return 'unknown';
        return c.penalty_amount === '0.00' ? 'free' : 'penalty';
      }),
    );
    expect(forms).toEqual(new Set(['free', 'penalty', 'unknown', 'not allowed', 'not stated']));
  });

  it('has offers with a guaranteed hold, a hold without guarantee and no hold, and none on the last day', () => {
    const kinds = new Set(
      MANY.map(({ payment_requirements: p, slices }) => {
        if (p.requires_instant_payment)
          return p.payment_required_by === null && p.price_guarantee_expires_at === null ? 'instant' : 'wrong';
        const until = parseInstant(present(p.payment_required_by));
        expect(until).toBeGreaterThan(NOW);
        expect(until).toBeLessThanOrEqual(leaves(slices[0].segments[0]) - DAY);
        if (p.price_guarantee_expires_at) expect(parseInstant(p.price_guarantee_expires_at)).toBeLessThanOrEqual(until);
        return p.price_guarantee_expires_at ? 'guaranteed' : 'not guaranteed';
      }),
    );
    expect(kinds).toEqual(new Set(['instant', 'guaranteed', 'not guaranteed']));
    const tomorrow = offers(oneWay('MAD', 'LHR', '2026-02-02'), { offers: 50 });
    expect(tomorrow.every((o) => o.payment_requirements.requires_instant_payment)).toBe(true);
  });

  it('requires passports to the United States and accepts a Spanish identity card within Schengen', () => {
    const toNewYork = offers(oneWay('MAD', 'JFK', '2026-05-04'));
    expect(
      toNewYork.every(
        (o) =>
          o.passenger_identity_documents_required && o.supported_passenger_identity_document_types.includes('passport'),
      ),
    ).toBe(true);
    const toRome = offers(oneWay('MAD', 'FCO', '2026-05-04'), { offers: 50 });
    expect(toRome.some((o) => o.supported_passenger_identity_document_types.includes('dni'))).toBe(true);
    expect(toRome.every((o) => o.passenger_identity_documents_required)).toBe(false);
    for (const o of MANY)
      if (o.passenger_identity_documents_required)
        expect(o.supported_passenger_identity_document_types).not.toEqual([]);
  });

  it('names cities and fare brands in the language of the request', () => {
    const names = (language: Gds0Language) =>
      offers(oneWay('MAD', 'LHR', '2026-05-04', { language, cabin: 'first' })).map((o) => [
        o.slices[0].destination.city_name,
        o.slices[0].fare_brand_name,
      ]);
    expect(names('es').every(([city, brand]) => city === 'Londres' && brand.startsWith('Primera '))).toBe(true);
    expect(names('zh').every(([city, brand]) => city === '伦敦' && brand.startsWith('头等舱'))).toBe(true);
    expect(names('en').every(([city, brand]) => city === 'London' && brand.startsWith('First '))).toBe(true);
  });

  it('lists every passenger on every segment, in order', () => {
    const types: Gds0PassengerType[] = ['adult', 'child', 'adult', 'infant_without_seat'];
    for (const o of offers(oneWay('MAD', 'MEX', '2026-05-04', { types }))) {
      expect(o.passengers.map((p) => p.type)).toEqual(types);
      expect(new Set(o.passengers.map((p) => p.id)).size).toBe(4);
      for (const segment of o.slices[0].segments)
        expect(segment.passengers.map((p) => p.passenger_type)).toEqual(types);
    }
  });

  it('has more than one kind of baggage, seat, wifi and power', () => {
    const inCabin = MANY.flatMap((o) => o.slices.flatMap((s) => s.segments.flatMap((x) => x.passengers)));
    expect(new Set(inCabin.map((p) => p.amenities.wifi?.cost ?? 'null')).size).toBeGreaterThan(3);
    expect(new Set(inCabin.map((p) => String(p.amenities.power?.available))).size).toBe(3);
    expect(new Set(inCabin.map((p) => p.amenities.seat?.type)).size).toBeGreaterThanOrEqual(2);
    expect(new Set(inCabin.map((p) => p.baggages.find((b) => b.type === 'checked')?.quantity)).size).toBeGreaterThan(1);
  });

  it('offers nothing for an impossible return, for an unknown place, and in an empty world', () => {
    expect(offers(roundTrip('MAD', 'SYD', '2026-05-04', '2026-05-04'))).toEqual([]);
    expect(offers(oneWay('ZZZ', 'MAD', '2026-05-04'))).toEqual([]);
    expect(
      searchGds0(oneWay('MAD', 'LHR', '2026-05-04'), { ...SITUATION, effect: { search: 'empty' } }).data.offers,
    ).toEqual([]);
  });

  it('throws its native error when it is down', () => {
    const down = () => searchGds0(oneWay('MAD', 'LHR', '2026-05-04'), { ...SITUATION, effect: { search: 'down' } });
    expect(down).toThrow(NativeError);
    expect(down).toThrow(
      expect.objectContaining({
        body: expect.objectContaining({ meta: { status: 503, request_id: expect.any(String) } }),
      }),
    );
  });
});

describe('gds-0 search under an effect', () => {
  const under = (effect: GdsEffect) =>
    ROUTES.flatMap(([from, to]) => searchGds0(oneWay(from, to, '2026-05-04'), { ...SITUATION, effect }).data.offers);
  const usual = under({});

  it('requires documents of every passenger, a passport if none are accepted', () => {
    const offers = under({ documents: 'required' });
    expect(offers.every((o) => o.passenger_identity_documents_required)).toBe(true);
    offers.forEach((o, n) => {
      const types = usual[n].supported_passenger_identity_document_types;
      expect(o.supported_passenger_identity_document_types).toEqual(types.length > 0 ? types : ['passport']);
    });
    expect(usual.some((o) => o.supported_passenger_identity_document_types.length === 0)).toBe(true);
  });

  it('accepts a dni in addition to the usual documents, and requires no more', () => {
    under({ dni: 'allowed' }).forEach((o, n) => {
      const types = usual[n].supported_passenger_identity_document_types.filter((type) => type !== 'dni');
      expect([...o.supported_passenger_identity_document_types].sort()).toEqual([...types, 'dni'].sort());
      expect(o.passenger_identity_documents_required).toBe(usual[n].passenger_identity_documents_required);
    });
  });

  it('requires instant payment, or holds the seats but not the price', () => {
    expect(usual.some((o) => o.payment_requirements.price_guarantee_expires_at !== null)).toBe(true);
    expect(under({ hold: 'unavailable' }).every((o) => o.payment_requirements.requires_instant_payment)).toBe(true);
    under({ hold: 'not-guaranteed' }).forEach(({ payment_requirements }, n) => {
      expect(payment_requirements).toEqual({ ...usual[n].payment_requirements, price_guarantee_expires_at: null });
    });
  });

  it('requires segments only under that effect', () => {
    expect(under({ segments: 'required' }).every((o) => o.segments_required)).toBe(true);
    expect(usual.some((o) => o.segments_required)).toBe(false);
  });

  it('returns to the usual terms afterwards', () => {
    under({ documents: 'required', dni: 'allowed', hold: 'unavailable', segments: 'required' });
    under({}).forEach((o, n) => {
      expect(o).toEqual(usual[n]);
      expect(o.supported_passenger_identity_document_types).toBe(usual[n].supported_passenger_identity_document_types);
    });
  });
});

describe('gds-0 order', () => {
  it('is paid immediately, or awaits payment until the hold ends', () => {
    const holdable = present(MANY.find((o) => !o.payment_requirements.requires_instant_payment));
    const instant = createGds0Order(orderOf(holdable, 'instant'), SITUATION).data;
    expect(instant.payment_status).toEqual({
      awaiting_payment: false,
      payment_required_by: null,
      price_guarantee_expires_at: null,
      paid_at: '2026-02-01T09:00:00.000Z',
    });
    const held = createGds0Order(orderOf(holdable, 'hold'), SITUATION).data;
    expect(held.payment_status).toMatchObject({
      awaiting_payment: true,
      payment_required_by: holdable.payment_requirements.payment_required_by,
      paid_at: null,
    });
    expect(held).toMatchObject({
      offer_id: holdable.id,
      live_mode: true,
      passengers: orderOf(holdable, 'hold').data.passengers,
    });
    expect(held.id).toMatch(/^ord_[0-9a-f]{22}$/);
    expect(held.booking_reference).toMatch(/^[A-Z2-9]{6}$/);
  });

  it('refuses to hold an offer that requires instant payment', () => {
    const instantOnly = present(MANY.find((o) => o.payment_requirements.requires_instant_payment));
    expect(() => createGds0Order(orderOf(instantOnly, 'hold'), SITUATION)).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ meta: META_422 }) }),
    );
  });

  it.each([
    ['hold', { hold: 'unavailable' }, 'hold_not_supported'],
    ['instant', { order: 'refused' }, 'order_refused'],
    ['hold', { order: 'price-changed' }, 'price_changed'],
  ] as const)('an order of kind %s is refused under the effect %o', (kind, effect, code) => {
    const holdable = present(MANY.find((o) => !o.payment_requirements.requires_instant_payment));
    const order = () => createGds0Order(orderOf(holdable, kind), { ...SITUATION, effect });
    expect(order).toThrow(
      expect.objectContaining({
        body: { errors: [expect.objectContaining({ code })], meta: META_422 },
      }),
    );
  });

  it('is paid immediately if the offer cannot be held', () => {
    const holdable = present(MANY.find((o) => !o.payment_requirements.requires_instant_payment));
    expect(
      createGds0Order(orderOf(holdable, 'instant'), { ...SITUATION, effect: { hold: 'unavailable' } }).data.type,
    ).toBe('instant');
  });
});

interface Wanted {
  types?: Gds0PassengerType[];
  cabin?: Gds0CabinClass;
  language?: Gds0Language;
}

function oneWay(
  origin: string,
  destination: string,
  departure_date: string,
  { types = ['adult'], cabin = 'economy', language }: Wanted = {},
): Gds0SearchRequest {
  return {
    data: {
      slices: [{ origin, destination, departure_date }],
      passengers: types.map((type) => ({ type })),
      cabin_class: cabin,
      ...(language && { language }),
    },
  };
}

function roundTrip(from: string, to: string, there: string, back: string): Gds0SearchRequest {
  const { data } = oneWay(from, to, there);
  return { data: { ...data, slices: [...data.slices, { origin: to, destination: from, departure_date: back }] } };
}

function offers(request: Gds0SearchRequest, situation: Partial<typeof SITUATION> = {}): readonly Gds0Offer[] {
  return searchGds0(request, { ...SITUATION, ...situation }).data.offers;
}

function orderOf(offer: Gds0Offer, type: 'instant' | 'hold'): Gds0OrderRequest {
  const person = {
    title: 'ms',
    given_name: 'Ana',
    family_name: 'Ruiz',
    gender: 'f',
    born_on: '1990-01-31',
    email: 'ana@example.com',
    phone_number: '+34600000000',
  };
  const { payment_requirements, total_amount, total_currency } = offer;
  const passengers = offer.passengers.map((p) => ({ ...p, ...person }));
  return {
    data: { type, selected_offers: [offer.id], payment_requirements, total_amount, total_currency, passengers },
  };
}

function airportsOf(code: string): string[] {
  return present(findPlace(code)).airports.map((a) => a.iataCode);
}

function leaves({ departing_at, origin }: Gds0Segment): number {
  return instant(departing_at, origin.time_zone);
}

function arrives({ arriving_at, destination }: Gds0Segment): number {
  return instant(arriving_at, destination.time_zone);
}

function instant(local: string, timeZone: string): number {
  return zoneOf(timeZone).instant(dayOf(local), Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16)));
}

function minutes(iso: string): number {
  const [, hours, rest] = present(/^PT(?:(\d+)H)?(?:(\d+)M)?$/.exec(iso));
  return Number(hours ?? 0) * 60 + Number(rest ?? 0);
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

function later(date: string, days: number): string {
  return new Date(dayOf(date) + days * DAY).toISOString().slice(0, 10);
}
