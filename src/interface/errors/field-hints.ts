import { didYouMean } from '../../base/nearest.ts';
import type { OperationId } from '../api.ts';

/**
 * Fields with a different word elsewhere in the interface, or without a place in the request: by operation, the wrong
 * field's place (`passengers[].nationality`), and the next step. Other spellings of a listed name need no entry.
 */
export const renamedFields: Readonly<Partial<Record<OperationId, Readonly<Record<string, FieldHint>>>>> = {
  createFlightOrder: {
    originalPrice: { text: 'the price and its currency come from the offer' },
    totalAmount: { text: 'the price and its currency come from the offer' },
    gdsprovider: { text: 'it is in the path' },
    offerId: { text: 'it is in the path' },
    holder: { text: 'the holder is the first passenger: send passengers[0].phone_number and passengers[0].email' },
    'passengers[].name': { sent: 'passengers[].firstName', seen: 'in the required fields' },
    'passengers[].nationality': { sent: 'passengers[].country', seen: 'in the required fields' },
    'passengers[].documentIdentifier': {
      sent: 'passengers[].identity_documents[].unique_identifier',
      seen: 'in the required fields',
    },
    'passengers[].documentType': { sent: 'passengers[].identity_documents[].type', seen: 'in the required fields' },
    'passengers[].documentExpiresAt': {
      sent: 'passengers[].identity_documents[].expires_on',
      seen: 'in the required fields',
    },
    'passengers[].documentCountryCode': {
      sent: 'passengers[].identity_documents[].issuing_country_code',
      seen: 'in the required fields',
    },
    'passengers[].allowedDocuments': { sent: 'passengers[].identity_documents[].type', seen: 'in the required fields' },
    'passengers[].age': { text: 'an order has no such field' },
    'passengers[].address': { text: 'an order has no such field' },
    'passengers[].city': { text: 'an order has no such field' },
    'passengers[].postalCode': { text: 'an order has no such field' },
    'passengers[].documentIssuedAt': { text: 'an order has no such field' },
    'passengers[].identity_documents[].documentIdentifier': {
      sent: 'passengers[].identity_documents[].unique_identifier',
      seen: 'in the required fields',
    },
    'passengers[].identity_documents[].documentType': {
      sent: 'passengers[].identity_documents[].type',
      seen: 'in the required fields',
    },
    'passengers[].identity_documents[].documentExpiresAt': {
      sent: 'passengers[].identity_documents[].expires_on',
      seen: 'in the required fields',
    },
    'passengers[].identity_documents[].documentCountryCode': {
      sent: 'passengers[].identity_documents[].issuing_country_code',
      seen: 'in the required fields',
    },
    'passengers[].loyaltyProgrammeAccounts[].iataCode': {
      sent: 'passengers[].loyaltyProgrammeAccounts[].airlineIataCode',
      seen: 'in an offer',
    },
    'totalSegments[].departingAt': { sent: 'totalSegments[].departureDate', seen: 'in a segment of an offer' },
  },
  bookTransfer: {
    'flight.iataCode': { sent: 'flight.airlineIataCode', seen: 'in an offer' },
  },
  confirmReservationChange: {
    bookingToken: { text: 'a change has no bookingToken; its pricing needs it' },
    'flight.iataCode': { sent: 'flight.airlineIataCode', seen: 'in an offer' },
  },
};

/** A field to send instead, with the places of the wrong name; or a sentence. */
export type FieldHint = { sent: string; seen: string } | { text: string };

/**
 * Returns an addition to the refusal for an unlisted field: its name in this operation, or the nearest listed name;
 * empty if no name is near. `keys` is the field's place, `listed` the names that the interface has there.
 */
export function fieldHint(operationId: string, keys: readonly string[], listed: readonly string[]): string {
  const name = keys.at(-1) ?? '';
  const place = keys.map((key) => (/^\d+$/.test(key) ? '[]' : `.${key}`)).join('');
  const hints: Readonly<Record<string, Readonly<Record<string, FieldHint>>>> = renamedFields;
  const ofOperation = Object.hasOwn(hints, operationId) ? hints[operationId] : undefined;
  const hint = ofOperation && Object.hasOwn(ofOperation, place.slice(1)) ? ofOperation[place.slice(1)] : undefined;
  if (hint === undefined) return didYouMean(name, listed);
  return `: ${'text' in hint ? hint.text : `${name} ${hint.seen} is ${hint.sent} here`}`;
}
