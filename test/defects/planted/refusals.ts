import type { OperationId } from '../../../src/interface/api.ts';
import type { ErrorName } from '../../../src/interface/errors/catalogue.ts';
import { Refusal } from '../../../src/interface/errors/refusal.ts';
import type { Defect } from '../defect.ts';
import { HIDDEN_BY_ORDERS, HIDDEN_BY_TRANSFERS } from '../defect.ts';
import type { Plant } from '../now-and-then.ts';
import { refuseOrders } from '../order-plants.ts';
import { alterBodies, around } from '../plants.ts';
import type { Wire } from '../wire.ts';

/** A call that is valid and refused: every one of its operation, or every n-th. */
interface Refused {
  /** The operation in a name and in a sentence: `order`, `orders`. */
  one: string;
  many: string;
  /** The rule that is broken by a refusal that says nothing more. */
  rule: string;
  /** Refuses those calls that `when` chooses, with a code. */
  plant: (code: ErrorName, when: () => boolean) => Plant;
  /** A code that names neither an identifier nor a token. */
  code: ErrorName;
  /** Rules that break too if every call is refused. */
  with?: readonly string[];
  /** Beginnings of the rules that no check reaches then. */
  hides: readonly string[];
  /** Codes that name what is wrong with the call, although nothing is, each with the rule that it breaks. */
  named?: Partial<Record<ErrorName, string>>;
}

const EVERY = 5;

const refused: readonly Refused[] = [
  {
    ...{ one: 'search', many: 'flight searches', rule: 'flight-search.endpoint', hides: [''] },
    ...{ plant: refusing('searchFlights'), code: 'invalid_request' },
    named: { invalid_credentials: 'auth.required' },
  },
  {
    ...{ one: 'order', many: 'flight orders', rule: 'flight-order.endpoint', hides: HIDDEN_BY_ORDERS },
    ...{ plant: refuseOrders, code: 'order_refused' },
    named: {
      internal_error: 'flight-order.endpoint',
      offer_expired: 'offer.expiry.ends-offer',
      offer_not_found: 'flight-order.path.offer-id',
      invalid_credentials: 'auth.required',
    },
  },
  {
    ...{
      one: 'transfer-search',
      many: 'transfer searches',
      rule: 'transfer.endpoints.search',
      hides: HIDDEN_BY_TRANSFERS,
    },
    ...{ plant: refusing('searchTransfers'), code: 'invalid_request' },
  },
  {
    ...{ one: 'pricing', many: 'pricings', rule: 'transfer.endpoints.pricing', hides: HIDDEN_BY_TRANSFERS },
    ...{ plant: refusing('priceTransfer'), code: 'supplier_rejected' },
    named: {
      search_not_found: 'transfer.identifiers.search-id',
      result_not_found: 'transfer.identifiers.result-id',
      booking_token_invalid: 'transfer.identifiers.booking-token',
      token_expired: 'transfer.offer.expires-at',
    },
  },
  {
    ...{ one: 'booking', many: 'bookings', rule: 'transfer.endpoints.book', hides: HIDDEN_BY_TRANSFERS },
    ...{ plant: failing('bookTransfer'), code: 'supplier_rejected' },
    named: {
      pricing_token_invalid: 'transfer.identifiers.pricing-token',
      token_expired: 'transfer.offer.expires-at',
    },
  },
  {
    ...{ one: 'read', many: 'reads of a reservation', rule: 'transfer.endpoints.details', hides: HIDDEN_BY_TRANSFERS },
    ...{ plant: refusing('getReservation'), code: 'reservation_not_found' },
    with: [
      'transfer.booking.call-order',
      'transfer.booking.pending.read-outcome',
      'transfer.change.call-order',
      'transfer.502.proves-nothing',
    ],
  },
  {
    ...{
      one: 'change-search',
      many: 'change searches',
      rule: 'transfer.endpoints.changes-search',
      hides: HIDDEN_BY_TRANSFERS,
    },
    ...{ plant: refusing('searchReservationChanges'), code: 'reservation_not_found' },
  },
  {
    ...{ one: 'change', many: 'change confirmations', rule: 'transfer.endpoints.changes', hides: HIDDEN_BY_TRANSFERS },
    ...{ plant: failing('confirmReservationChange'), code: 'supplier_rejected' },
    named: { pricing_token_invalid: 'transfer.identifiers.pricing-token' },
  },
];

export default [
  ...refused.flatMap(({ one, many, rule, plant, code, with: alsoBreaks = [], hides, named = {} }): Defect[] => [
    {
      name: `refuses-every-${one}`,
      refuses: true,
      rule,
      alsoBreaks,
      hides,
      breaks: `All ${many} are refused, regardless of their content.`,
      plant: plant(code, () => true),
    },
    ...Object.entries({ [code]: rule, ...named }).map(([said, broken]): Defect => ({
      name: `refuses-one-${one}-in-${EVERY}-with-${said.replaceAll('_', '-')}`,
      rule: broken,
      every: EVERY,
      refuses: true,
      breaks: `Every ${EVERY}th of the ${many} is refused with ${said}, regardless of its content.`,
      plant: plant(said as ErrorName, every(EVERY)),
    })),
  ]),
  {
    name: 'loses-one-read-in-seven',
    every: 7,
    rule: 'transfer.endpoints.details',
    breaks: 'Every seventh read of a reservation returns an empty list.',
    plant: alterBodies(
      ['getReservation'],
      chosen(every(7), (body) => ({ ...body, reservations: [] })),
    ),
  },
  {
    name: 'fails-a-booking-now-and-then',
    refuses: true,
    every: 20,
    rule: 'transfer.endpoints.book',
    breaks: 'One booking in twenty is refused by the supplier.',
    plant: failing('bookTransfer')('supplier_rejected', every(20)),
  },
  {
    name: 'refuses-the-first-booking',
    refuses: true,
    rule: 'transfer.endpoints.book',
    breaks: 'The first booking is refused, and no other.',
    plant: failing('bookTransfer')('supplier_rejected', first()),
  },
] satisfies Defect[];

function refusing(operationId: OperationId): Refused['plant'] {
  return (code, when) =>
    around([operationId], (run, call, req) => {
      if (when()) throw new Refusal(code);
      return run(call, req);
    });
}

/** Nothing is booked: with a token that nobody issued, a call is failed. Those under a scenario are left alone. */
function failing(operationId: OperationId): Refused['plant'] {
  return (code, when) =>
    around([operationId], async (run, call, req) => {
      if ('scenario' in req.query || !when()) return run(call, req);
      const body = { ...(req.body as object), pricingToken: 'nobody-issued-this' };
      const { body: failed } = await run(call, Object.assign(Object.create(req) as typeof req, { body }));
      return { body: { ...failed, error: { code, message: 'It cannot be booked.' } } };
    });
}

function chosen(when: () => boolean, change: (body: Wire) => object): (body: Wire) => object | undefined {
  return (body) => (body.status === 'completed' && when() ? change(body) : undefined);
}

function every(nth: number): () => boolean {
  let count = 0;
  return () => ++count % nth === 0;
}

function first(): () => boolean {
  let count = 0;
  return () => ++count === 1;
}
