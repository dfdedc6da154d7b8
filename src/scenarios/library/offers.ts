import type { GdsEffect, RequiredFieldsEffect } from '../effects.ts';
import type { Values } from '../parameters.ts';
import type { LibraryScenario } from '../scenario.ts';

export default [
  {
    name: 'dni-allowed',
    title: 'Every offer accepts a dni',
    clientSees:
      'Every offer has `dni` among its identity documents, and so have its required fields. An order without ' +
      'NationalID is refused with HTTP 400 `national_id_required`.',
    operations: ['searchFlights'],
    basis: 'documented',
    rules: ['offer.fields.supported-passenger-id-documents'],
    effects: { gds: { every: { dni: 'allowed' } } },
  },
  {
    name: 'documents-required',
    title: 'Identity documents for every passenger',
    clientSees:
      'Every offer requires identity documents. Its required fields list them, and an order without them is ' +
      'refused with HTTP 400.',
    operations: ['searchFlights'],
    basis: 'documented',
    rules: ['offer.fields.passenger-identity-documents-required', 'flight-order.identity-documents.when-asked'],
    effects: { gds: { every: { documents: 'required' } } },
  },
  {
    name: 'flight-info-required',
    title: 'Every transfer needs the flight',
    clientSees:
      'Every offer has `flightInfoRequired` true. A booking without `flight` returns 200 with status ' +
      '`failed` and `flight_info_required`; so does a change whose original has none.',
    operations: ['searchTransfers', 'searchReservationChanges'],
    basis: { assumption: 'transfer.company-terms' },
    rules: [],
    effects: { supplier: { flightInfo: 'required' } },
  },
  {
    name: 'hold-price-not-guaranteed',
    title: 'Seats are held without a guaranteed price',
    clientSees:
      'Offers that can be held have no price guarantee beyond their own lifetime: `priceGuarantedUntil` is the ' +
      '`expiresAt` of the offer, and a hold of it returns `holdPriceGuaranteed` false.',
    operations: ['searchFlights'],
    basis: { assumption: 'flight.hold-price-guarantee' },
    rules: ['offer.hold-options.both-timestamps', 'offer.hold-options.price-guaranted-until'],
    effects: { gds: { every: { hold: 'not-guaranteed' } } },
  },
  {
    name: 'many-offers',
    title: 'Many offers',
    clientSees:
      'A flight search returns 50 offers of both providers together, or 200, regardless of `--offers`; fewer if the ' +
      'timetable of the day has fewer. Round trips between large cities have 200. Each offer can be ' +
      'ordered.',
    operations: ['searchFlights'],
    basis: { assumption: 'flight.offers-per-search' },
    rules: ['flight-search.response.offers'],
    parameters: {
      count: { kind: 'choice', of: ['50', '200'], default: '50', is: 'how many offers' },
    },
    effects: ({ count }) => ({ offers: Number(count) }),
  },
  {
    name: 'passenger-names-required',
    title: 'Every transfer needs the names of all passengers',
    clientSees:
      'Every offer for more than one passenger has `extraPassengersRequired` true. A booking without all ' +
      '`extraPassengers` returns 200 with status `failed` and `extra_passengers_required`.',
    operations: ['searchTransfers', 'searchReservationChanges'],
    basis: { assumption: 'transfer.company-terms' },
    rules: [],
    effects: { supplier: { passengerNames: 'required' } },
  },
  {
    name: 'price-differs',
    title: 'Pricing states another price than the search',
    clientSees:
      'The pricing returns another `baseAmount` and `totalAmount` than the offer had, higher by ten percent, or ' +
      'by another `percent`, or lower. The price of the pricing counts: the reservation has it.',
    operations: ['priceTransfer'],
    basis: { assumption: 'transfer.price-at-pricing' },
    rules: ['transfer.pricing.mandatory'],
    parameters: {
      percent: { kind: 'count', default: 10, most: 99, is: 'difference in percent, from 0 to 99' },
      direction: { kind: 'choice', of: ['higher', 'lower'], default: 'higher', is: 'direction of the difference' },
    },
    effects: ({ percent, direction }) => ({ pricePercent: direction === 'lower' ? -Number(percent) : Number(percent) }),
  },
  {
    name: 'required-fields',
    title: 'Offers ask for other fields',
    clientSees:
      'The parameters decide the required fields of the offers; all else is as usual. An order is refused for ' +
      'exactly these fields. Without parameters a document must have `expires_on` and need not have ' +
      '`issuing_country_code`.',
    operations: ['searchFlights'],
    basis: { assumption: 'flight.required-fields-payload' },
    rules: ['offer.fields.passenger-identity-documents-required', 'offer.fields.supported-passenger-id-documents'],
    parameters: {
      document: {
        kind: 'choice',
        of: ['usual', 'none', 'number', 'expiry', 'country', 'complete'],
        default: 'expiry',
        is: 'required fields of a document in addition to type and number',
      },
      nationality: {
        kind: 'choice',
        of: ['usual', 'asked', 'not-asked'],
        default: 'usual',
        is: 'true if the nationality is required',
      },
      holder: {
        kind: 'choice',
        of: ['usual', 'phone', 'email', 'both'],
        default: 'usual',
        is: 'required holder fields; gdsprovider 1 always requires both',
      },
      generic: {
        kind: 'choice',
        of: ['no', 'yes'],
        default: 'no',
        is: 'value of the flags without an order field; orders need nothing for them',
      },
      kinds: {
        kind: 'choice',
        of: ['usual', 'several'],
        default: 'usual',
        is: 'true if every offer accepts several kinds of documents',
      },
    },
    effects: (values) => ({ gds: { every: effectOf(values) } }),
  },
  {
    name: 'segments-required',
    title: 'Orders name their segments',
    clientSees:
      'Offers of gdsprovider 0 need segment metadata too, as those of gdsprovider 1 always do: an order without ' +
      'totalSegments is refused with HTTP 400 `total_segments_required`. The offers themselves look as usual.',
    operations: ['searchFlights'],
    basis: { assumption: 'flight.total-segments-providers' },
    rules: [],
    effects: { gds: { every: { segments: 'required' } } },
  },
] satisfies LibraryScenario[];

function effectOf(values: Values): GdsEffect {
  const { document, nationality, generic, kinds } = values;
  const lacking = DOCUMENT_FIELDS[String(document)];
  return {
    ...(document === 'none' && { documents: 'not-required' }),
    ...(lacking && { documents: 'required' }),
    ...(kinds === 'several' && { kinds }),
    fields: {
      ...(lacking && { document: lacking }),
      ...(nationality !== 'usual' && { nationality: nationality === 'asked' }),
      ...(generic === 'yes' && { generic: true }),
      ...holderOf(values),
    },
  };
}

const DOCUMENT_FIELDS: Readonly<Record<string, RequiredFieldsEffect['document']>> = {
  number: [],
  expiry: ['expires_on'],
  country: ['issuing_country_code'],
  complete: ['issuing_country_code', 'expires_on'],
};

function holderOf({ holder }: Values): RequiredFieldsEffect {
  if (holder === 'both') return { holder: ['phone', 'email'] };
  return holder === 'phone' || holder === 'email' ? { holder: [holder] } : {};
}
