import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/base/clock.ts';
import type {
  FlightProvider,
  ProviderOffer,
  ProviderSituation,
  TrackedOffer,
} from '../../src/flights/flight-provider.ts';
import { OrderRefused, ProviderFailure } from '../../src/flights/flight-provider.ts';
import { adaptGds0 } from '../../src/flights/providers/gds-0/adapter.ts';
import { adaptGds1 } from '../../src/flights/providers/gds-1/adapter.ts';
import type { FlightOrderRequest } from '../../src/interface/api.ts';
import { createGds0Order, searchGds0 } from '../../src/mock-providers/gds-0/gds-0.ts';
import type { Gds0OrderRequest, Gds0OrderResponse, Gds0SearchResponse } from '../../src/mock-providers/gds-0/native.ts';
import { bookGds1, searchGds1 } from '../../src/mock-providers/gds-1/gds-1.ts';
import type { Gds1BookRequest, Gds1BookResponse, Gds1SearchResponse } from '../../src/mock-providers/gds-1/native.ts';
import { present } from '../support/present.ts';
import { NOW, oneWay, roundTrip } from './search-fixture.ts';

const situation: ProviderSituation = {
  seed: 'adapters',
  world: 'adapters',
  now: NOW,
  earliestDeparture: NOW,
  offers: 6,
  lifetimeMs: 20 * MINUTE,
  effect: undefined,
};
const gds0 = adaptGds0({ search: searchGds0, createOrder: createGds0Order });
const gds1 = adaptGds1({ search: searchGds1, book: bookGds1 });
const family = roundTrip();

/** Every native payload in this file goes through here, to be validated against what was made of it. */
const native0 = searchGds0(
  { data: { slices: family.slices, passengers: family.passengers, cabin_class: 'economy' } },
  situation,
);
const native1 = searchGds1(
  {
    od: [
      { from: 'BCN', to: 'NYC', dt: '01JUN27' },
      { from: 'NYC', to: 'BCN', dt: '12JUN27' },
    ],
    pax: [
      { ty: 'ADT', qty: 2 },
      { ty: 'CHD', qty: 1 },
      { ty: 'INF', qty: 1 },
    ],
    cab: 'Y',
  },
  situation,
);

describe('the adapter of gds-0', () => {
  it('sends the native request and keeps every promised field', async () => {
    const offers = await gds0.search(family, situation);
    expect(offers.map((offer) => offer.nativeOfferId)).toEqual(native0.data.offers.map(({ id }) => id));
    offers.forEach((offer, n) => {
      const native = native0.data.offers[n];
      expect(offer.net).toEqual({ amount: Number(native.total_amount), currency: native.total_currency });
      expect(offer.expiresAt).toBe(NOW + 20 * MINUTE);
      expect(offer.passengers).toEqual(native.passengers);
      expect(offer.fare.co2EmissionsKg).toBe(Number(native.total_emissions_kg));
      expect(offer.hold !== null).toBe(!native.payment_requirements.requires_instant_payment);
      const segment = native.slices[1].segments[0];
      expect(offer.fare.slices[1].segments[0]).toMatchObject({
        flightNumber: segment.marketing_carrier_flight_number,
        departure: {
          departingAt: segment.departing_at,
          terminal: segment.origin_terminal,
          cityName: segment.origin.city_name,
        },
        airline: { operatingCarrier: { iataCode: segment.operating_carrier.iata_code } },
      });
    });
  });

  it('writes unknown values as the interface does', async () => {
    const offer = await onlyOfferOf0((response) => {
      const [slice] = response.data.offers[0].slices;
      slice.conditions = { priority_check_in: null, priority_boarding: true, advance_seat_selection: null };
      slice.segments[0].passengers[0].amenities = { wifi: null, seat: null, power: null };
      slice.segments[0].passengers[0].baggages = [{ type: 'checked', quantity: 0, weight_limit_kg: null }];
    });
    const slice = offer.fare.slices[0];
    expect(slice.conditions).toEqual({ priorityCheckIn: false, priorityBoarding: true, advanceSeatSelection: false });
    expect(slice.segments[0].passengers[0]).toEqual({
      amenities: {
        wifi: { cost: 'n/a', available: false },
        seat: { pitch: 'n/a', legroom: 'n/a', type: 'standard' },
        power: false,
      },
      baggages: [{ type: 'checked', quantity: 0, maxKg: null }],
    });
  });

  it.each([
    ['PT45M', 45],
    ['PT2H', 120],
    ['P1DT2H5M', 1565],
  ])('reads the duration %s', async (duration, minutes) => {
    const offer = await onlyOfferOf0((response) => void (response.data.offers[0].slices[0].duration = duration));
    expect(offer.fare.slices[0].durationMinutes).toBe(minutes);
  });

  it('reports an unreadable duration', async () => {
    await expect(
      onlyOfferOf0((response) => void (response.data.offers[0].slices[0].duration = '2:30')),
    ).rejects.toThrow('"2:30"');
  });

  it('reports a provider that is down as failed, and rethrows programming errors', async () => {
    await expect(gds0.search(family, { ...situation, effect: { search: 'down' } })).rejects.toThrow(ProviderFailure);
    const broken = adaptGds0({
      search: () => {
        throw new TypeError('a defect');
      },
      createOrder: createGds0Order,
    });
    await expect(broken.search(family, situation)).rejects.toThrow(TypeError);
  });

  it("orders at the net price, with the provider's own names", async () => {
    const source = present((await gds0.search(family, situation)).find(({ hold }) => hold));
    const { request, response } = gds0Booking(
      tracked(source),
      orderOf(source, { type: 'hold', holdId: 'hld_x' }),
      null,
      {
        now: NOW + 1,
        effect: undefined,
      },
    );
    const native = present(native0.data.offers.find(({ id }) => id === source.nativeOfferId));
    expect(request.data).toMatchObject({
      type: 'hold',
      selected_offers: [native.id],
      payment_requirements: native.payment_requirements,
      total_amount: native.total_amount,
      total_currency: native.total_currency,
    });
    expect(request.data.passengers[0]).toEqual({
      id: source.passengers[0].id,
      type: 'adult',
      title: 'mrs',
      given_name: 'Ana',
      family_name: 'Ruiz',
      gender: 'f',
      born_on: '1990-01-31',
      email: 'ana@example.com',
      phone_number: '+34600000000',
      nationality: 'ES',
      national_id: '00000000T',
      infant_passenger_id: source.passengers[3].id,
      identity_documents: [
        { type: 'passport', unique_identifier: 'X1', issuing_country_code: 'ES', expires_on: '2030-12-31' },
      ],
      loyalty_programme_accounts: [{ airline_iata_code: 'IB', account_number: '77' }],
    });
    expect(response.data).toMatchObject({ offer_id: native.id, type: 'hold' });
  });

  it('sends segments only for an offer that requires them', async () => {
    const bookUnder = async (effect: ProviderSituation['effect'], sent: FlightOrderRequest['totalSegments']) => {
      const [source] = await gds0.search(family, { ...situation, effect });
      const { request } = gds0Booking(tracked(source), orderOf(source, { totalSegments: sent }), null, {
        now: NOW,
        effect: undefined,
      });
      return { required: source.fare.requirements.totalSegments, segments: request.data.segments };
    };
    expect(await bookUnder(undefined, [])).toEqual({ required: false, segments: undefined });
    const native = native0.data.offers[0].slices.flatMap(({ segments }) => segments);
    expect(await bookUnder({ segments: 'required' }, [])).toEqual({
      required: true,
      segments: native.map(
        ({ origin, destination, marketing_carrier, marketing_carrier_flight_number, departing_at }) => ({
          origin: origin.iata_code,
          destination: destination.iata_code,
          marketing_carrier: marketing_carrier.iata_code,
          marketing_carrier_flight_number,
          departing_at,
        }),
      ),
    });
  });

  it.each([
    ['price_changed', { order: 'price-changed' }],
    ['hold_not_available', { hold: 'unavailable' }],
    [undefined, { order: 'refused' }],
  ] as const)('returns the reason %s of a refused order', async (reason, effect) => {
    const source = present((await gds0.search(family, situation)).find(({ hold }) => hold));
    const order = () => gds0.book(tracked(source), orderOf(source, { type: 'hold' }), null, { now: NOW, effect });
    expect(order).toThrow(ProviderFailure);
    expect(reasonOf(order)).toBe(reason);
  });

  it('orders instantly without a type, and reports a refused order as failed', async () => {
    const source = present((await gds0.search(family, situation)).find(({ hold }) => !hold));
    const booking = gds0Booking(tracked(source), orderOf(source), null, { now: NOW, effect: undefined });
    expect(booking.request.data.type).toBe('instant');
    expect(() =>
      gds0.book(tracked(source), orderOf(source, { type: 'hold' }), null, { now: NOW, effect: undefined }),
    ).toThrow(ProviderFailure);
  });
});

describe('the adapter of gds-1', () => {
  it('sends the native request and keeps every promised field', async () => {
    const offers = await gds1.search(family, situation);
    expect(offers.map((offer) => offer.nativeOfferId)).toEqual(native1.ofs.map(({ oid }) => oid));
    offers.forEach((offer, n) => {
      const native = native1.ofs[n];
      expect(offer.net).toEqual({ amount: native.prc.tot.amt / 100, currency: native.prc.tot.cur });
      expect(offer.expiresAt).toBe(NOW + native.ttl * 1000);
      expect(offer.fare.co2EmissionsKg).toBe(Math.round(native.cog / 1000));
      expect(offer.hold).toBeNull();
      const coupon = native.legs[1].cpn[0];
      const segment = native1.seg[coupon.ref];
      expect(offer.fare.slices[1].segments[0]).toMatchObject({
        fareName: native1.bnm[native.legs[1].brd],
        flightNumber: String(Number(segment.num)),
        departure: {
          departingAt: `2027-06-12T${segment.dep.tim.slice(0, 2)}:${segment.dep.tim.slice(2)}:00`,
          timeZone: native1.loc[segment.dep.apt].tzn,
        },
        airline: { marketingCarrier: { iataCode: segment.mkt, name: native1.crr[segment.mkt].nam } },
      });
    });
  });

  it('numbers the passengers: adults, then children, then infants', async () => {
    const [offer] = await gds1.search(family, situation);
    expect(offer.passengers).toEqual([
      { id: '1_pax_1', type: 'adult' },
      { id: '1_pax_2', type: 'adult' },
      { id: '1_pax_3', type: 'child' },
      { id: '1_pax_4', type: 'infant_without_seat' },
    ]);
  });

  it('gives each passenger of a segment the baggage of the passenger type, for any party size', async () => {
    const sizes = [1, 3].map((count) =>
      oneWay({ passengers: Array.from({ length: count }, () => ({ type: 'adult' as const })) }),
    );
    for (const request of [...sizes, ...sizes]) {
      for (const offer of await gds1.search(request, situation)) {
        for (const { passengers } of offer.fare.slices[0].segments) {
          expect(passengers).toHaveLength(request.passengers.length);
          for (const passenger of passengers) expect(passenger).toEqual(passengers[0]);
        }
      }
    }
  });

  it('distinguishes parties with the same native legs', async () => {
    const provider = adaptGds1({ search: () => native1, book: bookGds1 });
    for (const count of [1, 3]) {
      const [offer] = await provider.search(
        oneWay({ passengers: Array.from({ length: count }, () => ({ type: 'adult' as const })) }),
        situation,
      );
      expect(offer.fare.slices[0].segments[0].passengers).toHaveLength(count);
    }
  });

  it('reads the compact notation', async () => {
    const offer = await onlyOfferOf1((response) => {
      const [altered] = response.ofs;
      const [leg] = altered.legs;
      leg.dur = '2605';
      leg.srv = { pck: 'Y', pbd: 'N', sel: 'Y' };
      const coupon = leg.cpn[0];
      coupon.eqt = { wif: 'B', pwr: 'U', pit: 0, lgr: 'M', sty: 'FF' };
      coupon.bag = { ADT: ['2PC23', '0PC', '1HC08', '1HC'] };
      const segment = response.seg[coupon.ref];
      segment.num = '0042';
      segment.dep = { ...segment.dep, dat: '29FEB28', tim: '0005', trm: null };
      altered.pen.rfd = { alw: 'Y', fee: { amt: 5, dec: 2, cur: 'EUR' } };
      altered.pen.chg = { alw: 'Y', fee: { amt: 1500, dec: 0, cur: 'JPY' } };
      altered.doc.typ = ['PP', 'NI'];
    });
    const slice = offer.fare.slices[0];
    expect(slice.durationMinutes).toBe(26 * 60 + 5);
    expect(slice.conditions).toEqual({ priorityCheckIn: true, priorityBoarding: false, advanceSeatSelection: true });
    expect(slice.departure.departingAt).toBe('2028-02-29T00:05:00');
    expect(slice.departure).not.toHaveProperty('terminal');
    expect(slice.segments[0]).toMatchObject({ flightNumber: '42', departure: { terminal: null } });
    expect(slice.segments[0].passengers[0]).toEqual({
      amenities: {
        wifi: { cost: 'free or paid', available: true },
        seat: { pitch: 'n/a', legroom: 'more', type: 'full_flat' },
        power: false,
      },
      baggages: [
        { type: 'checked', quantity: 2, maxKg: '23' },
        { type: 'checked', quantity: 0, maxKg: null },
        { type: 'carry_on', quantity: 1, maxKg: '8' },
        { type: 'carry_on', quantity: 1, maxKg: null },
      ],
    });
    expect(offer.fare.conditions).toEqual({
      refundBeforeDeparture: { allowed: true, penaltyAmount: '0.05', currency: 'EUR' },
      changeBeforeDeparture: { allowed: true, penaltyAmount: '1500.00', currency: 'JPY' },
    });
    expect(offer.fare.requirements.allowedDocuments).toEqual(['passport', 'dni']);
    const order = { ...orderOf((await gds1.search(family, situation))[0]), totalSegments: [] };
    const { request } = gds1Booking(
      tracked(offer),
      order,
      { email: 'a@example.com', phone: '+34600000000', countryCode: 'ES' },
      { now: NOW, effect: undefined },
    );
    expect(request.flt?.[0]).toMatchObject({ num: '0042', dat: '29FEB28', tim: '0005' });
  });

  it('reports a provider that is down as failed, and rethrows programming errors', async () => {
    await expect(gds1.search(family, { ...situation, effect: { search: 'down' } })).rejects.toThrow(ProviderFailure);
    const broken = adaptGds1({
      search: () => {
        throw new TypeError('a defect');
      },
      book: bookGds1,
    });
    await expect(broken.search(family, situation)).rejects.toThrow(TypeError);
  });

  it("books at the net price for the holder, with the provider's own codes", async () => {
    const [source] = await gds1.search(family, situation);
    const order = orderOf(source, { totalSegments: [] });
    const holder = { email: 'ana@example.com', phone: '+34600000000', countryCode: 'ES' };
    const { request, response } = gds1Booking(tracked(source), order, holder, {
      now: NOW + 1,
      effect: undefined,
    });
    const native = native1.ofs[0];
    expect(request).toMatchObject({
      oid: native.oid,
      hol: { eml: holder.email, tel: holder.phone, ctry: 'ES' },
      tot: native.prc.tot,
    });
    expect(request.pax[0]).toEqual({
      pno: 1,
      ty: 'ADT',
      ttl: 'MRS',
      fnm: 'Ana',
      lnm: 'Ruiz',
      sex: 'F',
      dob: '31JAN1990',
      nat: 'ES',
      nid: '00000000T',
      lap: 4,
      docs: [{ dty: 'PP', dno: 'X1', iss: 'ES', exp: '31DEC2030' }],
      ffn: [{ car: 'IB', mem: '77' }],
    });
    expect(request.flt).toEqual(
      native.legs.flatMap(({ cpn }) =>
        cpn.map(({ ref }) => {
          const { mkt, num, dep, arr } = native1.seg[ref];
          return { car: mkt, num, frm: dep.apt, dst: arr.apt, dat: dep.dat, tim: dep.tim };
        }),
      ),
    );
    expect(response).toMatchObject({ sta: 'HK', oid: native.oid, hol: request.hol });
  });

  it.each([
    ['price_changed', 'price-changed'],
    [undefined, 'refused'],
  ] as const)('returns the reason %s of a refused booking', async (reason, order) => {
    const [source] = await gds1.search(family, situation);
    const holder = { email: 'ana@example.com', phone: '+34600000000', countryCode: 'ES' };
    const book = () => gds1.book(tracked(source), orderOf(source), holder, { now: NOW, effect: { order } });
    expect(book).toThrow(ProviderFailure);
    expect(reasonOf(book)).toBe(reason);
  });

  it('does not book without a holder', async () => {
    const [source] = await gds1.search(family, situation);
    expect(() => gds1.book(tracked(source), orderOf(source), null, { now: NOW, effect: undefined })).toThrow('holder');
  });
});

describe('both adapters', () => {
  it('give offers of any lifetime an expiry exact to the millisecond', async () => {
    for (const provider of [gds0, gds1]) {
      for (let lifetimeMs = 1; lifetimeMs < 3_000; lifetimeMs += 7) {
        const [offer] = await provider.search(oneWay(), { ...situation, offers: 1, lifetimeMs });
        expect(offer.expiresAt).toBe(NOW + lifetimeMs);
      }
    }
  });

  it('create a slice once and share it between searches', async () => {
    for (const provider of [gds0, gds1]) {
      const [first] = await provider.search(family, situation);
      const [again] = await provider.search(family, situation);
      expect(again.fare.slices[0]).toBe(first.fare.slices[0]);
      expect(Object.isFrozen(first.fare.slices[0].segments[0].passengers[0].amenities.wifi)).toBe(true);
    }
  });

  it('omit the contradictory live flags of the payloads', async () => {
    expect([native0.data.live_mode, native1.hdr.env]).toEqual([true, 'PRD']);
    for (const provider of [gds0, gds1])
      expect(JSON.stringify(await provider.search(family, situation))).not.toMatch(/"(live_?mode|env|hdr)"|"PRD"/i);
  });
});

/** Returns the adapter's result for an altered payload of one offer. */
async function onlyOfferOf0(alter: (response: Mutable<Gds0SearchResponse>) => void): Promise<ProviderOffer> {
  const response = mutableCopy({ data: { ...native0.data, offers: native0.data.offers.slice(0, 1) } });
  alter(response);
  const [offer] = await adaptGds0({ search: () => response, createOrder: createGds0Order }).search(family, situation);
  return offer;
}

async function onlyOfferOf1(alter: (response: Mutable<Gds1SearchResponse>) => void): Promise<ProviderOffer> {
  const response = mutableCopy({ ...native1, ofs: native1.ofs.slice(0, 1) });
  alter(response);
  const [offer] = await adaptGds1({ search: () => response, book: bookGds1 }).search(oneWay(), situation);
  return offer;
}

type Mutable<T> = T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T;

/** A copy of a native response. The copy is not frozen. */
function mutableCopy<T>(value: T): Mutable<T> {
  return structuredClone(value) as Mutable<T>;
}

/** A booking in the native terms of gds-0, and of gds-1. */
function gds0Booking(...args: Parameters<FlightProvider['book']>) {
  return gds0.book(...args) as { request: Gds0OrderRequest; response: Gds0OrderResponse };
}

function gds1Booking(...args: Parameters<FlightProvider['book']>) {
  return gds1.book(...args) as { request: Gds1BookRequest; response: Gds1BookResponse };
}

/** Why a booking is refused, where the provider says it. */
function reasonOf(book: () => unknown): OrderRefused['reason'] | undefined {
  try {
    book();
  } catch (error) {
    return error instanceof OrderRefused ? error.reason : undefined;
  }
  throw new Error('expected a refusal, got a booking');
}

function tracked(source: ProviderOffer): TrackedOffer {
  return { offer: { slices: source.fare.slices } as TrackedOffer['offer'], source, seed: 'adapters', createdAt: NOW };
}

function orderOf(source: ProviderOffer, changes: Partial<FlightOrderRequest> = {}): FlightOrderRequest {
  const [first, ...others] = source.passengers.map(({ id, type }) => ({
    id,
    type,
    title: 'mrs' as const,
    firstName: 'Ana',
    lastName: 'Ruiz',
    gender: 'f' as const,
    bornDate: '1990-01-31',
    email: 'ana@example.com',
    phone_number: '+34600000000',
  }));
  const carrier = {
    ...first,
    country: 'ES',
    NationalID: '00000000T',
    infant_passenger_id: present(source.passengers.find(({ type }) => type === 'infant_without_seat')).id,
    identity_documents: [
      { type: 'passport' as const, unique_identifier: 'X1', issuing_country_code: 'ES', expires_on: '2030-12-31' },
    ],
    loyaltyProgrammeAccounts: [{ airlineIataCode: 'IB', accountNumber: '77' }],
  };
  return { currency: 'EUR', passengers: [carrier, ...others], ...changes };
}
