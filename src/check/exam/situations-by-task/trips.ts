import type { Situation } from '../situation.ts';
import { CONFIRMATION, FLIGHT_ORDER, TRANSFER_BOOKING } from './rules-of-calls.ts';

const since = 2;
const ride = { task: 'book-transfer', since, armed: '', meets: ['bookTransfer'] } as const;
const flight = { task: 'order-flight', since, armed: '', meets: ['createFlightOrder'] } as const;
const booked = { truth: 'one', beliefs: ['booked'] } as const;
/** A client without support for trips may book another trip. */
const open = { truth: 'either', beliefs: ['booked', 'not booked'] } as const;

/** Trips to show if a client states its booking's true content. */
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
];
