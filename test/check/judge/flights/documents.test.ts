import { describe, expect, it } from 'vitest';
import type { Sketch } from '../support/exchanges.ts';
import { asked, found, order, ordered, passenger, passport } from '../support/flight-sketches.ts';
import { judgeSketches } from '../support/judge-sketches.ts';

const account = { airlineIataCode: 'IB', accountNumber: '12345' };
const child = { ...passenger, id: 'pas_2', type: 'child' };
const required = { passengerIdentityDocumentsRequired: true };

/** An order in which both travellers have these documents. */
function withDocuments(...documents: object[]): Sketch {
  return ordered(order({ passengers: [passenger, child].map((one) => ({ ...one, identity_documents: documents })) }));
}

describe('an order breaks its rule', () => {
  it.each<[string, string[], Sketch[]]>([
    ['without documents that the offer asks for', ['identity-documents.when-asked'], [found(required), ordered()]],
    [
      'with documents that say nothing',
      ['identity-documents.when-asked'],
      [found(required), withDocuments({}, { type: '', unique_identifier: null })],
    ],
    [
      'without documents that required-fields asks for',
      ['identity-documents.when-asked'],
      [found(), asked({ documentIdentifier: true }), ordered()],
    ],
    [
      'with a document by other names',
      ['identity-documents.fields'],
      [found(), withDocuments({ ...passport, issued_by: 'ES' })],
    ],
    [
      'with a document that ends in another notation',
      ['identity-documents.expires-on'],
      [found(), withDocuments({ ...passport, expires_on: '31/12/2030' })],
    ],
    [
      'without NationalID where dni is allowed',
      ['passengers.national-id'],
      [found(), asked({ allowedDocuments: ['passport', 'dni'] }), ordered()],
    ],
    [
      'with a NationalID that says nothing',
      ['passengers.national-id'],
      [found(), asked({ allowedDocuments: ['passport', 'dni'] }), ordered(order({}, { NationalID: ' ' }))],
    ],
    [
      'with a document outside allowedDocuments',
      ['mapping.document-type', 'mapping.allowed-documents'],
      [found(), asked({ documentType: true, allowedDocuments: ['tax_id'] }), withDocuments(passport)],
    ],
    [
      'with an account by other names',
      ['loyalty.fields'],
      [found(), ordered(order({}, { loyaltyProgrammeAccounts: [{ ...account, number: '1' }] }))],
    ],
    [
      'with an account of another airline',
      ['loyalty.only-supported'],
      [found(), ordered(order({}, { loyaltyProgrammeAccounts: [{ ...account, airlineIataCode: 'BA' }] }))],
    ],
    [
      'without number, end and country of a document that are asked for',
      ['mapping.document-identifier', 'mapping.document-expires-at', 'mapping.document-country-code'],
      [
        found(),
        asked({ documentIdentifier: true, documentExpiresAt: true, documentCountryCode: true }),
        withDocuments({ type: 'passport' }),
      ],
    ],
  ])('%s', (_fault, rules, sketches) => {
    expect(judgeSketches(sketches).broken.sort()).toEqual(rules.map((rule) => `flight-order.${rule}`).sort());
  });
});

describe('an order breaks no rule', () => {
  it.each<[string, Sketch[]]>([
    ['with the documents that are asked for', [found(required), withDocuments(passport)]],
    [
      'with what is asked for in the second document',
      [found(), asked({ documentExpiresAt: true }), withDocuments({ ...passport, expires_on: undefined }, passport)],
    ],
    ['with a document that nobody asks for', [found(), withDocuments(passport)]],
    [
      'with NationalID where dni is allowed',
      [
        found(),
        asked({ allowedDocuments: ['dni'] }),
        ordered(order({ passengers: [passenger, child].map((one) => ({ ...one, NationalID: '1T' })) })),
      ],
    ],
    ['with an account that is supported', [found(), ordered(order({}, { loyaltyProgrammeAccounts: [account] }))]],
    [
      'that began before required-fields asked',
      [found(), asked({ documentIdentifier: true }), { ...ordered(), overlaps: true }],
    ],
    [
      'with the single type that the offer has as a text',
      [found({ supportedPassengerIdDocuments: 'passport' }), withDocuments(passport)],
    ],
  ])('%s', (_kind, sketches) => {
    expect(judgeSketches(sketches)).toMatchObject({ broken: [], warned: [] });
  });
});

describe('an order is warned about', () => {
  it.each<[string, string[], Sketch[]]>([
    [
      'with documents of some travellers, when the offer asks for them',
      ['identity-documents.when-asked: flight.identity-documents-when-asked'],
      [found(required), ordered(order({}, { identity_documents: [passport] }))],
    ],
    [
      'without NationalID where only the offer has dni',
      ['passengers.national-id: flight.national-id'],
      [found({ supportedPassengerIdDocuments: ['dni'] }), ordered()],
    ],
    [
      'with a document that the offer does not support',
      ['mapping.allowed-documents: flight.identity-documents-when-asked'],
      [found({ supportedPassengerIdDocuments: ['tax_id'] }), withDocuments(passport)],
    ],
    [
      'with an account without number',
      ['loyalty.fields: flight.order-required-fields'],
      [found(), ordered(order({}, { loyaltyProgrammeAccounts: [{ airlineIataCode: 'IB' }] }))],
    ],
  ])('%s', (_fault, warnings, sketches) => {
    const { broken, warned } = judgeSketches(sketches);
    expect({ broken, warned }).toEqual({ broken: [], warned: warnings.map((one) => `flight-order.${one}`) });
  });
});
