import { describe, expect, it } from 'vitest';
import { flightOrder } from '../../src/check/verify/fixtures/flight-order.ts';
import type { Offer, OrderPassenger, Schema } from '../../src/interface/api.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { flightClient } from '../support/flight-client.ts';
import { useSandbox } from '../support/sandbox.ts';

const server = useSandbox({ seed: 'required fields' });
const flights = flightClient(server);

type Fields = Schema['RequiredPassengerFields'];
type Flag = Exclude<keyof Fields, 'idx' | 'allowedDocuments'>;
type DocumentField = keyof Schema['IdentityDocument'];

/** Place of each flag's value in the order (§4.2): a field of the passenger, or of the passenger's document. */
const places: Partial<Record<Flag, { field: keyof OrderPassenger } | { documentField: DocumentField }>> = {
  title: { field: 'title' },
  type: { field: 'type' },
  name: { field: 'firstName' },
  lastName: { field: 'lastName' },
  gender: { field: 'gender' },
  bornDate: { field: 'bornDate' },
  nationality: { field: 'country' },
  phone: { field: 'phone_number' },
  email: { field: 'email' },
  documentIdentifier: { documentField: 'unique_identifier' },
  documentType: { documentField: 'type' },
  documentExpiresAt: { documentField: 'expires_on' },
  documentCountryCode: { documentField: 'issuing_country_code' },
};
const generic: Flag[] = ['age', 'address', 'city', 'postalCode', 'documentIssuedAt'];

async function fieldsOf(offer: Offer): Promise<Fields> {
  const response = await flights.requiredFields(offer);
  expect(response.status).toBe(200);
  return response.body.passengers[0];
}

/** The passenger without what the flag asks for, and where that is missing. */
function without(flag: Flag, passenger: OrderPassenger): { passenger: object; path: string } {
  const place = places[flag];
  if (place === undefined) throw new Error(`${flag} maps to no order field`);
  if ('field' in place)
    return { passenger: { ...passenger, [place.field]: undefined }, path: `/passengers/0/${place.field}` };
  const documents = passenger.identity_documents?.map((document) => ({
    ...document,
    [place.documentField]: undefined,
  }));
  return {
    passenger: { ...passenger, identity_documents: documents },
    path: `/passengers/0/identity_documents/0/${place.documentField}`,
  };
}

/**
 * The flag is set for the offer; an order without what it asks for is refused at its place, and one with it accepted.
 */
async function asksFor(flag: Flag, wanted: (offer: Offer) => boolean): Promise<void> {
  const offer = await flights.find(wanted);
  expect(await fieldsOf(offer)).toMatchObject({ [flag]: true });
  const order = flightOrder(offer);
  const { passenger, path } = without(flag, order.passengers[0]);
  const response = await flights.order(offer, { ...order, passengers: [passenger] });
  expectRefusal(response, response.body.code, path);
  expect((await flights.order(offer, order)).status).toBe(200);
}

const any = (): boolean => true;
const asksDocuments = (offer: Offer): boolean => offer.passengerIdentityDocumentsRequired;

describe('required-fields asks for exactly the needs of the order:', () => {
  it('title [flight-order.mapping.title]', () => asksFor('title', any));
  it('type [flight-order.mapping.type]', () => asksFor('type', any));
  it('name, as firstName [flight-order.mapping.name]', () => asksFor('name', any));
  it('lastName [flight-order.mapping.last-name]', () => asksFor('lastName', any));
  it('gender [flight-order.mapping.gender]', () => asksFor('gender', any));
  it('bornDate [flight-order.mapping.born-date]', () => asksFor('bornDate', any));
  it('nationality, as country [flight-order.mapping.nationality]', () => asksFor('nationality', asksDocuments));
  it('phone, as phone_number [flight-order.mapping.phone]', () => asksFor('phone', any));
  it('email [flight-order.mapping.email]', () => asksFor('email', any));
  it('documentIdentifier, as unique_identifier [flight-order.mapping.document-identifier]', () =>
    asksFor('documentIdentifier', asksDocuments));
  it('documentExpiresAt, as expires_on [flight-order.mapping.document-expires-at]', () =>
    asksFor('documentExpiresAt', asksDocuments));
  it('documentCountryCode, as issuing_country_code [flight-order.mapping.document-country-code]', () =>
    asksFor('documentCountryCode', asksDocuments));

  it('documentType, as type, from allowedDocuments [flight-order.mapping.document-type]', async () => {
    await asksFor('documentType', asksDocuments);
    const offer = await flights.find(asksDocuments);
    const { allowedDocuments } = await fieldsOf(offer);
    const other = (['passport', 'dni', 'tax_id'] as const).find((type) => !allowedDocuments.includes(type));
    const order = flightOrder(offer);
    const passengers = order.passengers.map((passenger) => ({
      ...passenger,
      identity_documents: passenger.identity_documents?.map((document) => ({ ...document, type: other })),
    }));
    expectRefusal(
      await flights.order(offer, { ...order, passengers }),
      'identity_document_not_supported',
      '/passengers/0/identity_documents/0/type',
    );
  });

  it('allowedDocuments, all of them accepted, and dni with NationalID [flight-order.mapping.allowed-documents]', async () => {
    const withDni = (offer: Offer) => offer.supportedPassengerIdDocuments.includes('dni');
    const { allowedDocuments } = await fieldsOf(await flights.find(withDni));
    for (const type of allowedDocuments) {
      const offer = await flights.find(withDni);
      const order = flightOrder(offer);
      const documents = [
        { type, unique_identifier: '00000000T', issuing_country_code: 'ES', expires_on: '2031-05-31' },
      ];
      const passengers = order.passengers.map((passenger) => ({ ...passenger, identity_documents: documents }));
      expectRefusal(
        await flights.order(offer, {
          ...order,
          passengers: passengers.map((each) => ({ ...each, NationalID: undefined })),
        }),
        'national_id_required',
      );
      expect((await flights.order(offer, { ...order, passengers })).status).toBe(200);
    }
  });

  it('a holder for gdsprovider 1, without a field of its own [flight-order.mapping.holder-phone] [flight-order.mapping.holder-email] [flight-order.mapping.holder-country-code]', async () => {
    for (const [gdsprovider, needed] of [
      [0, false],
      [1, true],
    ] as const) {
      const offer = await flights.find((each) => each.gdsprovider === gdsprovider);
      expect((await flights.requiredFields(offer)).body.holder).toEqual({
        phone: needed,
        email: needed,
        countryCode: needed,
      });
      expectRefusal(
        await flights.order(offer, { ...flightOrder(offer), holder: { email: 'ada@example.com' } }),
        'non_whitelisted_field',
        '/holder',
      );
      expect((await flights.orderWhole(offer)).status).toBe(200);
    }
  });

  it('an order needs nothing for the generic flags [flight-order.mapping.generic-flags]', async () => {
    const offer = await flights.find(any);
    const order = flightOrder(offer);
    for (const field of generic) {
      const passengers = order.passengers.map((passenger) => ({ ...passenger, [field]: '42' }));
      expectRefusal(
        await flights.order(offer, { ...order, passengers }),
        'non_whitelisted_field',
        `/passengers/0/${field}`,
      );
    }
    expect((await flights.order(offer, order)).status).toBe(200);
  });
});

it('an order with only the required fields is accepted for every offer', async () => {
  for (const [from, to] of [
    ['MAD', 'BCN'],
    ['MAD', 'JFK'],
    ['CDG', 'FCO'],
  ] as const) {
    for (const offer of await flights.search({ from, to })) {
      const fields = await fieldsOf(offer);
      const order = flightOrder(offer);
      const unasked = (Object.keys(places) as Flag[]).filter((flag) => !fields[flag]);
      const least = { ...order.passengers[0] };
      for (const flag of unasked) {
        const place = places[flag];
        if (place && 'field' in place) delete least[place.field];
      }
      if (!fields.documentIdentifier) delete least.identity_documents;
      if (!fields.allowedDocuments.includes('dni')) delete least.NationalID;
      const { status, body } = await flights.order(offer, { ...order, passengers: [least] });
      expect([status, body.code]).toEqual([200, undefined]);
    }
  }
});

describe('required-fields', () => {
  it('returns the fields of each passenger of the offer', async () => {
    const offer = await flights.find(asksDocuments, { types: ['adult', 'child'], from: 'MAD', to: 'JFK' });
    const { body } = await flights.requiredFields(offer);
    expect(body.passengers.map(({ idx }: Fields) => idx)).toEqual([0, 1]);
    expect(body.passengers[1]).toEqual({ ...body.passengers[0], idx: 1 });
    expect(body.passengers[0].allowedDocuments).toEqual(offer.supportedPassengerIdDocuments);
    expect(body.liveMode).toBe(false);
  });

  it('asks for nationality and documents if the offer requires documents, and nowhere else', async () => {
    const offers = [await flights.find(asksDocuments), await flights.find((offer) => !asksDocuments(offer))];
    for (const [offer, asked] of [
      [offers[0], true],
      [offers[1], false],
    ] as [Offer, boolean][]) {
      const { nationality, documentIdentifier, documentType, documentExpiresAt, documentCountryCode } =
        await fieldsOf(offer);
      expect([nationality, documentIdentifier, documentType, documentExpiresAt, documentCountryCode]).toEqual(
        Array(5).fill(asked),
      );
    }
  });

  it('requires the offerId of its path in the body', async () => {
    const offer = await flights.find(any);
    expectRefusal(
      await flights.requiredFields(offer, { offerId: 'off_other', passengers: [{ type: 'adult' }] }),
      'offer_id_mismatch',
      '/offerId',
    );
  });

  it('requires the types of the offer in their order', async () => {
    const offer = await flights.find(any, { types: ['adult', 'child'] });
    const ask = (...types: string[]) =>
      flights.requiredFields(offer, { offerId: offer.offerId, passengers: types.map((type) => ({ type })) });
    expectRefusal(await ask('child', 'adult'), 'passenger_type_mismatch', '/passengers/0/type', '/passengers/1/type');
    expectRefusal(await ask('adult'), 'passenger_missing', '/passengers');
    expectRefusal(await ask('adult', 'child', 'adult'), 'passenger_extra', '/passengers/2');
    expect((await ask('adult', 'child')).status).toBe(200);
  });

  it('refuses an offer for the same reasons as an order', async () => {
    const offer = await flights.find(any);
    const stranger = flightClient(server, await server.sandbox.addProfile());
    expectRefusal(await stranger.requiredFields(offer), 'offer_not_found');
    const gdsprovider = offer.gdsprovider === 0 ? 1 : 0;
    expectRefusal(await flights.requiredFields({ ...offer, gdsprovider }), 'offer_provider_mismatch');
  });
});
