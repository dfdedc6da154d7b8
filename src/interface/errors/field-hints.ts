import type { OperationId } from '../api.ts';

/**
 * Fields with another name elsewhere in the interface, or without a place at all: by operation, the place of the
 * wrong field (`passengers[].nationality`), and the next step. A value in the form of a path is the field to send.
 */
export const fieldHints: Readonly<Partial<Record<OperationId, Readonly<Record<string, FieldHint>>>>> = {
  searchFlights: {
    'slices[].departureDate': { sent: 'slices[].departure_date', seen: 'in totalSegments' },
    'slices[].originCode': { sent: 'slices[].origin', seen: 'in totalSegments' },
    'slices[].destinationCode': { sent: 'slices[].destination', seen: 'in totalSegments' },
  },
  createFlightOrder: {
    originalPrice: { text: 'the price and its currency come from the offer' },
    totalAmount: { text: 'the price and its currency come from the offer' },
    gdsprovider: { text: 'it is in the path' },
    offerId: { text: 'it is in the path' },
    holder: { text: 'the holder is the first passenger: send passengers[0].phone_number and passengers[0].email' },
    'passengers[].name': { sent: 'passengers[].firstName', seen: 'in the required fields' },
    'passengers[].nationality': { sent: 'passengers[].country', seen: 'in the required fields' },
    'passengers[].phone': { sent: 'passengers[].phone_number', seen: 'in the required fields' },
    'passengers[].phoneNumber': { sent: 'passengers[].phone_number', seen: 'in a transfer booking' },
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
    'totalSegments[].origin': { sent: 'totalSegments[].originCode', seen: 'in a search' },
    'totalSegments[].destination': { sent: 'totalSegments[].destinationCode', seen: 'in a search' },
    'totalSegments[].departure_date': { sent: 'totalSegments[].departureDate', seen: 'in a search' },
    'totalSegments[].departingAt': { sent: 'totalSegments[].departureDate', seen: 'in a segment of an offer' },
  },
  bookTransfer: {
    'traveller.phone_number': { sent: 'traveller.phoneNumber', seen: 'in a flight order' },
    'flight.iataCode': { sent: 'flight.airlineIataCode', seen: 'in an offer' },
  },
  confirmReservationChange: {
    bookingToken: { text: 'a change has no bookingToken; its pricing needs it' },
    'traveller.phone_number': { sent: 'traveller.phoneNumber', seen: 'in a flight order' },
    'flight.iataCode': { sent: 'flight.airlineIataCode', seen: 'in an offer' },
  },
};

/** A field to send in place of the wrong one, with the places of the wrong name; or a sentence. */
export type FieldHint = { sent: string; seen: string } | { text: string };

/** Returns the next step for a field outside the list of an operation; empty if the catalogue does not have it. */
export function fieldHint(operationId: string, keys: readonly string[]): string {
  const place = keys.map((key) => (/^\d+$/.test(key) ? '[]' : `.${key}`)).join('');
  const hints: Readonly<Record<string, Readonly<Record<string, FieldHint>>>> = fieldHints;
  const ofOperation = Object.hasOwn(hints, operationId) ? hints[operationId] : undefined;
  const hint = ofOperation && Object.hasOwn(ofOperation, place.slice(1)) ? ofOperation[place.slice(1)] : undefined;
  if (hint === undefined) return '';
  return 'text' in hint ? hint.text : `${keys.at(-1)} ${hint.seen} is ${hint.sent} here`;
}
