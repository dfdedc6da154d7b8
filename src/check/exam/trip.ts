import { DAY, toIso } from '../../base/clock.ts';
import type { Situation, Task } from './situation.ts';

/** The trip in a client's task. Plain JSON. */
export interface Trip {
  /** IATA code for the pickup place or the origin. */
  from: string;
  /** Dropoff address, or the destination's IATA code. */
  to: string;
  /** Local pickup or departure date, YYYY-MM-DD. */
  date: string;
  /** Local pickup time, hh:mm; null for a flight. */
  time: string | null;
  /** Local pickup time after the change, hh:mm; null for tasks without a change. */
  newTime: string | null;
  passengers: number;
  currency: string;
  /** Highest acceptable price, in `currency`. */
  priceLimit: number;
  /** Flight order type; null for a transfer. */
  orderType: 'instant' | 'hold' | null;
  firstName: string;
  lastName: string;
}

/** Returns the trip for one client in a situation; `traveller` counts from 1, `now` is in epoch milliseconds. */
export function tripFor({ task, trip }: Pick<Situation, 'task' | 'trip'>, traveller: number, now: number): Trip {
  const [firstName, lastName] = NAMES[(traveller - 1) % NAMES.length] ?? NAMES[0];
  const date = toIso(now + DAYS_AHEAD * DAY).slice(0, 'YYYY-MM-DD'.length);
  return { ...TRIPS[task], date, ...trip, firstName, lastName };
}

const ride = {
  ...{ from: 'MAD', to: 'Calle de Alcalá 42, Madrid', time: '11:30', newTime: null, passengers: 1 },
  ...{ currency: 'EUR', priceLimit: 900, orderType: null },
} as const;
const flight = { ...ride, to: 'LHR', time: null, priceLimit: 9000 } as const;
const TRIPS: Readonly<Record<Task, Omit<Trip, 'date' | 'firstName' | 'lastName'>>> = {
  'book-transfer': ride,
  'change-transfer': { ...ride, newTime: '14:30' },
  'cancel-transfer': ride,
  'order-flight': { ...flight, orderType: 'instant' },
  'hold-flight': { ...flight, orderType: 'hold' },
};
/** Traveller names, one for each concurrent client. */
const NAMES = [
  ['Ada', 'Byron'],
  ['Grace', 'Hopper'],
  ['Mary', 'Somerville'],
] as const;
/** Days before the trip; every provider sells this far ahead. */
const DAYS_AHEAD = 60;
