import { describe, expect, it } from 'vitest';
import { MINUTE, toIso } from '../../src/base/clock.ts';
import { stopwatch } from '../../src/base/stopwatch.ts';
import { flightOrder, holdOrder, totalSegments } from '../../src/check/verify/fixtures/flight-order.ts';
import type { FlightOrderRequest, Offer } from '../../src/interface/api.ts';
import { gdsproviders } from '../../src/interface/gdsproviders.ts';
import { contentOf, stateClient } from '../control-api/state-client.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { flightClient } from '../support/flight-client.ts';
import { present } from '../support/present.ts';
import { useSandbox } from '../support/sandbox.ts';

// The title of each test begins with the name of the scenario that it shows; registry.test.ts looks for it.

const sandbox = useSandbox();
const flights = flightClient(sandbox);

/** Within Britain, within Spain, to London, and from there with documents sent ahead. */
const ROUTES = ['LHR-EDI', 'MAD-BCN', 'MAD-LHR', 'LHR-JFK'] as const;
type Route = (typeof ROUTES)[number];

/** Returns the numbers of all providers but one. */
const othersThan = (gdsprovider: number) => gdsproviders.filter((one) => one !== gdsprovider);

function searchBody(route: Route) {
  const [origin, destination] = route.split('-');
  return {
    slices: [{ origin, destination, departure_date: '2027-03-15' }],
    passengers: [{ type: 'adult' }, { type: 'child' }],
    cabin_class: 'economy',
  };
}

async function searchUnder(scenario: string | undefined, route: Route = 'MAD-LHR'): Promise<Offer[]> {
  const { status, body } = await sandbox.post('/v1/flights/search', searchBody(route), { scenario });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.offers;
}

/** Returns the offers of searches on all routes under a scenario. */
async function searchEverywhere(scenario?: string): Promise<Offer[]> {
  const found = [];
  for (const route of ROUTES) found.push(...(await searchUnder(scenario, route)));
  expect(providersOf(found)).toEqual(gdsproviders);
  return found;
}

function providersOf(offers: readonly Offer[]): number[] {
  return [...new Set(offers.map(({ gdsprovider }) => gdsprovider))].sort();
}

const ofProvider = (offers: readonly Offer[], gdsprovider: number) =>
  offers.find((offer) => offer.gdsprovider === gdsprovider) as Offer;
const orderUnder = (scenario: string | undefined, { gdsprovider, offerId }: Offer, body: object) =>
  sandbox.post(`/v1/flights/order/${gdsprovider}/${offerId}`, body, { scenario });
const readOffer = ({ gdsprovider, offerId }: Offer, scenario?: string) =>
  sandbox.get(`/v1/flights/offers/${gdsprovider}/${offerId}`, { scenario });

/** The order with a field taken away from each of its passengers. */
function without(field: 'identity_documents' | 'NationalID', order: FlightOrderRequest): object {
  return { ...order, passengers: order.passengers.map(({ [field]: _, ...rest }) => rest) };
}

describe.concurrent('a slow provider', () => {
  it('provider-0-slow: a search waits two seconds and has offers of the others only, which work', async () => {
    const elapsed = stopwatch();
    const offers = await searchUnder('provider-0-slow');
    expect(elapsed()).toBeGreaterThanOrEqual(1_990);
    expect(elapsed()).toBeLessThan(4_900);
    expect(providersOf(offers)).toEqual(othersThan(0));
    expect(await timed(() => flights.orderWhole(offers[0]))).toMatchObject({
      response: { status: 200 },
      ms: expect.toSatisfy((ms: number) => ms < 1_500),
    });
    expect(providersOf(await searchUnder(undefined))).toEqual(gdsproviders);
  });

  it('provider-0-slow: a delay of two seconds is in time, and one millisecond more is late', async () => {
    const [inTime, late] = await Promise.all(
      ['PT2S', 'PT2.001S'].map((delay) => searchUnder(`provider-0-slow(delay=${delay})`)),
    );
    expect([providersOf(inTime), inTime.length]).toEqual([gdsproviders, 12]);
    expect(providersOf(late)).toEqual(othersThan(0));
  });

  it('provider-0-slow: late offers stay the same later, without a delay', async () => {
    const { response: offers, ms } = await timed(() => searchUnder('provider-0-slow(delay=PT1.5S)'));
    expect(ms).toBeGreaterThanOrEqual(1_490);
    const offer = ofProvider(offers, 0);
    const read = await timed(() => readOffer(offer));
    expect(read.response.body.offerData).toEqual(offer);
    expect((await flights.orderWhole(offer)).status).toBe(200);
    expect(read.ms).toBeLessThan(1_400);
  });

  it('provider-slow: the parameter names the late provider', async () => {
    const [usual, other] = await Promise.all(
      ['provider-slow(delay=PT3S)', 'provider-slow(provider=1,delay=PT3S)'].map((scenario) => searchUnder(scenario)),
    );
    expect([providersOf(usual), providersOf(other)]).toEqual([othersThan(0), othersThan(1)]);
  });

  it('provider-0-slow: with the others down no provider responds in time', async () => {
    const { status, body } = await sandbox.post('/v1/flights/search', searchBody('MAD-LHR'), {
      scenario: ['provider-0-slow', ...othersThan(0).map((one) => `provider-down(provider=${one})`)].join(),
    });
    expect([status, body.code]).toEqual([500, 'providers_failed']);
  });

  it('provider-1-slow: a search omits a late provider 1, and has all otherwise', async () => {
    const [late, inTime] = await Promise.all(
      ['PT2.001S', 'PT0.1S'].map((delay) => searchUnder(`provider-1-slow(delay=${delay})`)),
    );
    expect([providersOf(late), providersOf(inTime)]).toEqual([othersThan(1), gdsproviders]);
    expect((await flights.orderWhole(late[0])).status).toBe(200);
  });
});

async function timed<T>(doing: () => Promise<T>): Promise<{ response: T; ms: number }> {
  const elapsed = stopwatch();
  const response = await doing();
  return { response: response, ms: elapsed() };
}

describe('hold-unavailable', () => {
  it('hold-unavailable: no offer of a search can be held, and a hold is refused [offer.hold-options.available] [flight-order.hold.only-when-supported]', async () => {
    const offers = await searchEverywhere('hold-unavailable');
    for (const { holdOptions, holdId } of offers) {
      expect([holdOptions, holdId]).toEqual([
        { available: false, paymentRequiredBy: null, priceGuarantedUntil: null },
        null,
      ]);
    }
    const offer = ofProvider(offers, 0);
    expectRefusal(
      await flights.order(offer, { ...flightOrder(offer), type: 'hold', holdId: 'hld_00000000000000000000' }),
      'hold_not_available',
      '/type',
    );
    expect((await flights.orderWhole(offer)).body.status).toBe('booked');
  });

  it('hold-unavailable: the hold of a holdable offer is refused, and a later hold or order succeeds', async () => {
    const [first, second] = (await searchEverywhere()).filter(({ holdOptions }) => holdOptions.available) as [
      Offer,
      Offer,
    ];
    for (const offer of [first, second])
      expectRefusal(await orderUnder('hold-unavailable', offer, holdOrder(offer)), 'hold_not_available', '/type');
    expect((await flights.order(first, holdOrder(first))).body).toMatchObject({
      status: 'held',
      offerId: first.offerId,
    });
    expect((await orderUnder('hold-unavailable', second, flightOrder(second))).body).toMatchObject({
      status: 'booked',
      holdExpiresAt: null,
    });
  });
});

it("hold-price-not-guaranteed: holdable offers state the hold's end, without a guaranteed price [offer.hold-options.both-timestamps]", async () => {
  const holdable = (await searchEverywhere('hold-price-not-guaranteed')).filter(
    ({ holdOptions }) => holdOptions.available,
  );
  expect(holdable.length).toBeGreaterThan(3);
  for (const { holdOptions, expiresAt } of holdable) expect(holdOptions.priceGuarantedUntil).toBe(expiresAt);
  for (const offer of holdable)
    expect((await flights.order(offer, holdOrder(offer))).body).toMatchObject({
      status: 'held',
      holdPriceGuaranteed: false,
    });
  const guaranteed = present(
    (await searchEverywhere()).find(
      ({ holdOptions: { available, priceGuarantedUntil, paymentRequiredBy } }) =>
        available && priceGuarantedUntil === paymentRequiredBy,
    ),
  );
  expect((await flights.order(guaranteed, holdOrder(guaranteed))).body.holdPriceGuaranteed).toBe(true);
});

it('documents-required: offer, required fields and order require a document of every passenger [offer.fields.passenger-identity-documents-required] [flight-order.identity-documents.when-asked]', async () => {
  const offers = await searchEverywhere('documents-required');
  for (const { passengerIdentityDocumentsRequired, supportedPassengerIdDocuments } of offers) {
    expect(passengerIdentityDocumentsRequired).toBe(true);
    expect(supportedPassengerIdDocuments).toContain('passport');
  }
  for (const gdsprovider of gdsproviders) {
    const offer = ofProvider(offers, gdsprovider);
    expect((await readOffer(offer)).body.offerData).toEqual(offer);
    for (const fields of (await flights.requiredFields(offer)).body.passengers) {
      expect(fields).toMatchObject({
        documentType: true,
        documentIdentifier: true,
        nationality: true,
        allowedDocuments: offer.supportedPassengerIdDocuments,
      });
    }
    expectRefusal(
      await flights.order(offer, without('identity_documents', flightOrder(offer))),
      'identity_document_required',
      '/passengers/0/identity_documents',
      '/passengers/1/identity_documents',
    );
    expect((await flights.orderWhole(offer)).status).toBe(200);
  }
  expect(
    (await searchEverywhere()).some(
      (offer) => !offer.passengerIdentityDocumentsRequired && offer.supportedPassengerIdDocuments.length === 0,
    ),
  ).toBe(true);
});

it('dni-allowed: offer, required fields and order list dni, and every passenger needs a NationalID [flight-order.passengers.national-id]', async () => {
  const usual = await searchEverywhere();
  const offers = await searchEverywhere('dni-allowed');
  for (const { supportedPassengerIdDocuments: types } of offers)
    expect(types.filter((type) => type === 'dni')).toHaveLength(1);
  expect(new Set(offers.map((offer) => offer.passengerIdentityDocumentsRequired))).toEqual(new Set([true, false]));
  for (const gdsprovider of gdsproviders) {
    const offer = ofProvider(offers, gdsprovider);
    expect((await readOffer(offer)).body.offerData).toEqual(offer);
    for (const { allowedDocuments } of (await flights.requiredFields(offer)).body.passengers)
      expect(allowedDocuments).toContain('dni');
    expectRefusal(
      await flights.order(offer, without('NationalID', flightOrder(offer))),
      'national_id_required',
      '/passengers/0/NationalID',
      '/passengers/1/NationalID',
    );
    expect((await flights.orderWhole(offer)).status).toBe(200);
  }
  expect(usual.some((offer) => !offer.supportedPassengerIdDocuments.includes('dni'))).toBe(true);
});

it('segments-required: an order at provider 0 must name the segments, which reach the provider [flight-order.total-segments.when-needed]', async () => {
  for (const gdsprovider of gdsproviders) {
    const offer = ofProvider(await searchUnder('segments-required'), gdsprovider);
    const { totalSegments: _, ...order } = flightOrder(offer);
    expectRefusal(await flights.order(offer, order), 'total_segments_required', '/totalSegments');
    expectRefusal(
      await flights.order(offer, { ...order, totalSegments: totalSegments(offer).slice(1) }),
      totalSegments(offer).length > 1 ? 'total_segments_mismatch' : 'total_segments_required',
    );
    const ordered = await flights.order(offer, { ...order, totalSegments: totalSegments(offer) });
    expect(ordered.status).toBe(200);
    const sent = JSON.stringify((await flights.readOrder(ordered.body.orderId)).body.resource.providerRecord.request);
    for (const { flightNumber } of totalSegments(offer))
      expect(sent).toMatch(new RegExp(`"(marketing_carrier_flight_number|num)":"0*${flightNumber}"`));
  }
  const usual = ofProvider(await searchUnder(undefined), 0);
  expect((await flights.order(usual, flightOrder(usual))).status).toBe(200);
});

describe.each([
  ['price-changed', 'price_changed'],
  ['order-refused', 'order_refused'],
])('%s', (scenario, code) => {
  it.each(gdsproviders)(
    `${scenario}: provider %i refuses, nothing is ordered, and the same order succeeds without it`,
    async (gdsprovider) => {
      const offer = ofProvider(await searchUnder(undefined), gdsprovider);
      const order = flightOrder(offer);
      expectRefusal(await orderUnder(scenario, offer, order), code);
      expectRefusal(await orderUnder(scenario, offer, order), code);
      expect((await readOffer(offer)).body.offerData).toEqual(offer);
      expect((await orderUnder(undefined, offer, order)).body).toMatchObject({
        status: 'booked',
        totalAmount: offer.totalAmount,
      });
      expectRefusal(await orderUnder(undefined, offer, order), 'offer_already_ordered');
    },
  );

  it(`${scenario}: an order that breaks a rule is refused for the rule first`, async () => {
    const offer = ofProvider(await searchUnder(undefined), 0);
    const order = flightOrder(offer);
    expectRefusal(
      await orderUnder(scenario, offer, { ...order, passengers: order.passengers.slice(1) }),
      'passenger_missing',
    );
  });
});

// The titles of a scenario are looked for as they stand in the file, so these two are there in full.
it('price-changed: it acts on a hold too, and a later hold succeeds', async () => {
  const offer = present((await searchEverywhere()).find(({ holdOptions }) => holdOptions.available));
  expectRefusal(await orderUnder('price-changed', offer, holdOrder(offer)), 'price_changed');
  expect((await orderUnder(undefined, offer, holdOrder(offer))).body.status).toBe('held');
});

it('order-refused: a hold meets it too, and a later hold succeeds', async () => {
  const offer = present((await searchEverywhere()).find(({ holdOptions }) => holdOptions.available));
  expectRefusal(await orderUnder('order-refused', offer, holdOrder(offer)), 'order_refused');
  expect((await orderUnder(undefined, offer, holdOrder(offer))).body.status).toBe('held');
});

describe('resend-double-books', () => {
  const scenario = 'resend-double-books';

  it.each(gdsproviders)(
    'resend-double-books: an order of provider %i sent again makes another order, regardless of its scenario',
    async (gdsprovider) => {
      const offer = ofProvider(await searchUnder(undefined), gdsprovider);
      const order = flightOrder(offer);
      const responses = [];
      for (const each of [scenario, undefined, 'none']) responses.push(await orderUnder(each, offer, order));
      expect(responses.map(({ body }) => [body.status, body.offerId])).toEqual(
        Array(3).fill(['booked', offer.offerId]),
      );
      expect(new Set(responses.map(({ body }) => body.orderId)).size).toBe(3);
      expectRefusal(
        await orderUnder(scenario, offer, {
          ...order,
          passengers: order.passengers.map((passenger) => ({ ...passenger, lastName: 'Other' })),
        }),
        'offer_already_ordered',
      );
    },
  );

  it('resend-double-books: an order sent many times at once is ordered each time', async () => {
    const offer = ofProvider(await searchUnder(undefined), 0);
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => orderUnder(scenario, offer, flightOrder(offer))),
    );
    expect(new Set(responses.map(({ body }) => body.orderId)).size).toBe(6);
  });

  it('resend-double-books: repeated orders are in the state of the profile', async () => {
    const offer = ofProvider(await searchUnder(undefined), 0);
    for (let i = 0; i < 2; i++) await orderUnder(scenario, offer, flightOrder(offer));
    const state = stateClient(sandbox.baseUrl, sandbox.sandbox.demoKeys);
    const file = await state.export();
    expect((await state.import(file)).status).toBe(200);
    expect(contentOf(await state.export())).toEqual(contentOf(file));
    expect((await orderUnder(undefined, offer, flightOrder(offer))).body.status).toBe('booked');
  });
});

describe('short-lived', () => {
  it.each([
    ['short-lived', 10_000],
    ['short-lived(lifetime=PT1M)', MINUTE],
    ['short-lived(lifetime=PT1.005S)', 1_005],
  ])(
    'short-lived: the offers of %s end at the expiresAt that they state, to the millisecond ' +
      '[offer.expiry.ends-offer] [offer.fields.expires-at]',
    async (scenario, lifetimeMs) => {
      const searchedAt = sandbox.clock.now();
      const offers = await searchUnder(scenario);
      for (const { expiresAt } of offers) expect(expiresAt).toBe(toIso(searchedAt + lifetimeMs));
      const oneOfEach = gdsproviders.map((gdsprovider) => ofProvider(offers, gdsprovider));
      sandbox.clock.advance(lifetimeMs - 1);
      for (const offer of oneOfEach) expect((await readOffer(offer)).body.offerData).toEqual(offer);
      const another = present(offers.find((offer) => !oneOfEach.includes(offer)));
      expect((await flights.orderWhole(another)).status).toBe(200);
      sandbox.clock.advance(1);
      for (const offer of oneOfEach) expectRefusal(await flights.orderWhole(offer), 'offer_expired', 'path/offerId');
      sandbox.clock.advance(lifetimeMs - 1);
      for (const offer of oneOfEach) expectRefusal(await readOffer(offer), 'offer_expired');
      sandbox.clock.advance(1);
      for (const offer of oneOfEach) expectRefusal(await readOffer(offer), 'offer_not_found');
    },
  );

  it('short-lived: the next search has the usual lifetime', async () => {
    await searchUnder('short-lived');
    for (const { expiresAt } of await searchUnder(undefined))
      expect(expiresAt).toBe(toIso(sandbox.clock.now() + 20 * MINUTE));
  });
});

it.each(gdsproviders)(
  'search-expired: an offer of provider %i is unknown to read, required fields and order, and there again ' +
    'without it [flight-order.tracked-offer.same-offer]',
  async (gdsprovider) => {
    const offer = ofProvider(await searchUnder(undefined), gdsprovider);
    const required = { offerId: offer.offerId, passengers: offer.passengers.map(({ type }) => ({ type })) };
    const scenario = 'search-expired';
    expectRefusal(await readOffer(offer, scenario), 'offer_not_found');
    expectRefusal(
      await sandbox.post(`/v1/flights/order/required-fields/${gdsprovider}/${offer.offerId}`, required, { scenario }),
      'offer_not_found',
    );
    expectRefusal(await orderUnder(scenario, offer, flightOrder(offer)), 'offer_not_found');
    expect((await readOffer(offer)).body.offerData).toEqual(offer);
    expect((await flights.requiredFields(offer)).status).toBe(200);
    expect((await flights.orderWhole(offer)).status).toBe(200);
  },
);

describe('several scenarios together', () => {
  it('documents, dni, no hold, segments and a short lifetime act together', async () => {
    const offers = await searchUnder(
      'documents-required,dni-allowed,hold-unavailable,segments-required,short-lived(lifetime=PT1M)',
      'LHR-EDI',
    );
    for (const offer of offers) {
      expect(offer).toMatchObject({
        passengerIdentityDocumentsRequired: true,
        holdOptions: { available: false },
        expiresAt: toIso(sandbox.clock.now() + MINUTE),
      });
      expect(offer.supportedPassengerIdDocuments).toEqual(expect.arrayContaining(['passport', 'dni']));
    }
    const offer = ofProvider(offers, 0);
    const order = flightOrder(offer);
    expectRefusal(await flights.order(offer, without('identity_documents', order)), 'identity_document_required');
    expectRefusal(await flights.order(offer, without('NationalID', order)), 'national_id_required');
    expectRefusal(await flights.order(offer, order), 'total_segments_required');
    expect((await flights.order(offer, { ...order, totalSegments: totalSegments(offer) })).status).toBe(200);
  });

  it.each([
    ['searchFlights', 'hold-unavailable,hold-price-not-guaranteed'],
    ['createFlightOrder', 'price-changed,order-refused'],
    ['createFlightOrder', 'search-expired,expired-offer'],
  ])('%s refuses %s, which contradict each other', async (operation, scenario) => {
    const offer = (await searchUnder(undefined))[0];
    const response =
      operation === 'searchFlights'
        ? await sandbox.post('/v1/flights/search', searchBody('MAD-LHR'), { scenario })
        : await orderUnder(scenario, offer, flightOrder(offer));
    expectRefusal(response, 'invalid_scenario', 'query/scenario');
  });

  it('the interface states the maximum delay and lifetime', async () => {
    for (const scenario of ['provider-0-slow(delay=PT10M1S)', 'short-lived(lifetime=PT15M1S)']) {
      expectRefusal(await sandbox.post('/v1/flights/search', searchBody('MAD-LHR'), { scenario }), 'invalid_scenario');
    }
  });
});
