import { describe, expect, it } from 'vitest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { FlightOrderRequest, Offer } from '../../src/interface/api.ts';
import { contentOf, stateClient } from '../control-api/state-client.ts';
import { FLIGHT_SEARCH } from '../server/calls.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { flightClient } from '../support/flight-client.ts';
import { present } from '../support/present.ts';
import { useSandbox } from '../support/sandbox.ts';

// The title of each test begins with the name of the scenario that it shows; registry.test.ts looks for it.

const sandbox = useSandbox();
const flights = flightClient(sandbox);

const PROVIDERS = [0, 1] as const;
const PASSPORT = {
  type: 'passport',
  unique_identifier: 'X1234567',
  issuing_country_code: 'ES',
  expires_on: '2031-01-01',
} as const;

async function offerUnder(scenario: string, gdsprovider: 0 | 1): Promise<Offer> {
  const { body } = await sandbox.post('/v1/flights/search', FLIGHT_SEARCH, { scenario });
  return present((body.offers as Offer[]).find((offer) => offer.gdsprovider === gdsprovider));
}

/** A complete order with this of its only passenger changed. */
function orderWith(offer: Offer, more: object): FlightOrderRequest {
  const order = flightOrder(offer);
  const [passenger] = order.passengers;
  return { ...order, passengers: [{ ...present(passenger), country: 'ES', NationalID: '12345678Z', ...more }] };
}

const without = (field: keyof typeof PASSPORT) => {
  const { [field]: _, ...document } = PASSPORT;
  return { identity_documents: [document] };
};

describe.each(PROVIDERS)('the offers of provider %i', (gdsprovider) => {
  it.each([
    ['required-fields', { documentExpiresAt: true, documentCountryCode: false }, 'expires_on', 'issuing_country_code'],
    [
      'required-fields(document=country)',
      { documentExpiresAt: false, documentCountryCode: true },
      'issuing_country_code',
      'expires_on',
    ],
  ] as const)(
    'required-fields: %s asks for one field of a document, and an order is refused for that one only',
    async (scenario, flags, asked, free) => {
      const offer = await offerUnder(scenario, gdsprovider);
      expect(offer.passengerIdentityDocumentsRequired).toBe(true);
      const { passengers } = (await flights.requiredFields(offer)).body;
      expect(passengers[0]).toMatchObject({ documentIdentifier: true, documentType: true, ...flags });
      expectRefusal(
        await flights.order(offer, orderWith(offer, without(asked))),
        'identity_document_incomplete',
        `/passengers/0/identity_documents/0/${asked}`,
      );
      expect((await flights.order(offer, orderWith(offer, without(free)))).status).toBe(200);
    },
  );

  it('required-fields: a document with only type and number is enough if nothing else is required', async () => {
    const offer = await offerUnder('required-fields(document=number)', gdsprovider);
    const { passengers } = (await flights.requiredFields(offer)).body;
    expect(passengers[0]).toMatchObject({
      documentIdentifier: true,
      documentExpiresAt: false,
      documentCountryCode: false,
    });
    const bare = { identity_documents: [{ type: 'passport', unique_identifier: 'X1234567' }] };
    expectRefusal(
      await flights.order(offer, orderWith(offer, { identity_documents: undefined })),
      'identity_document_required',
    );
    expect((await flights.order(offer, orderWith(offer, bare))).status).toBe(200);
  });

  it('required-fields: nationality and documents are required independently', async () => {
    const nationality = await offerUnder('required-fields(document=none,nationality=asked)', gdsprovider);
    expect((await flights.requiredFields(nationality)).body.passengers[0]).toMatchObject({
      nationality: true,
      documentIdentifier: false,
    });
    const free = { country: undefined, identity_documents: undefined };
    expectRefusal(
      await flights.order(nationality, orderWith(nationality, free)),
      'country_required',
      '/passengers/0/country',
    );
    const document = await offerUnder('required-fields(nationality=not-asked)', gdsprovider);
    expect((await flights.requiredFields(document)).body.passengers[0].nationality).toBe(false);
    const stateless = { identity_documents: [PASSPORT], country: undefined };
    expect((await flights.order(document, orderWith(document, stateless))).status).toBe(200);
    const neither = { identity_documents: undefined };
    expect((await flights.order(nationality, orderWith(nationality, neither))).status).toBe(200);
  });

  it('required-fields: generic flags are true, and an order needs nothing for them', async () => {
    const offer = await offerUnder('required-fields(document=usual,generic=yes)', gdsprovider);
    const { passengers } = (await flights.requiredFields(offer)).body;
    expect(passengers[0]).toMatchObject({
      age: true,
      address: true,
      city: true,
      postalCode: true,
      documentIssuedAt: true,
    });
    expectRefusal(await flights.order(offer, orderWith(offer, { address: 'Calle 1' })), 'non_whitelisted_field');
    expect((await flights.orderWhole(offer)).status).toBe(200);
  });

  it('required-fields: several document types are accepted', async () => {
    const offer = await offerUnder('required-fields(kinds=several)', gdsprovider);
    const { allowedDocuments } = (await flights.requiredFields(offer)).body.passengers[0];
    expect(allowedDocuments).toEqual(offer.supportedPassengerIdDocuments);
    expect(allowedDocuments.length).toBeGreaterThan(1);
    const second = { ...PASSPORT, type: allowedDocuments[1] };
    expect((await flights.order(offer, orderWith(offer, { identity_documents: [second] }))).status).toBe(200);
  });
});

describe('the holder', () => {
  const noCountry = { phone_number: '+80012345678' };

  it.each([
    ['usual', { phone: false, email: false, countryCode: false }, 200],
    ['phone', { phone: true, email: false, countryCode: true }, 400],
    ['email', { phone: false, email: true, countryCode: false }, 200],
    ['both', { phone: true, email: true, countryCode: true }, 400],
  ])('required-fields: holder=%s is required, and an order without it is refused', async (asked, holder, status) => {
    const offer = await offerUnder(`required-fields(document=none,holder=${asked})`, 0);
    expect((await flights.requiredFields(offer)).body.holder).toEqual(holder);
    const refused = await flights.order(offer, orderWith(offer, { ...noCountry, identity_documents: undefined }));
    expect(refused.status).toBe(status);
    const other = await offerUnder(`required-fields(document=none,holder=${asked})`, 1);
    expect((await flights.requiredFields(other)).body.holder).toEqual({
      phone: true,
      email: true,
      countryCode: true,
    });
  });
});

it('required-fields: other offers, and those of the next search, have the usual requirements', async () => {
  const before = await offerUnder('none', 0);
  await offerUnder('required-fields(generic=yes)', 0);
  const after = await offerUnder('none', 0);
  for (const offer of [before, after])
    expect((await flights.requiredFields(offer)).body.passengers[0]).toMatchObject({ age: false, address: false });
});

it('required-fields: the state of a profile has the requirements of its offers', async () => {
  const offer = await offerUnder('required-fields(nationality=asked,generic=yes,kinds=several,holder=both)', 0);
  const fields = (await flights.requiredFields(offer)).body;
  const state = stateClient(sandbox.baseUrl, sandbox.sandbox.demoKeys);
  const file = await state.export();
  expect((await state.import(file)).status).toBe(200);
  expect(contentOf(await state.export())).toEqual(contentOf(file));
  expect((await flights.requiredFields(offer)).body).toEqual(fields);
});
