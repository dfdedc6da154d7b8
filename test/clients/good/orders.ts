import type { FlightOrderRequest, Offer, OrderPassenger, PassengerType, Schema } from '../../../src/interface/api.ts';
import type { SelectedFlight, Steps, Traveller } from '../steps.ts';

type AskedOfPassenger = Schema['RequiredPassengerFields'];

/** The order of an offer, with what the offer and its required-fields response ask for, and nothing else. */
export const fillOrder: Steps['fillOrder'] = (traveller, selected) => {
  const { offer, fields, kind, segments } = selected;
  const infants = offer.passengers.filter(({ type }) => type === 'infant_without_seat').map(({ id }) => id);
  return {
    currency: offer.currency,
    type: kind,
    ...(kind === 'hold' && offer.holdId !== null && { holdId: offer.holdId }),
    passengers: offer.passengers.map(({ id, type }, index) => ({
      ...person(traveller, id, type, index),
      ...(type === 'adult' && infants.length > 0 && { infant_passenger_id: infants.shift() }),
      ...documents(offer, fields?.passengers[index], index),
      ...(index === 0 && loyalty(offer)),
    })),
    ...(segments && { totalSegments: totalSegments(offer) }),
  } satisfies FlightOrderRequest;
};

/** Every segment of every slice. */
function totalSegments(offer: SelectedFlight['offer']): Schema['TotalSegment'][] {
  return offer.slices.flatMap((slice) =>
    slice.segments.map(({ departure, arrival, flightNumber }) => ({
      originCode: departure.iataCode,
      destinationCode: arrival.iataCode,
      flightNumber,
      departureDate: departure.departingAt,
    })),
  );
}

function person({ number }: Traveller, id: string, type: PassengerType, index: number): OrderPassenger {
  const firstName = FIRST_NAMES[index] ?? 'Ida';
  return {
    id,
    type,
    title: 'ms',
    firstName,
    lastName: lastNameOf(number),
    gender: 'f',
    bornDate: BORN[type],
    email: `${firstName.toLowerCase()}.${number}@example.com`,
    phone_number: '+447700900123',
    country: 'ES',
  };
}

/** A name without digits for each traveller. */
export function lastNameOf(number: number): string {
  const letters = [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  return `Byron${letters}`;
}

/** An identity document where one is asked for, NationalID where dni is allowed (§2.4, §4.2). */
function documents(offer: Offer, asked: AskedOfPassenger | undefined, index: number): Partial<OrderPassenger> {
  const allowed = asked?.allowedDocuments ?? offer.supportedPassengerIdDocuments;
  const required = offer.passengerIdentityDocumentsRequired || asked?.documentIdentifier === true;
  return {
    ...(required && { identity_documents: [documentOf(allowed, asked, index)] }),
    ...(allowed.includes('dni') && { NationalID: '00000001R' }),
  };
}

function documentOf(
  allowed: readonly Schema['IdentityDocumentType'][],
  asked: AskedOfPassenger | undefined,
  index: number,
): Schema['IdentityDocument'] {
  return {
    type: allowed.includes('passport') ? 'passport' : (allowed[0] ?? 'passport'),
    unique_identifier: `XDA12345${index}`,
    ...((!asked || asked.documentCountryCode) && { issuing_country_code: 'ES' }),
    ...((!asked || asked.documentExpiresAt) && { expires_on: '2032-06-30' }),
  };
}

function loyalty({ supportedLoyaltyPrograms: [airlineIataCode] }: Offer): Partial<OrderPassenger> {
  return airlineIataCode === undefined ? {} : { loyaltyProgrammeAccounts: [{ airlineIataCode, accountNumber: '123' }] };
}

const FIRST_NAMES = ['Ada', 'Anne', 'Bess'];
const BORN: Record<PassengerType, string> = {
  adult: '1990-12-10',
  child: '2019-05-01',
  infant_without_seat: '2026-03-01',
};
