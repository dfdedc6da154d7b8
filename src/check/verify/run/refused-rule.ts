import { isText } from '../../../base/values/kinds.ts';
import type { OperationId } from '../../../interface/api.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { assumedOperations } from '../responses/assumed-operations.ts';
import { errorCode } from '../responses/outcome.ts';
import type { Finding } from '../verdict.ts';

/**
 * Returns the rule that a refused valid call breaks: the rule named in the refusal (about an identifier, a token, its
 * end, the credentials), or else the operation's. An operation with an assumed address is a warning, unless the target
 * `has` it.
 */
export function brokenBy(
  operationId: OperationId,
  exchange: CheckedExchange,
  has: boolean,
): Pick<Finding, 'verdict' | 'rules' | 'assumptions'> {
  const assumption = assumedOperations[operationId];
  if (assumption !== undefined && !has) return { verdict: 'warn', rules: [], assumptions: [assumption] };
  const rule = namedBy(exchange, operationId) ?? ENDPOINTS[operationId];
  return rule === undefined
    ? { verdict: 'fail', rules: [], assumptions: assumption === undefined ? [] : [assumption] }
    : { verdict: 'fail', rules: [rule], assumptions: [] };
}

function namedBy(exchange: CheckedExchange, operationId: OperationId): string | undefined {
  if ([401, 403].includes(exchange.status) && FLIGHTS.includes(operationId)) return 'auth.required';
  const code = errorCode(exchange);
  if (!isText(code)) return undefined;
  return NAMED.find(({ says, by }) => says.test(code) && by.includes(operationId))?.rule;
}

const FLIGHTS: readonly OperationId[] = ['searchFlights', 'createFlightOrder', 'getFlightOffer', 'getRequiredFields'];

/** Operations with an offer's identifiers and tokens. */
const OF_OFFERS: readonly OperationId[] = ['priceTransfer', 'bookTransfer', 'confirmReservationChange'];

const WRONG = '.?(not.?found|unknown|invalid|mismatch)';
/** Usual words in codes. The document has no codes; codes with a reason mostly use such words. */
const NAMED: readonly { says: RegExp; by: readonly OperationId[]; rule: string }[] = [
  { says: /expired/i, by: ['createFlightOrder'], rule: 'offer.expiry.ends-offer' },
  { says: /expired/i, by: OF_OFFERS, rule: 'transfer.offer.expires-at' },
  { says: new RegExp(`offer${WRONG}`, 'i'), by: ['createFlightOrder'], rule: 'flight-order.path.offer-id' },
  { says: new RegExp(`search${WRONG}`, 'i'), by: OF_OFFERS, rule: 'transfer.identifiers.search-id' },
  { says: new RegExp(`result${WRONG}`, 'i'), by: OF_OFFERS, rule: 'transfer.identifiers.result-id' },
  { says: new RegExp(`booking.?token${WRONG}`, 'i'), by: OF_OFFERS, rule: 'transfer.identifiers.booking-token' },
  { says: new RegExp(`pricing.?token${WRONG}`, 'i'), by: OF_OFFERS, rule: 'transfer.identifiers.pricing-token' },
];

/** Endpoint rule for each operation; `getFlightOffer` and `getRequiredFields` have an assumption only. */
const ENDPOINTS: Readonly<Partial<Record<OperationId, string>>> = {
  searchFlights: 'flight-search.endpoint',
  createFlightOrder: 'flight-order.endpoint',
  searchTransfers: 'transfer.endpoints.search',
  priceTransfer: 'transfer.endpoints.pricing',
  bookTransfer: 'transfer.endpoints.book',
  getReservation: 'transfer.endpoints.details',
  searchReservationChanges: 'transfer.endpoints.changes-search',
  confirmReservationChange: 'transfer.endpoints.changes',
  getDriverAndVehicle: 'transfer.identifiers.reservation-id',
  getTracking: 'transfer.identifiers.reservation-id',
  cancelReservation: 'transfer.identifiers.reservation-id',
};
