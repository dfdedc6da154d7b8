import type { Wire } from '../../../defects/wire.ts';
import { body, calls } from '../alter.ts';
import type { BadClient } from '../bad-client.ts';

const PATH = '/v1/flights/search';
const search = (change: (sent: Wire) => void) => body(PATH, change);

export default [
  {
    name: 'searches-with-a-query',
    rule: 'flight-search.no-parameters',
    breaks: 'It repeats the currency in the query of a flight search.',
    client: calls(PATH, (call) => ({ ...call, query: { currency: 'EUR' } })),
  },
  {
    name: 'searches-three-slices',
    rule: 'flight-search.slices.count',
    breaks: 'It searches a journey of three slices at once.',
    client: search((sent) => {
      sent.slices = [slice('MAD', 'LHR', 15), slice('LHR', 'JFK', 18), slice('JFK', 'MAD', 25)];
    }),
  },
  {
    name: 'searches-no-slice',
    rule: 'flight-search.slices.count',
    breaks: 'It sends a form that is not filled in yet.',
    client: search((sent) => {
      sent.slices = [];
    }),
  },
  {
    name: 'searches-one-direction-twice',
    rule: 'flight-search.slices.round-trip',
    breaks: 'It does not swap origin and destination for the way back.',
    client: search((sent) => {
      sent.slices = [slice('MAD', 'JFK', 15), slice('MAD', 'JFK', 22)];
    }),
  },
  {
    name: 'searches-by-the-name-of-the-city',
    rule: 'flight-search.slices.origin',
    breaks: 'It sends the name of a city as the origin.',
    client: search(({ slices: [first] }) => {
      first.origin = 'Madrid';
    }),
  },
  {
    name: 'searches-to-what-was-typed',
    rule: 'flight-search.slices.destination',
    breaks: 'It sends what the user typed as the destination.',
    client: search(({ slices: [first] }) => {
      first.destination = 'New York';
    }),
  },
  {
    name: 'writes-the-day-first',
    rule: 'flight-search.slices.departure-date.shape',
    breaks: 'It sends the departure date as its users write it.',
    client: search(({ slices: [first] }) => {
      first.departure_date = '15/03/2027';
    }),
  },
  {
    name: 'searches-a-date-time',
    rule: 'flight-search.slices.departure-date.shape',
    breaks: 'It serializes a date with its time.',
    client: search(({ slices: [first] }) => {
      first.departure_date = '2027-03-15T00:00:00.000Z';
    }),
  },
  {
    name: 'searches-a-past-date',
    rule: 'flight-search.slices.departure-date.not-past',
    breaks: 'It repeats an old search without looking at its date.',
    client: search(({ slices }) => {
      slices[0].departure_date = '2027-01-04';
    }),
  },
  {
    name: 'searches-for-a-child-alone',
    rule: 'flight-search.passengers.adult-required',
    breaks: 'It searches for a child without an adult.',
    client: search((sent) => {
      sent.passengers = [{ type: 'child' }];
    }),
  },
  {
    name: 'sends-the-cabin-class-as-a-number',
    rule: 'flight-search.cabin-class',
    breaks: 'It sends its own number for a cabin class.',
    client: search((sent) => {
      sent.cabin_class = 1;
    }),
  },
  {
    name: 'searches-with-a-currency-sign',
    rule: 'flight-search.currency',
    breaks: 'It searches with the sign of a currency.',
    client: search((sent) => {
      sent.currency = '€';
    }),
  },
] satisfies BadClient[];

function slice(origin: string, destination: string, day: number) {
  return { origin, destination, departure_date: `2027-03-${day}` };
}
