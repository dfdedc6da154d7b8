import type { Situation } from '../situation.ts';
import { DOCUMENTS, FLIGHT_ORDER, TRANSFER_BOOKING } from './rules-of-calls.ts';

const booked = { since: 3, truth: 'one', beliefs: ['booked'] } as const;
const flight = { ...booked, task: 'order-flight', meets: ['createFlightOrder'], rules: FLIGHT_ORDER } as const;
const ride = { ...booked, task: 'book-transfer', meets: ['bookTransfer'], rules: TRANSFER_BOOKING } as const;

/** Unusual responses. The booking is made as usual. */
export const oddResponseSituations: readonly Situation[] = [
  {
    ...flight,
    name: 'order-flight.single-document',
    title: 'every offer has its document types as one string, and requires a document',
    armed: 'flight-search:single-document,flight-search:documents-required',
    rules: DOCUMENTS,
  },
  {
    ...flight,
    name: 'order-flight.booking-links',
    title: 'offers have a link to a booking page',
    armed: 'flight-search:booking-links',
  },
  {
    ...flight,
    name: 'order-flight.unknown-values',
    title: 'baggage and document types are unlisted values, and a document is required',
    armed: 'flight-search:documents-required,unknown-values',
    rules: DOCUMENTS,
  },
  {
    ...flight,
    name: 'order-flight.many-offers',
    title: 'the search returns the whole timetable, up to 200 offers',
    armed: 'flight-search:many-offers(count=200)',
  },
  {
    ...flight,
    name: 'order-flight.long-texts',
    title: 'names of airlines, fares and places have 500 characters',
    armed: 'flight-search:long-texts',
  },
  {
    ...flight,
    name: 'order-flight.right-to-left-texts',
    title: 'names of airlines, fares and places run from right to left',
    armed: 'flight-search:right-to-left-texts',
  },
  {
    ...ride,
    name: 'book-transfer.unknown-values',
    title: 'vehicle classes are not listed',
    armed: 'unknown-values',
  },
  {
    ...ride,
    name: 'book-transfer.right-to-left-texts',
    title: 'names, descriptions and instructions run from right to left',
    armed: 'right-to-left-texts',
  },
  {
    ...{ ...ride, since: 4, rules: [...TRANSFER_BOOKING, 'transfer.token.unchanged'] },
    name: 'book-transfer.long-tokens',
    title: 'tokens have 200 characters',
    armed: 'search:long-tokens',
  },
];
