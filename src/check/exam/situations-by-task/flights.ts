import type { Situation, Task } from '../situation.ts';
import { ASKED_FIELDS, DNI, DOCUMENTS, FLIGHT_HOLD, FLIGHT_ORDER, LOST_ORDER, SEGMENTS } from './rules-of-calls.ts';

const since = 1;
const order = { task: 'order-flight', since, truth: 'one', beliefs: ['booked'], meets: ['createFlightOrder'] } as const;
const hold = { ...order, task: 'hold-flight' } as const;
const refused = { ...order, truth: 'none', beliefs: ['not booked'] } as const;
const open = { ...order, truth: 'either', beliefs: ['booked', 'not booked'] } as const;
/** The document defines no read for orders. A lost response leaves a client in doubt, and the client may stop then. */
const doubt = { ...order, truth: 'either', beliefs: ['booked', 'not booked', 'unknown'] } as const;

/** Returns the same situations for orders and for holds. */
function ofBoth(make: (task: Task) => Situation[]): Situation[] {
  return [...make('order-flight'), ...make('hold-flight')];
}

/** Flight orders and holds: search, required fields, order. */
export const flightSituations: readonly Situation[] = [
  ...ofBoth((task) => [
    {
      ...order,
      task,
      name: `${task}.plain`,
      title: 'everything goes well',
      armed: '',
      rules: task === 'hold-flight' ? [...FLIGHT_ORDER, ...FLIGHT_HOLD] : FLIGHT_ORDER,
    },
    {
      ...order,
      task,
      name: `${task}.documents-required`,
      title: 'every offer requires identity documents',
      armed: 'flight-search:documents-required',
      rules: DOCUMENTS,
    },
    {
      ...order,
      task,
      name: `${task}.dni-allowed`,
      title: 'every offer accepts a dni',
      armed: 'flight-search:dni-allowed',
      rules: DNI,
    },
    {
      ...order,
      task,
      name: `${task}.segments-required`,
      title: 'every order must name its segments',
      armed: 'flight-search:segments-required',
      rules: SEGMENTS,
    },
    {
      ...doubt,
      task,
      name: `${task}.dropped-after-commit`,
      title: 'the connection of the order is cut, and the order was made',
      armed: 'order:dropped-after-commit(calls=1)',
      rules: LOST_ORDER,
    },
    {
      ...doubt,
      task,
      name: `${task}.server-error-after-commit`,
      title: 'the order returns 500 but was made',
      armed: 'order:server-error-after-commit(calls=1)',
      rules: LOST_ORDER,
    },
  ]),
  {
    ...order,
    name: 'order-flight.hold-unavailable',
    title: 'no offer can be held, only bought immediately',
    armed: 'flight-search:hold-unavailable',
    rules: FLIGHT_HOLD,
  },
  {
    ...order,
    name: 'order-flight.fields-asked',
    title: 'every field is required, and flags without an order field are set',
    armed: 'flight-search:required-fields(document=complete,nationality=asked,holder=both,generic=yes)',
    rules: [...ASKED_FIELDS, 'flight-order.mapping.generic-flags'],
  },
  {
    ...refused,
    name: 'order-flight.refused',
    title: 'the provider refuses every order',
    armed: 'order:order-refused',
    rules: [],
  },
  {
    ...open,
    name: 'order-flight.price-changed',
    title: 'the price of the offer has changed',
    armed: 'order:price-changed(calls=1)',
    rules: [],
  },
  {
    ...open,
    name: 'order-flight.expired-offer',
    title: 'the offer has expired when it is ordered',
    armed: 'order:expired-offer(calls=1)',
    rules: ['offer.expiry.ends-offer'],
  },
  {
    ...doubt,
    name: 'order-flight.timeout-after-commit',
    title: 'the order gets no response but was made',
    armed: 'order:timeout-after-commit(calls=1)',
    rules: LOST_ORDER,
  },
  {
    ...doubt,
    name: 'order-flight.truncated-body',
    title: 'half of the response to the order arrives',
    armed: 'order:truncated-body(calls=1)',
    rules: LOST_ORDER,
  },
  {
    ...doubt,
    name: 'order-flight.malformed-body',
    title: 'the response to the order is not JSON',
    armed: 'order:malformed-body(calls=1)',
    rules: LOST_ORDER,
  },
  {
    ...doubt,
    name: 'order-flight.required-fields-dropped-order-dropped-after-commit',
    title: 'the connection of the required fields is cut, and then that of the order, which was made',
    armed: 'required-fields:dropped(calls=1),order:dropped-after-commit(calls=1)',
    needs: 'any',
    rules: LOST_ORDER,
  },
  {
    ...doubt,
    name: 'order-flight.dropped-after-commit-resend-books',
    title: 'the connection is cut and the order was made, at a provider that orders every resend again',
    armed: 'order:dropped-after-commit(calls=1),order:resend-double-books',
    rules: LOST_ORDER,
  },
  {
    ...order,
    name: 'order-flight.provider-down',
    title: 'one provider is down',
    armed: 'flight-search:provider-1-down',
    rules: FLIGHT_ORDER,
    meets: ['searchFlights'],
  },
  {
    ...refused,
    name: 'order-flight.no-offers',
    title: 'the search finds nothing',
    armed: 'flight-search:no-offers',
    rules: [],
    meets: ['searchFlights'],
  },
  {
    ...refused,
    name: 'order-flight.unauthorized',
    title: 'every call returns 401',
    armed: 'unauthorized',
    rules: [],
    meets: ['searchFlights'],
  },
  {
    ...refused,
    name: 'order-flight.live',
    title: 'the service is live instead of a sandbox',
    armed: '',
    rules: [],
    live: true,
    meets: ['searchFlights'],
  },
  {
    ...order,
    name: 'order-flight.nulls',
    title: 'every field that may be null is null',
    armed: 'nulls',
    rules: FLIGHT_ORDER,
  },
  {
    ...order,
    name: 'order-flight.unknown-fields',
    title: 'every response has unlisted fields',
    armed: 'unknown-fields',
    rules: FLIGHT_ORDER,
  },
  {
    ...order,
    name: 'order-flight.three-travellers',
    title: 'three clients order concurrently with one key pair',
    armed: '',
    rules: FLIGHT_ORDER,
    travellers: 3,
  },
  {
    ...refused,
    ...hold,
    truth: 'none',
    beliefs: ['not booked'],
    name: 'hold-flight.hold-unavailable',
    title: 'no offer can be held',
    armed: 'flight-search:hold-unavailable,order:hold-unavailable',
    needs: 'any',
    rules: FLIGHT_HOLD,
    meets: ['searchFlights'],
  },
];
