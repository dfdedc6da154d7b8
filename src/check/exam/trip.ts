import { DAY, toIso } from '../../base/clock.ts';
import type { PassengerType } from '../../interface/api.ts';
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
  /** Adults. */
  passengers: number;
  currency: string;
  /** Highest acceptable price, in `currency`. */
  priceLimit: number;
  /** Flight order type; null for a transfer. */
  orderType: 'instant' | 'hold' | null;
  firstName: string;
  lastName: string;
  /** Local date of the flight back, YYYY-MM-DD; absent for one way. */
  returnDate?: string;
  /** All travellers on a flight, each with personal data; absent if the task names only the first one. */
  travellers?: Traveller[];
}

/** One person of a task. Plain JSON. */
export interface Traveller {
  type: PassengerType;
  firstName: string;
  lastName: string;
  /** Date of birth, YYYY-MM-DD. */
  bornDate: string;
  /** Passport, for offers that require documents. */
  passport: { number: string; issuingCountry: string; expiresOn: string };
  /** Account with an airline, by its IATA code; null without one. */
  loyalty: { airlineIataCode: string; accountNumber: string } | null;
}

/** Differences between a task's trip and the usual one. */
export interface TripChange extends Partial<Omit<Trip, 'date' | 'returnDate' | 'travellers'>> {
  /** Days from today until the trip. */
  daysAhead?: number;
  /** Days until the flight back, for a round trip. */
  stayDays?: number;
  /** Traveller types, for a task with data on each traveller. Adults come first. */
  party?: readonly PassengerType[];
  /** IATA code of the airline where the first traveller has an account. */
  loyalty?: string;
}

/** Returns the trip for one client in a situation; `traveller` counts from 1, `now` is in epoch milliseconds. */
export function tripFor({ task, trip }: Pick<Situation, 'task' | 'trip'>, traveller: number, now: number): Trip {
  const [firstName, lastName] = NAMES[(traveller - 1) % NAMES.length] ?? NAMES[0];
  const { daysAhead = DAYS_AHEAD, stayDays, party, loyalty, ...change } = trip ?? {};
  const dateAfter = (days: number) => toIso(now + days * DAY).slice(0, 'YYYY-MM-DD'.length);
  const date = dateAfter(daysAhead);
  return {
    ...{ ...TRIPS[task], date, ...change, firstName, lastName },
    ...(stayDays !== undefined && { returnDate: dateAfter(daysAhead + stayDays) }),
    ...(party && {
      passengers: party.filter((type) => type === 'adult').length,
      travellers: party.map((type, i) => travellerFor(type, i, date, loyalty)),
    }),
  };
}

/** Returns the facts about one person of a party; the first one is the traveller that each task names. */
function travellerFor(type: PassengerType, i: number, date: string, airlineIataCode?: string): Traveller {
  const year = Number(date.slice(0, 4));
  const [firstName, lastName] = PARTY[i % PARTY.length] ?? PARTY[0];
  return {
    ...{ type, firstName, lastName, bornDate: `${year - AGES[type]}-0${1 + (i % 9)}-17` },
    passport: { number: `PAB48201${i}`, issuingCountry: 'ES', expiresOn: `${year + 4}-05-01` },
    loyalty: airlineIataCode !== undefined && i === 0 ? { airlineIataCode, accountNumber: '70412983' } : null,
  };
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
const PARTY = [
  ['Ada', 'Byron'],
  ['Charles', 'Babbage'],
  ['Annabella', 'Byron'],
  ['Ralph', 'Byron'],
] as const;
/** Departure year minus birth year. An infant was born before the departure year. */
const AGES: Readonly<Record<PassengerType, number>> = { adult: 36, child: 7, infant_without_seat: 1 };
/** Days from today until the trip. Every provider sells this far in advance. */
const DAYS_AHEAD = 60;
