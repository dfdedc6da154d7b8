import type { Situation } from '../situation.ts';
import { CONFIRMATION, LOST, LOST_ORDER } from './rules-of-calls.ts';

const since = 3;
const booked = { truth: 'one', beliefs: ['booked'] } as const;
/** A client may stop when a gateway refuses, or wait and continue. */
const open = { truth: 'either', beliefs: ['booked', 'not booked'] } as const;
const doubt = { truth: 'either', beliefs: ['booked', 'not booked', 'unknown'] } as const;
const ride = { task: 'book-transfer', since, meets: ['bookTransfer'] } as const;
const change = { task: 'change-transfer', since, meets: ['bookTransfer', 'confirmReservationChange'] } as const;
const flight = { task: 'order-flight', since, meets: ['createFlightOrder'] } as const;

/** Responses from a gateway before the service, without the service's error body. */
export const gatewaySituations: readonly Situation[] = [
  {
    ...ride,
    ...open,
    name: 'book-transfer.502-html',
    title: 'the booking returns 502 with a page of HTML, and no work was done',
    armed: 'book:502-html(calls=1)',
    rules: LOST,
  },
  {
    ...ride,
    ...booked,
    name: 'book-transfer.502-html-after-commit',
    title: 'the booking returns 502 with a page of HTML, but it was made',
    armed: 'book:502-html-after-commit(calls=1)',
    rules: LOST,
  },
  {
    ...ride,
    ...booked,
    name: 'book-transfer.502-empty-after-commit',
    title: 'the booking returns 502 without a body, but it was made',
    armed: 'book:502-empty-after-commit(calls=1)',
    rules: LOST,
  },
  {
    ...ride,
    ...open,
    name: 'book-transfer.503',
    title: 'the booking returns 503 with Retry-After, and no work was done',
    armed: 'book:503(wait=PT1S,calls=1)',
    rules: LOST,
  },
  {
    ...ride,
    ...booked,
    name: 'book-transfer.503-after-commit',
    title: 'the booking returns 503 with Retry-After, but it was made',
    armed: 'book:503-after-commit(wait=PT1S,calls=1)',
    rules: LOST,
  },
  {
    ...ride,
    ...open,
    name: 'book-transfer.429',
    title: 'the booking returns 429 with Retry-After',
    armed: 'book:429(calls=1)',
    rules: CONFIRMATION,
  },
  {
    ...ride,
    ...open,
    name: 'book-transfer.search-429-date',
    title: 'the search returns 429, and Retry-After is a date',
    armed: 'search:429(form=date,body=empty,calls=1)',
    rules: [],
    meets: ['searchTransfers'],
  },
  {
    ...ride,
    ...open,
    name: 'book-transfer.pricing-503-date',
    title: 'the pricing returns 503, and Retry-After is a date',
    armed: 'pricing:503(form=date,calls=1)',
    rules: [],
    meets: ['priceTransfer'],
  },
  {
    ...change,
    ...booked,
    name: 'change-transfer.502-html-after-commit',
    title: 'the change returns 502 with a page of HTML, but it was made',
    armed: 'change:502-html-after-commit(calls=1)',
    rules: LOST,
  },
  {
    ...change,
    ...open,
    name: 'change-transfer.429',
    title: 'the change returns 429 with Retry-After',
    armed: 'change:429(body=json,calls=1)',
    rules: CONFIRMATION,
  },
  {
    ...flight,
    ...doubt,
    name: 'order-flight.502-html-after-commit',
    title: 'the order returns 502 with a page of HTML, but it was made',
    armed: 'order:502-html-after-commit(calls=1)',
    rules: LOST_ORDER,
  },
  {
    ...flight,
    ...open,
    name: 'order-flight.429',
    title: 'the order returns 429 with Retry-After',
    armed: 'order:429(calls=1)',
    rules: [],
  },
];
