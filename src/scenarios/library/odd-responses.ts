import { allOperations, operationsWithTexts } from '../operations.ts';
import type { LibraryScenario } from '../scenario.ts';

export default [
  {
    name: 'booking-links',
    title: 'Offers with a booking link',
    clientSees:
      'Offers of gdsprovider 0 end with `offerLink`, the address of a booking page; it is null for gdsprovider 1. ' +
      'The offers can be ordered as usual.',
    operations: ['searchFlights', 'getFlightOffer'],
    basis: { assumption: 'flight.booking-links' },
    rules: ['flight-search.offers.booking-links-optional'],
    edge: { at: 'answer', shape: 'booking-links' },
  },
  {
    name: 'long-texts',
    title: 'Very long texts',
    clientSees:
      'The request is served. Texts for people have 500 characters: names of airlines, suppliers, drivers, ' +
      'amenities, fares, cities and airports, descriptions and pickup instructions.',
    operations: operationsWithTexts,
    basis: { assumption: 'service.texts' },
    rules: [],
    edge: { at: 'answer', shape: 'long-texts' },
  },
  {
    name: 'long-tokens',
    title: 'Very long tokens',
    clientSees:
      'The bookingToken of every offer and its pricingToken have 200 characters, the maximum. A client that stores a ' +
      'part sends another token, and is refused.',
    operations: ['searchTransfers', 'searchReservationChanges'],
    basis: { assumption: 'transfer.identifier-shapes' },
    rules: [],
    effects: { tokenLength: 200 },
  },
  {
    name: 'nulls',
    title: 'Every nullable field is null',
    clientSees: 'The request is served. Every field of its response that may be null is null.',
    operations: allOperations,
    basis: { assumption: 'answers.to-come' },
    rules: [],
    edge: { at: 'answer', shape: 'nulls' },
  },
  {
    name: 'right-to-left-texts',
    title: 'Texts that run from right to left',
    clientSees:
      'The request is served. Texts for people begin in Arabic or Hebrew, with the usual text behind in parentheses: ' +
      'names of airlines, suppliers, drivers, amenities, fares, cities and airports, descriptions and pickup ' +
      'instructions.',
    operations: operationsWithTexts,
    basis: { assumption: 'service.texts' },
    rules: [],
    edge: { at: 'answer', shape: 'right-to-left-texts' },
  },
  {
    name: 'single-document',
    title: 'Document types as a single text',
    clientSees:
      'Every offer has `supportedPassengerIdDocuments` as a string with its first type, as in the sample of the ' +
      'document, in place of a list; an offer without types has an empty list. The offers can be ordered as usual.',
    operations: ['searchFlights', 'getFlightOffer'],
    basis: 'documented',
    rules: ['offer.fields.supported-passenger-id-documents'],
    edge: { at: 'answer', shape: 'single-document' },
  },
  {
    name: 'unknown-fields',
    title: 'Undocumented fields',
    clientSees: 'The request is served. Every object of its response ends with unlisted fields.',
    operations: allOperations,
    basis: { assumption: 'answers.to-come' },
    rules: [],
    edge: { at: 'answer', shape: 'unknown-fields' },
  },
  {
    name: 'unknown-status',
    title: 'An unlisted status',
    clientSees:
      'The request is served. The status of its response is `on_request`, which the interface does not list; a ' +
      'later read returns the real status.',
    operations: ['createFlightOrder', 'bookTransfer', 'getReservation', 'confirmReservationChange', 'getTracking'],
    basis: { assumption: 'answers.to-come' },
    rules: [],
    edge: { at: 'answer', shape: 'unknown-status' },
  },
  {
    name: 'unknown-values',
    title: 'Unlisted values',
    clientSees:
      'The request is served. Its response has values that the interface does not list: the type of the last piece ' +
      'of baggage is `sports_equipment`, every list of document types begins with `residence_permit`, and the ' +
      'vehicle class of every other offer or reservation, the first one included, is `air_taxi`.',
    operations: [
      'searchFlights',
      'getFlightOffer',
      'getRequiredFields',
      'searchTransfers',
      'bookTransfer',
      'getReservation',
      'searchReservationChanges',
      'confirmReservationChange',
    ],
    basis: { assumption: 'answers.to-come' },
    rules: [],
    edge: { at: 'answer', shape: 'unknown-values' },
  },
] satisfies LibraryScenario[];
