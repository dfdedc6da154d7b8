import type { OperationId } from '../../../src/interface/api.ts';

/** One request of the collections, in the order in which a run sends them. */
export interface Step {
  folder: 'Flights' | 'Transfers' | 'Scenarios';
  /** The summary of the operation when not given. */
  name?: string;
  operationId: OperationId;
  /** The query, with the names of variables in two braces, as everywhere. */
  query?: Readonly<Record<string, string>>;
  /** JSON with variables in it. */
  body?: string;
  /** JavaScript before the request; `set(name, value)` sets a variable. */
  before?: readonly string[];
  /** JavaScript after the response; `body` is its value. */
  after?: readonly string[];
  /** 200 when not given. */
  status?: number;
  /** What the body has to be, as an expression over `body`. */
  expects?: string;
}

const SEARCH_FLIGHTS = json({
  slices: [{ origin: 'MAD', destination: 'LHR', departure_date: '{{day}}' }],
  passengers: [{ type: 'adult' }],
  cabin_class: 'economy',
  currency: 'EUR',
});
const SEARCH_TRANSFERS = json({
  pickup: { iataCode: 'MAD' },
  dropoff: { address: 'Calle de Alcalá 42, Madrid' },
  pickupDateTime: '{{day}}T11:30:00',
  passengers: 2,
});
const DAY = "set('day', new Date(Date.now() + 60 * 86400000).toISOString().slice(0, 10));";
const FROM_OFFER = [
  'const offer = body.offers[0];',
  "set('gdsprovider', offer.gdsprovider);",
  "set('offerId', offer.offerId);",
  "set('currency', offer.currency);",
  "set('passengerId', offer.passengers[0].id);",
  'const segments = offer.slices.flatMap((slice) => slice.segments);',
  'const toSegment = ({ departure, arrival, flightNumber }) => ({',
  '  originCode: departure.iataCode,',
  '  destinationCode: arrival.iataCode,',
  '  flightNumber,',
  '  departureDate: departure.departingAt,',
  '});',
  "set('totalSegments', JSON.stringify(segments.map(toSegment)));",
];
const FROM_TRANSFER = [
  'const wanted = ({ cancellation, supportsTracking, supportsDriverAndVehicle, flightInfoRequired }) =>',
  '  cancellation.amendable && cancellation.cancellable && supportsTracking && supportsDriverAndVehicle &&',
  '  !flightInfoRequired;',
  'const offer = body.offers.find(wanted) || body.offers[0];',
  "set('searchId', body.searchId);",
  "set('resultId', offer.resultId);",
  "set('bookingToken', offer.bookingToken);",
];
const PRICE = json({ searchId: '{{searchId}}', resultId: '{{resultId}}', bookingToken: '{{bookingToken}}' });
const FROM_PRICE = ["set('pricingToken', body.pricingToken);"];
const BOOK = json({
  searchId: '{{searchId}}',
  resultId: '{{resultId}}',
  bookingToken: '{{bookingToken}}',
  pricingToken: '{{pricingToken}}',
  traveller: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+34612345678' },
  extraPassengers: [{ firstName: 'Lord', lastName: 'Byron' }],
  partnerTrackingId: '{{partnerTrackingId}}',
});
const TRACKING_ID = "set('partnerTrackingId', 'try-' + Date.now());";
const FROM_BOOKING = ["set('reservationId', body.reservations[0].reservationId);"];
const COMPLETED = "body.status === 'completed'";
const BY_ID = { reservationId: '{{reservationId}}' };
const BY_TRACKING_ID = { partnerTrackingId: '{{partnerTrackingId}}' };

/** A search and a pricing, with which each booking under a scenario begins. */
function pricedFor(scenario: string): Step[] {
  return [
    {
      folder: 'Scenarios',
      name: `${scenario}: search`,
      operationId: 'searchTransfers',
      before: [DAY],
      body: SEARCH_TRANSFERS,
      after: FROM_TRANSFER,
    },
    { folder: 'Scenarios', name: `${scenario}: price`, operationId: 'priceTransfer', body: PRICE, after: FROM_PRICE },
  ];
}

export const steps: readonly Step[] = [
  { folder: 'Flights', operationId: 'searchFlights', before: [DAY], body: SEARCH_FLIGHTS, after: FROM_OFFER },
  { folder: 'Flights', operationId: 'getFlightOffer' },
  {
    folder: 'Flights',
    operationId: 'getRequiredFields',
    body: json({ offerId: '{{offerId}}', passengers: [{ type: 'adult' }] }),
  },
  {
    folder: 'Flights',
    operationId: 'createFlightOrder',
    body: json({
      currency: '{{currency}}',
      type: 'instant',
      passengers: [
        {
          id: '{{passengerId}}',
          type: 'adult',
          title: 'ms',
          firstName: 'Ada',
          lastName: 'Byron',
          gender: 'f',
          bornDate: '1990-12-10',
          email: 'ada@example.com',
          phone_number: '+34612345678',
          country: 'ES',
          NationalID: '12345678Z',
          identity_documents: [
            { type: 'passport', unique_identifier: 'XDA123456', issuing_country_code: 'ES', expires_on: '2099-05-01' },
          ],
        },
      ],
      totalSegments: '{{totalSegments}}',
    }).replace('"{{totalSegments}}"', '{{totalSegments}}'),
  },
  {
    folder: 'Transfers',
    operationId: 'searchTransfers',
    before: [DAY],
    body: SEARCH_TRANSFERS,
    after: FROM_TRANSFER,
  },
  { folder: 'Transfers', operationId: 'priceTransfer', body: PRICE, after: FROM_PRICE },
  {
    folder: 'Transfers',
    operationId: 'bookTransfer',
    before: [TRACKING_ID],
    body: BOOK,
    after: FROM_BOOKING,
    expects: COMPLETED,
  },
  { folder: 'Transfers', operationId: 'getReservation', query: BY_ID, expects: COMPLETED },
  { folder: 'Transfers', operationId: 'getDriverAndVehicle', query: BY_ID },
  { folder: 'Transfers', operationId: 'getTracking', query: BY_ID },
  {
    folder: 'Transfers',
    operationId: 'searchReservationChanges',
    body: json({ reservationId: '{{reservationId}}', pickupDateTime: '{{day}}T13:00:00' }),
    after: FROM_TRANSFER,
  },
  {
    folder: 'Transfers',
    name: 'Price the change',
    operationId: 'priceTransfer',
    body: PRICE,
    after: FROM_PRICE,
  },
  {
    folder: 'Transfers',
    operationId: 'confirmReservationChange',
    body: json({
      reservationId: '{{reservationId}}',
      searchId: '{{searchId}}',
      resultId: '{{resultId}}',
      pricingToken: '{{pricingToken}}',
    }),
    after: FROM_BOOKING,
    expects: COMPLETED,
  },
  {
    folder: 'Transfers',
    operationId: 'cancelReservation',
    body: json({ reservationId: '{{reservationId}}' }),
  },
  {
    folder: 'Scenarios',
    name: 'no-offers: a search that finds nothing',
    operationId: 'searchFlights',
    query: { scenario: 'no-offers' },
    before: [DAY],
    body: SEARCH_FLIGHTS,
    expects: 'body.offers.length === 0',
  },
  ...pricedFor('pending'),
  {
    folder: 'Scenarios',
    name: 'pending: book',
    operationId: 'bookTransfer',
    query: { scenario: 'pending' },
    before: [TRACKING_ID],
    body: BOOK,
    expects: "body.status === 'pending'",
  },
  {
    folder: 'Scenarios',
    name: 'pending: read, which is still pending',
    operationId: 'getReservation',
    query: BY_TRACKING_ID,
    expects: "body.status === 'pending'",
  },
  {
    folder: 'Scenarios',
    name: 'pending: read the outcome',
    operationId: 'getReservation',
    query: BY_TRACKING_ID,
    expects: COMPLETED,
  },
  ...pricedFor('502-after-commit'),
  {
    folder: 'Scenarios',
    name: '502-after-commit: book, and lose the response',
    operationId: 'bookTransfer',
    query: { scenario: '502-after-commit' },
    before: [TRACKING_ID],
    body: BOOK,
    status: 502,
  },
  {
    folder: 'Scenarios',
    name: '502-after-commit: read what was booked',
    operationId: 'getReservation',
    query: BY_TRACKING_ID,
    expects: COMPLETED,
  },
];

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
