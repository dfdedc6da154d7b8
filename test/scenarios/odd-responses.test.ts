import { describe, expect, it } from 'vitest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { OperationId } from '../../src/interface/api.ts';
import { operationsWithTexts } from '../../src/scenarios/operations.ts';
import { control } from '../control-api/control-client.ts';
import { FLIGHT_SEARCH, makeCall, prepareCall, prepareCalls } from '../server/calls.ts';
import { faultsOf } from '../server/spec.ts';
import type { Body } from '../support/body.ts';
import { useSandbox } from '../support/sandbox.ts';

// The title of each test begins with the name of the scenario that it shows; registry.test.ts looks for it.

/** The scenarios whose texts are there at once: a driver is assigned shortly before the ride. */
const atOnce = operationsWithTexts.filter((operationId) => operationId !== 'getDriverAndVehicle');

const sandbox = useSandbox();
const twin = useSandbox();
/** The twins make the same calls; this one makes others. */
const alone = useSandbox();

/** The same call on two sandboxes that are alike: as it is, and under a scenario. */
async function bothWays(operationId: OperationId, scenario: string): Promise<{ without: Body; under: Body }> {
  const [plain, other] = await Promise.all([prepareCalls(sandbox), prepareCalls(twin)]);
  const [without, under] = await Promise.all([
    makeCall(sandbox, plain[operationId]),
    makeCall(twin, other[operationId], { scenario }),
  ]);
  expect([under.status, under.headers['x-sandbox-scenario']]).toEqual([200, scenario]);
  return { without: without.body, under: under.body };
}

async function search(scenario: string, request: object = FLIGHT_SEARCH): Promise<Body[]> {
  return (await alone.post('/v1/flights/search', request, { scenario })).body.offers;
}

async function order(offer: Body, more: object = {}): Promise<Body> {
  const path = `/v1/flights/order/${offer.gdsprovider}/${offer.offerId}`;
  return (await alone.post(path, { ...flightOrder(offer), ...more })).body;
}

describe('single-document', () => {
  it.each(['searchFlights', 'getFlightOffer'] as const)(
    'single-document: %s has the first document type as a text [offer.fields.supported-passenger-id-documents]',
    async (operationId) => {
      const { without, under } = await bothWays(operationId, 'single-document');
      const typesOf = (body: Body): unknown[] =>
        (body.offers ?? [body.offerData]).map((offer: Body) => offer.supportedPassengerIdDocuments);
      expect(typesOf(under)).toEqual(typesOf(without).map((types) => (types as string[])[0] ?? types));
      expect(typesOf(under)).toContain('passport');
    },
  );

  it('single-document: an offer can be ordered as usual', async () => {
    const [offer] = await search('single-document');
    const documents = { supportedPassengerIdDocuments: [offer.supportedPassengerIdDocuments].flat() };
    expect((await order({ ...offer, ...documents })).orderId).toMatch(/./);
  });
});

describe('booking-links', () => {
  it('booking-links: offers of gdsprovider 0 have an address, without other differences', async () => {
    const { without, under } = await bothWays('searchFlights', 'booking-links');
    const links = under.offers.map(({ gdsprovider, offerId, offerLink }: Body) => [gdsprovider, offerId, offerLink]);
    expect(links.length).toBeGreaterThan(5);
    for (const [gdsprovider, offerId, link] of links)
      expect(link).toBe(gdsprovider === 0 ? `https://book.example.com/offers/${offerId}` : null);
    const rest = under.offers.map(({ offerLink: _, ...offer }: Body) => offer);
    expect({ ...under, offers: rest }).toEqual(without);
  });

  it('booking-links: the read of an offer has its link too, and the order succeeds', async () => {
    const [offer] = await search('booking-links');
    const path = `/v1/flights/offers/${offer.gdsprovider}/${offer.offerId}`;
    const { offerData } = (await alone.get(path, { scenario: 'booking-links' })).body;
    expect(offerData.offerLink).toBe(offer.offerLink);
    expect((await alone.get(path)).body.offerData).not.toHaveProperty('offerLink');
    expect((await order(offer)).orderId).toMatch(/./);
  });
});

describe('unknown-values', () => {
  it.each([
    ['searchFlights', /"type":"sports_equipment"/],
    ['searchFlights', /"supportedPassengerIdDocuments":\["residence_permit","passport"/],
    ['getFlightOffer', /"residence_permit"/],
    ['getRequiredFields', /"allowedDocuments":\["residence_permit"/],
    ['searchTransfers', /"class":"air_taxi"/],
    ['bookTransfer', /"class":"air_taxi"/],
    ['getReservation', /"class":"air_taxi"/],
    ['searchReservationChanges', /"class":"air_taxi"/],
    ['confirmReservationChange', /"class":"air_taxi"/],
  ] as const)('unknown-values: %s has what the interface does not list: %s', async (operationId, value) => {
    const { without, under } = await bothWays(operationId, 'unknown-values');
    expect(JSON.stringify(under)).toMatch(value);
    expect(faultsOf(operationId, 200, under)).not.toEqual([]);
    expect(shapeOf(under)).toEqual(shapeOf(without));
  });

  it('unknown-values: other vehicle classes stay unchanged, and a document of an unknown type is refused', async () => {
    const { under } = await bothWays('searchTransfers', 'unknown-values');
    const classes = under.offers.map(({ vehicle }: Body) => vehicle.class);
    expect(classes.filter((one: string) => one !== 'air_taxi').length).toBeGreaterThan(1);
    const [offer] = await search('unknown-values,documents-required');
    const withDocument = (type: string) => {
      const { passengers } = flightOrder({ ...offer, supportedPassengerIdDocuments: ['passport'] });
      return { passengers: passengers.map((one) => ({ ...one, identity_documents: [documentOf(type)] })) };
    };
    expect((await order(offer, withDocument('residence_permit'))).statusCode).toBe(400);
    expect((await order(offer, withDocument('passport'))).orderId).toMatch(/./);
  });
});

describe('long-texts', () => {
  it.each(atOnce)('long-texts: %s fits the interface, with texts of 500 characters', async (operationId) => {
    const { without, under } = await bothWays(operationId, 'long-texts');
    expect(faultsOf(operationId, 200, under)).toEqual([]);
    const texts = changed(under, without);
    expect(texts.length).toBeGreaterThan(0);
    for (const [text, usual] of texts) {
      expect(text.length).toBe(500);
      expect(text.startsWith(usual)).toBe(true);
    }
  });
});

describe('right-to-left-texts', () => {
  it.each(atOnce)(
    'right-to-left-texts: %s fits the interface, with the usual text behind the other script',
    async (operationId) => {
      const { without, under } = await bothWays(operationId, 'right-to-left-texts');
      expect(faultsOf(operationId, 200, under)).toEqual([]);
      const texts = changed(under, without);
      expect(texts.length).toBeGreaterThan(0);
      for (const [text, usual] of texts) {
        expect(text).toMatch(/^[\u0590-\u06ff]/);
        expect(text.endsWith(`(${usual})`)).toBe(true);
      }
    },
  );
});

it.each([
  ['long-texts', /^.{500}$/],
  ['right-to-left-texts', /^[\u0590-\u06ff].* \(.+\)$/],
])('%s reach the name of the driver once it is known', async (scenario, name) => {
  const keys = await alone.sandbox.addProfile();
  const call = await prepareCall(alone, 'getDriverAndVehicle', keys);
  await control(alone.baseUrl, 'POST', `/profiles/${keys.profileCode}/clock/advance`, { body: { by: 'PT1535H' } });
  const { body } = await makeCall(alone, call, { scenario, keys });
  expect(body.driver.name).toMatch(name);
  expect(body.driver.phoneNumber).toMatch(/^\+[0-9]+$/);
});

describe('many-offers', () => {
  it.each([
    ['many-offers', 50, {}],
    ['many-offers(count=200)', 200, { slices: ROUND_TRIP }],
  ])(
    'many-offers: %s returns %i offers of both providers, and the last can be ordered',
    async (scenario, count, more) => {
      const offers = await search(scenario, { ...FLIGHT_SEARCH, ...more });
      expect(offers.length).toBe(count);
      expect(new Set(offers.map(({ gdsprovider }) => gdsprovider))).toEqual(new Set([0, 1]));
      expect(new Set(offers.map(({ offerId }) => offerId)).size).toBe(count);
      expect((await order(offers[count - 1])).orderId).toMatch(/./);
      expect(await search('none')).toHaveLength(12);
    },
  );

  it.each(['many-offers(count=51)', 'many-offers(count=0)'])('many-offers: refuses %s', async (scenario) => {
    const { status, body } = await alone.post('/v1/flights/search', FLIGHT_SEARCH, { scenario });
    expect([status, body.code]).toEqual([400, 'invalid_scenario']);
    expect(body.message[0]).toContain('give one of 50, 200');
  });
});

const ROUND_TRIP = [
  { origin: 'LHR', destination: 'JFK', departure_date: '2027-03-15' },
  { origin: 'JFK', destination: 'LHR', departure_date: '2027-03-22' },
];

function documentOf(type: string): object {
  return { type, unique_identifier: 'XDA123456', issuing_country_code: 'ES', expires_on: '2032-05-01' };
}

/** A value with the kinds of its texts only, and lists cut to one item: what an unlisted value does not change. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

/** The texts that differ, each with the usual one. */
function changed(value: unknown, usual: unknown): [text: string, usual: string][] {
  if (typeof value === 'string' && typeof usual === 'string') return value === usual ? [] : [[value, usual]];
  if (typeof value !== 'object' || value === null) return [];
  const other = usual as Record<string, unknown>;
  return Object.entries(value).flatMap(([name, inner]) => changed(inner, other[name]));
}
