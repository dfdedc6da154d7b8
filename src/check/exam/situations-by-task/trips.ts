import type { Situation } from '../situation.ts';
import {
  CONFIRMATION,
  DOCUMENTS,
  FLIGHT_HOLD,
  FLIGHT_ORDER,
  TRANSFER_BOOKING,
  TRANSFER_CHANGE,
} from './rules-of-calls.ts';

const since = 2;
const ride = { task: 'book-transfer', since, armed: '', meets: ['bookTransfer'] } as const;
const flight = { task: 'order-flight', since, armed: '', meets: ['createFlightOrder'] } as const;
const booked = { truth: 'one', beliefs: ['booked'] } as const;
/** A client without support for trips may book another trip. */
const open = { truth: 'either', beliefs: ['booked', 'not booked'] } as const;

/** Passengers with seats, and an infant on a lap. */
const FAMILY = ['adult', 'adult', 'child', 'infant_without_seat'] as const;

/** Trips that reveal a client with a wrong statement on its booking. */
export const tripSituations: readonly Situation[] = [
  {
    ...ride,
    ...booked,
    name: 'book-transfer.in-dollars',
    title: 'the traveller pays in dollars',
    rules: TRANSFER_BOOKING,
    trip: { currency: 'USD' },
  },
  {
    ...ride,
    ...booked,
    name: 'book-transfer.after-midnight',
    title: 'the pickup is at 00:40, which is the day before in UTC',
    rules: TRANSFER_BOOKING,
    trip: { time: '00:40' },
  },
  {
    ...ride,
    ...open,
    name: 'book-transfer.above-price-limit',
    title: 'every offer costs more than the traveller accepts',
    rules: CONFIRMATION,
    meets: ['searchTransfers'],
    trip: { priceLimit: 1 },
  },
  {
    ...flight,
    ...booked,
    name: 'order-flight.in-dollars',
    title: 'the traveller pays in dollars',
    rules: FLIGHT_ORDER,
    trip: { currency: 'USD' },
  },
  {
    ...flight,
    ...open,
    name: 'order-flight.above-price-limit',
    title: 'every offer costs more than the traveller accepts',
    rules: [],
    meets: ['searchFlights'],
    trip: { priceLimit: 1 },
  },
  {
    ...{ ...ride, ...booked, since: 5 },
    name: 'book-transfer.other-airport',
    title: 'the ride is in another town, on another day and at another hour, and paid in dollars',
    rules: TRANSFER_BOOKING,
    trip: { from: 'LIS', to: 'Rua Augusta 100, Lisbon', time: '08:15', currency: 'USD', daysAhead: 45 },
  },
  {
    ...{ ...ride, ...booked, since: 5 },
    ...{ task: 'change-transfer', meets: ['bookTransfer', 'confirmReservationChange'] },
    name: 'change-transfer.other-airport',
    title: 'a ride in another town and on another day, paid in dollars, is changed to another hour',
    rules: TRANSFER_CHANGE,
    trip: {
      ...{ from: 'FRA', to: 'Zeil 100, Frankfurt am Main', time: '08:15', newTime: '10:45' },
      ...{ currency: 'USD', daysAhead: 45 },
    },
  },
  {
    ...{ ...flight, ...booked, since: 5 },
    name: 'order-flight.other-airport',
    title: 'the flight is from another airport, on another day, and paid in dollars',
    rules: FLIGHT_ORDER,
    trip: { from: 'FRA', to: 'LHR', currency: 'USD', daysAhead: 90 },
  },
  {
    ...{ ...flight, ...booked, since: 5 },
    name: 'order-flight.family-round-trip',
    title: 'two adults, a child and an infant fly there and back',
    rules: FLIGHT_ORDER,
    trip: { party: FAMILY, stayDays: 7 },
  },
  {
    ...{ ...flight, ...booked, since: 5 },
    name: 'order-flight.family-documents',
    title: 'every offer requires the passports of two adults, a child and an infant',
    armed: 'flight-search:documents-required',
    rules: [...FLIGHT_ORDER, ...DOCUMENTS],
    trip: { party: FAMILY },
  },
  {
    ...{ ...flight, ...booked, since: 5 },
    name: 'order-flight.loyalty-programme',
    title: 'the traveller has an account in the loyalty programme of an airline',
    rules: FLIGHT_ORDER,
    trip: { party: ['adult'], loyalty: 'IB' },
  },
  {
    ...{ ...flight, ...booked, since: 5 },
    task: 'hold-flight',
    name: 'hold-flight.round-trip',
    title: 'the flight there and back is held, from another airport and in pounds',
    rules: [...FLIGHT_ORDER, ...FLIGHT_HOLD],
    trip: { from: 'LHR', to: 'JFK', currency: 'GBP', daysAhead: 45, party: ['adult'], stayDays: 9 },
  },
];
