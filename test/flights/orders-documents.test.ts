import { describe, expect, it } from 'vitest';
import { flightOrder, identityDocument } from '../../src/check/verify/fixtures/flight-order.ts';
import type { Offer } from '../../src/interface/api.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { flightClient } from '../support/flight-client.ts';
import { useSandbox } from '../support/sandbox.ts';

const server = useSandbox({ seed: 'order documents' });
const flights = flightClient(server);

const requires = (offer: Offer) => offer.passengerIdentityDocumentsRequired;
const allowsDni = (offer: Offer) => offer.supportedPassengerIdDocuments.includes('dni');

/** The offer's order with the first passenger changed. */
function orderWith(offer: Offer, change: object): object {
  const order = flightOrder(offer);
  return {
    ...order,
    passengers: order.passengers.map((passenger, i) => (i === 0 ? { ...passenger, ...change } : passenger)),
  };
}

/** The offer's order with a Spanish passport on the first passenger, and this one on the second. */
function twoPassports(offer: Offer, [number, country]: [string, string]): object {
  const order = flightOrder(offer);
  const passport = { ...identityDocument(offer), type: 'passport' };
  const documents = [
    { ...passport, unique_identifier: 'XDA123456', issuing_country_code: 'ES' },
    { ...passport, unique_identifier: number, issuing_country_code: country },
  ];
  const passengers = order.passengers.map((passenger, i) => ({ ...passenger, identity_documents: [documents[i]] }));
  return { ...order, passengers };
}

describe('identity_documents', () => {
  it('are required of every passenger if the offer requires them [flight-order.identity-documents.when-asked]', async () => {
    const offer = await flights.find(requires, { types: ['adult', 'child'], from: 'MAD', to: 'JFK' });
    expect(
      (await flights.requiredFields(offer)).body.passengers.map(
        (fields: { documentIdentifier: boolean }) => fields.documentIdentifier,
      ),
    ).toEqual([true, true]);
    const order = flightOrder(offer);
    for (const missing of [undefined, []]) {
      const passengers = order.passengers.map((passenger) => ({ ...passenger, identity_documents: missing }));
      expectRefusal(
        await flights.order(offer, { ...order, passengers }),
        'identity_document_required',
        '/passengers/0/identity_documents',
        '/passengers/1/identity_documents',
      );
    }
    expect((await flights.order(offer, order)).status).toBe(200);
  });

  it.each(['known_traveler_number', 'passenger_redress_number'])(
    'must prove the identity: a %s counts only in addition to a passport',
    async (type) => {
      const offer = await flights.find(
        (each) => requires(each) && each.supportedPassengerIdDocuments.includes('known_traveler_number'),
        { from: 'MAD', to: 'JFK' },
      );
      const number = { ...identityDocument(offer), type };
      const refused = await flights.order(offer, orderWith(offer, { identity_documents: [number] }));
      expectRefusal(refused, 'identity_document_required', '/passengers/0/identity_documents');
      expect(refused.body.message.join()).not.toContain(type);
      const both = orderWith(offer, { identity_documents: [number, identityDocument(offer)] });
      expect((await flights.order(offer, both)).status).toBe(200);
    },
  );

  it.each(['NationalID', 'identity_documents/0/unique_identifier', 'loyaltyProgrammeAccounts/0/accountNumber'])(
    '%s is not blank',
    async (path) => {
      const offer = await flights.find(requires);
      const document = { ...identityDocument(offer), ...(path.includes('unique') && { unique_identifier: '  ' }) };
      const account = { airlineIataCode: 'IB', accountNumber: path.includes('account') ? ' ' : '1' };
      const change = {
        identity_documents: [document],
        ...(path === 'NationalID' && { NationalID: '   ' }),
        ...(path.startsWith('loyalty') && { loyaltyProgrammeAccounts: [account] }),
      };
      expectRefusal(await flights.order(offer, orderWith(offer, change)), 'invalid_request', `/passengers/0/${path}`);
    },
  );

  it('may be missing if the offer does not ask for them', async () => {
    const offer = await flights.find(
      (each) => !requires(each) && each.supportedPassengerIdDocuments.includes('passport') && !allowsDni(each),
    );
    expect((await flights.order(offer, orderWith(offer, { identity_documents: undefined }))).status).toBe(200);
  });

  it('have exactly four fields with these names [flight-order.identity-documents.fields]', async () => {
    const offer = await flights.find(requires);
    const { unique_identifier, ...rest } = identityDocument(offer);
    expectRefusal(
      await flights.order(offer, orderWith(offer, { identity_documents: [{ ...rest, number: unique_identifier }] })),
      'non_whitelisted_field',
      '/passengers/0/identity_documents/0/number',
    );
    const document = {
      type: 'passport',
      unique_identifier: 'XDA123456',
      issuing_country_code: 'FR',
      expires_on: '2031-05-31',
    };
    expect((await flights.order(offer, orderWith(offer, { identity_documents: [document] }))).status).toBe(200);
  });

  it.each([
    ['the same passport', 'XDA123456', 'ES'],
    ['the same one in another form', 'xda-123 456', 'ES'],
  ])('documents shared by two adults are refused: %s', async (_what, number, country) => {
    const offer = await flights.find(requires, { types: ['adult', 'adult'], from: 'MAD', to: 'JFK' });
    const refused = await flights.order(offer, twoPassports(offer, [number, country]));
    expectRefusal(refused, 'identity_document_duplicate', '/passengers/1/identity_documents/0/unique_identifier');
  });

  it('documents of two adults may have the same number in two countries', async () => {
    const offer = await flights.find(requires, { types: ['adult', 'adult'], from: 'MAD', to: 'JFK' });
    expect((await flights.order(offer, twoPassports(offer, ['XDA123456', 'FR']))).status).toBe(200);
  });

  it('a child may have the passport of a parent', async () => {
    const offer = await flights.find(requires, { types: ['adult', 'child'], from: 'MAD', to: 'JFK' });
    expect((await flights.order(offer, twoPassports(offer, ['XDA123456', 'ES']))).status).toBe(200);
  });

  it('have a calendar day as expires_on [flight-order.identity-documents.expires-on]', async () => {
    const offer = await flights.find(requires);
    for (const expiresOn of ['31.05.2031', '2031-02-30', '2031-05', '2031-05-31T00:00:00Z', 20310531]) {
      const documents = [{ ...identityDocument(offer), expires_on: expiresOn }];
      expectRefusal(
        await flights.order(offer, orderWith(offer, { identity_documents: documents })),
        'invalid_request',
        '/passengers/0/identity_documents/0/expires_on',
      );
    }
  });

  it('do not expire before the trip ends', async () => {
    const offer = await flights.find(requires, { returns: true });
    const lastDay = offer.slices[1]?.arrival.arrivingAt.slice(0, 10);
    const dayBefore = new Date(Date.parse(lastDay) - 86_400_000).toISOString().slice(0, 10);
    const expiring = (expiresOn: string) =>
      orderWith(offer, { identity_documents: [{ ...identityDocument(offer), expires_on: expiresOn }] });
    expectRefusal(
      await flights.order(offer, expiring(dayBefore)),
      'identity_document_expired',
      '/passengers/0/identity_documents/0/expires_on',
    );
    expect((await flights.order(offer, expiring(lastDay))).status).toBe(200);
  });

  it('are issued by an existing country', async () => {
    const offer = await flights.find(requires);
    const documents = [{ ...identityDocument(offer), issuing_country_code: 'XX' }];
    expectRefusal(
      await flights.order(offer, orderWith(offer, { identity_documents: documents })),
      'invalid_country',
      '/passengers/0/identity_documents/0/issuing_country_code',
    );
  });

  it('are refused by an offer that accepts none', async () => {
    const offer = await flights.find((each) => each.supportedPassengerIdDocuments.length === 0);
    const response = await flights.order(offer, orderWith(offer, { identity_documents: [identityDocument(offer)] }));
    expectRefusal(response, 'identity_document_not_supported', '/passengers/0/identity_documents/0/type');
  });
});

describe('NationalID', () => {
  it('is required of every passenger if dni is allowed [flight-order.passengers.national-id]', async () => {
    for (const gdsprovider of [0, 1] as const) {
      const offer = await flights.find((each) => each.gdsprovider === gdsprovider && allowsDni(each), {
        types: ['adult', 'child'],
      });
      const order = flightOrder(offer);
      const passengers = order.passengers.map((passenger) => ({ ...passenger, NationalID: undefined }));
      expect((await flights.requiredFields(offer)).body.passengers[0].allowedDocuments).toContain('dni');
      expectRefusal(
        await flights.order(offer, { ...order, passengers }),
        'national_id_required',
        '/passengers/0/NationalID',
        '/passengers/1/NationalID',
      );
      expect((await flights.order(offer, order)).status).toBe(200);
    }
  });

  it('is not required if dni is not allowed [flight-order.passengers.national-id]', async () => {
    const offer = await flights.find((each) => !allowsDni(each));
    expect((await flights.order(offer, orderWith(offer, { NationalID: undefined }))).status).toBe(200);
  });
});

describe('loyaltyProgrammeAccounts', () => {
  const takesLoyalty = (offer: Offer) => offer.supportedLoyaltyPrograms.length > 0;

  it('have an airline and an account number [flight-order.loyalty.fields]', async () => {
    const offer = await flights.find(takesLoyalty);
    const airlineIataCode = offer.supportedLoyaltyPrograms[0];
    const accounts = (account: object) => orderWith(offer, { loyaltyProgrammeAccounts: [account] });
    const place = '/passengers/0/loyaltyProgrammeAccounts/0';
    expectRefusal(
      await flights.order(offer, accounts({ airlineIataCode, number: '1' })),
      'non_whitelisted_field',
      `${place}/number`,
    );
    expectRefusal(
      await flights.order(offer, accounts({ airlineIataCode })),
      'invalid_request',
      `${place}/accountNumber`,
    );
    expect((await flights.order(offer, accounts({ airlineIataCode, accountNumber: '12345678' }))).status).toBe(200);
  });

  it('are accepted only for airlines of the offer [flight-order.loyalty.only-supported]', async () => {
    for (const gdsprovider of [0, 1] as const) {
      const offer = await flights.find((each) => each.gdsprovider === gdsprovider && takesLoyalty(each));
      const loyaltyProgrammeAccounts = [...offer.supportedLoyaltyPrograms, 'ZZ'].map((airlineIataCode) => ({
        airlineIataCode,
        accountNumber: '1',
      }));
      const response = await flights.order(offer, orderWith(offer, { loyaltyProgrammeAccounts }));
      expectRefusal(
        response,
        'loyalty_program_not_supported',
        `/passengers/0/loyaltyProgrammeAccounts/${loyaltyProgrammeAccounts.length - 1}/airlineIataCode`,
      );
      expect(response.body.details).toHaveLength(1);
      expect(
        (
          await flights.order(
            offer,
            orderWith(offer, { loyaltyProgrammeAccounts: loyaltyProgrammeAccounts.slice(0, -1) }),
          )
        ).status,
      ).toBe(200);
    }
  });
});
