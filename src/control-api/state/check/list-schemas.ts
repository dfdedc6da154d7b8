import { DAY, LAST_INSTANT } from '../../../base/clock.ts';
import { errorCodesOf } from '../../../interface/errors/catalogue.ts';
import { gdsproviders } from '../../../interface/gdsproviders.ts';

export type ListName = 'searches' | 'pricings' | 'orders' | 'bookings' | 'journal/exchanges';

export interface ListSchema {
  /** A row's schema in control-api.yaml. */
  row: string;
  /** The columns with JSON. */
  json: string[];
  /** Conditions beyond that schema: the JSON columns' content, and how columns depend on each other. */
  unpacked: object;
}

const of = (name: string) => ({ $ref: `service#/components/schemas/${name}` });
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const strictly = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...required, ...optional },
});
const PASSENGERS = { type: 'integer', minimum: 1, maximum: 50 };
const WORLD = { type: 'string', minLength: 1, maxLength: 64 };
const PLACE = { anyOf: [of('Place'), of('ResolvedPlace')] };

/** GdsEffect in scenarios/effects.ts. */
const GDS_EFFECT = strictly(
  {},
  {
    search: { enum: ['down', 'empty'] },
    delayMs: { type: 'integer', minimum: 0, maximum: 366 * DAY },
    hold: { enum: ['unavailable', 'not-guaranteed'] },
    documents: { enum: ['required', 'not-required'] },
    kinds: { const: 'several' },
    fields: strictly(
      {},
      {
        document: { type: 'array', uniqueItems: true, items: { enum: ['expires_on', 'issuing_country_code'] } },
        nationality: { type: 'boolean' },
        holder: { type: 'array', uniqueItems: true, items: { enum: ['phone', 'email'] } },
        generic: { const: true },
      },
    ),
    dni: { const: 'allowed' },
    segments: { const: 'required' },
    order: { enum: ['refused', 'price-changed'] },
  },
);

/** A search's stored data to generate its offers again: flight-search.ts and find-trip.ts. */
const FLIGHT_ORIGIN = strictly(
  {
    request: of('FlightSearchRequest'),
    world: WORLD,
    offers: { type: 'integer', minimum: 1, maximum: 200 },
    earliestDeparture: { type: 'integer', minimum: 0, maximum: LAST_INSTANT },
    marginPercent: { type: 'number', minimum: 0, maximum: 100 },
  },
  { effects: strictly({}, Object.fromEntries(['every', ...gdsproviders].map((provider) => [provider, GDS_EFFECT]))) },
);
const TRANSFER_ORIGIN = strictly(
  {
    trip: strictly({
      pickup: PLACE,
      dropoff: PLACE,
      mode: of('TransferMode'),
      pickupDateTime: of('LocalDateTime'),
      returnPickupDateTime: orNull(of('LocalDateTime')),
      passengers: PASSENGERS,
      currency: of('TransferCurrency'),
      supplierName: { type: ['string', 'null'], maxLength: 200 },
    }),
    reservationId: orNull(of('HexId')),
    world: WORLD,
    leadMinutes: { type: 'integer', minimum: 0, maximum: 1440 },
    // A search without a supplier response is never stored.
    effect: { enum: ['empty', null] },
  },
  {
    outboundPickupDateTime: of('Timestamp'),
    amenities: { type: 'array', maxItems: 20, items: of('AmenityKey') },
    tokenLength: { const: 200 },
    terms: strictly(
      {},
      {
        flightInfo: { const: 'required' },
        passengerNames: { const: 'required' },
        change: { const: 'refused' },
      },
    ),
  },
);

/** The codes that a read of a failed booking may return. */
const isReadCode = { enum: errorCodesOf('getReservation')['200'] };
const isText = { type: 'string' };
const when = (condition: object, then: object, otherwise: object = {}) => ({
  if: { properties: condition, required: Object.keys(condition) },
  then: { properties: then, required: Object.keys(then) },
  else: otherwise,
});

/** The lists in a file. */
export const LISTS: Record<ListName, ListSchema> = {
  searches: {
    row: 'FileSearch',
    json: ['origin'],
    unpacked: when(
      { kind: { const: 'flights' } },
      { origin: FLIGHT_ORIGIN },
      { properties: { origin: TRANSFER_ORIGIN } },
    ),
  },
  pricings: {
    row: 'FilePricing',
    json: ['amenities'],
    unpacked: { properties: { amenities: { type: 'array', maxItems: 20, items: of('AmenityKey') } } },
  },
  orders: {
    row: 'FileOrder',
    json: ['request', 'answer', 'provider_record'],
    unpacked: {
      properties: {
        request: of('FlightOrderRequest'),
        answer: of('FlightOrderResponse'),
        provider_record: strictly({ request: { type: 'object' }, response: { type: 'object' } }),
      },
    },
  },
  bookings: {
    row: 'FileBooking',
    json: ['request', 'reservation'],
    unpacked: {
      properties: {
        request: { anyOf: [of('BookRequest'), of('ChangeRequest')] },
        reservation: { allOf: [of('Reservation'), { properties: { passengers: PASSENGERS } }] },
      },
      allOf: [
        when({ status: { const: 'failed' } }, { error_code: isReadCode }),
        when({ status: { enum: ['pending', 'hidden'] } }, { settle_to: isText }),
        when({ settle_to: { const: 'failed' } }, { settle_error_code: isReadCode }),
        when({ state: { const: 'changed' } }, { replaced_by: isText }),
        when({ changed_at: { type: 'integer' } }, { replaced_by: isText }),
      ],
    },
  },
  'journal/exchanges': {
    row: 'FileExchange',
    json: [],
    unpacked: when({ scenario: { type: 'string' } }, { scenarioFrom: isText }),
  },
};
