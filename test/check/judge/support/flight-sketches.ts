import type { Sketch } from './exchanges.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An offer for an adult and a child that asks for nothing special, over two segments. */
const offer = {
  offerId: 'off_1',
  gdsprovider: 0,
  expiresAt: '2027-01-10T12:20:00.000Z',
  currency: 'EUR',
  holdId: 'hold_1',
  holdOptions: { available: true },
  supportedPassengerIdDocuments: ['passport', 'tax_id'],
  passengerIdentityDocumentsRequired: false,
  supportedLoyaltyPrograms: ['IB'],
  passengers: [
    { id: 'pas_1', type: 'adult' },
    { id: 'pas_2', type: 'child' },
  ],
  slices: [
    {
      segments: [
        segment('MAD', 'LHR', '3166', '2027-03-15T10:00:00'),
        segment('LHR', 'JFK', '117', '2027-03-15T14:00:00'),
      ],
    },
  ],
};

export const passenger = {
  id: 'pas_1',
  type: 'adult',
  title: 'ms',
  firstName: 'Ada',
  lastName: 'Byron',
  gender: 'f',
  bornDate: '1990-12-31',
  email: 'ada@example.com',
  phone_number: '+447700900123',
  country: 'ES',
};
const child = { ...passenger, id: 'pas_2', type: 'child', bornDate: '2019-02-28' };

export const passport = {
  type: 'passport',
  unique_identifier: 'XDA123456',
  issuing_country_code: 'ES',
  expires_on: '2030-12-31',
};

export const segments = [
  { originCode: 'MAD', destinationCode: 'LHR', flightNumber: '3166', departureDate: '2027-03-15T10:00:00' },
  { originCode: 'LHR', destinationCode: 'JFK', flightNumber: '117', departureDate: '2027-03-15T14:00:00' },
] as const;

/** The body of an order of the offer; `first` changes its first passenger. */
export function order(changes: Fields = {}, first: Fields = {}): Fields {
  return { currency: 'EUR', type: 'instant', passengers: [{ ...passenger, ...first }, child], ...changes };
}

export function search(changes: Fields = {}): Fields {
  return {
    slices: [{ origin: 'MAD', destination: 'JFK', departure_date: '2027-03-15' }],
    passengers: [{ type: 'adult' }, { type: 'child' }],
    cabin_class: 'economy',
    ...changes,
  };
}

/** A search that returned the offer, changed. */
export function found(changes: Fields = {}): Sketch {
  return {
    operation: 'searchFlights',
    target: '/v1/flights/search',
    sent: search(),
    received: { offers: [{ ...offer, ...changes }] },
  };
}

/** A search with such a body. */
export function searched(changes: Fields = {}): Sketch {
  return { ...found(), sent: search(changes) };
}

/** A required-fields response that asks each passenger for these. */
export function asked(flags: Fields, holder: Fields = {}): Sketch {
  return {
    operation: 'getRequiredFields',
    parameters: { gdsprovider: '0', offerId: 'off_1' },
    sent: { offerId: 'off_1' },
    received: {
      holder,
      passengers: [
        { idx: 0, ...flags },
        { idx: 1, ...flags },
      ],
    },
  };
}

export function ordered(sent: unknown = order(), parameters: Record<string, string> = {}): Sketch {
  return { operation: 'createFlightOrder', parameters: { gdsprovider: '0', offerId: 'off_1', ...parameters }, sent };
}

function segment(from: string, to: string, flightNumber: string, departingAt: string) {
  return { departure: { iataCode: from, departingAt }, arrival: { iataCode: to }, flightNumber };
}
