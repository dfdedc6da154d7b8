import { isText } from '../../../base/values/kinds.ts';
import type { OperationId } from '../../../interface/api.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { pathOf } from '../http/exchange.ts';
import { assumedOperations } from '../responses/assumed-operations.ts';
import { describeOutcome, errorCode } from '../responses/outcome.ts';
import type { ContractResult, Finding, Verdict } from '../verdict.ts';
import type { Run } from './run.ts';
import type { JudgedCall, ValidCalls } from './valid-calls.ts';
import { causeOf, findsNothing, isLost } from './valid-calls.ts';

/** A check on the run itself, after all contracts. */
export interface ClosingCheck {
  title: string;
  judge: (run: Run) => ContractResult;
}

/** Validates every response in the run against openapi.yaml. */
export const interfaceCheck: ClosingCheck = {
  title: 'every response matches openapi.yaml',
  judge: ({ mismatches, responsesChecked }) => {
    const verdict = responsesChecked === 0 ? 'not exercised' : worstOf(mismatches);
    return toResult(interfaceCheck.title, verdict, mismatches, responsesChecked);
  },
};

/**
 * Checks valid calls. A contract with a refused set-up has no verdict, so a target with wrong refusals would break few
 * rules. This check makes it fail nevertheless, once for each cause: always or sometimes, from any contract. Does not
 * report a cause again if a contract for its rule failed.
 */
export const acceptanceCheck: ClosingCheck = {
  title: 'every valid call is accepted',
  judge: ({ validCalls }) => {
    const { operations } = validCalls;
    const findings = operations.flatMap((operationId) => judgeOperation(operationId, validCalls));
    return toResult(acceptanceCheck.title, operations.length === 0 ? 'not exercised' : worstOf(findings), findings, 0);
  },
};

/** Final checks in a run, in this order. */
export const closingChecks: readonly ClosingCheck[] = [interfaceCheck, acceptanceCheck];

function judgeOperation(operationId: OperationId, validCalls: ValidCalls): Finding[] {
  const calls = validCalls.of(operationId);
  const refused = calls.filter((call) => !call.accepted);
  const has = refused.length < calls.length;
  return [...Map.groupBy(refused, ({ exchange }) => causeOf(exchange)).values()].flatMap((alike): Finding[] => {
    const broken = brokenBy(operationId, alike.map(({ exchange }) => exchange)[0] as CheckedExchange, has);
    const [first, ...others] = alike.filter((call) => !validCalls.isExplained(call, broken.rules));
    return first ? [{ ...broken, ...toDeviation([first, ...others], calls) }] : [];
  });
}

/**
 * Returns the rule that a refused valid call breaks: the rule named in the refusal (about an identifier, a token, its
 * end, the credentials), or else the operation's. An operation with an assumed address is a warning, unless the target
 * `has` it.
 */
function brokenBy(
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

type Shown = Omit<Finding, 'verdict' | 'rules' | 'assumptions'>;

function toDeviation(refused: readonly [JudgedCall, ...JudgedCall[]], calls: readonly JudgedCall[]): Shown {
  const [{ exchange, operationId }, ...others] = refused;
  const accepted = calls.filter((call) => call.accepted);
  // A call of the same kind is more significant than any other.
  const like = accepted.find((call) => refused.some(({ kind }) => kind === call.kind)) ?? accepted[0];
  return {
    expected: `every valid call of ${operationId} to be accepted`,
    actual: [
      `${shareOf(refused.length, calls.length)} refused, ${only(refused, accepted)}`,
      `the first with ${outcomeOf(exchange)}${namesOf(others)}`,
      like ? `; ${like.exchange.exchangeId} is accepted` : `. ${explain(exchange)}`,
    ].join(''),
    pointer: null,
    exchange,
    ...(like && { counterpart: like.exchange }),
  };
}

/** Returns `, also call 7 and call 9`, with a count in place of the fourth and later ones. */
function namesOf(others: readonly JudgedCall[]): string {
  const names = others.slice(0, 3).map(({ exchange }) => exchange.exchangeId);
  const more = others.length - names.length;
  if (more > 0) names.push(`${more} more`);
  return names.length > 0 ? `, also ${ENUMERATION.format(names)}` : '';
}

const ENUMERATION = new Intl.ListFormat('en');

function shareOf(refused: number, all: number): string {
  if (all === 1) return 'the one valid call';
  return refused === all ? `all ${all} valid calls` : `${refused} of ${all} valid calls`;
}

/** Returns the words common to all refused calls, and missing from all accepted ones. */
function only(refused: readonly JudgedCall[], accepted: readonly JudgedCall[]): string {
  const [words = '', ...others] = new Set(refused.map((call) => call.words));
  const isAll = words !== '' && others.length === 0 && accepted.length > 0;
  return isAll && accepted.every((call) => call.words !== words) ? `each of them ${words} and no other, ` : '';
}

function outcomeOf(exchange: CheckedExchange): string {
  if (findsNothing(exchange)) return `${exchange.status} and no offers`;
  return isLost(exchange) ? `${exchange.status} and no reservation` : describeOutcome(exchange).replace(/\.$/, '');
}

function explain(exchange: CheckedExchange): string {
  if (exchange.status === 404)
    return (
      `Nothing is at ${exchange.server}${pathOf(exchange)}: --flights-url and --transfers-url set the addresses ` +
      'below which the paths are'
    );
  return 'Either the operation does not work, or the calls lack a requirement of this target';
}

function worstOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ verdict }) => verdict === 'fail')) return 'fail';
  return findings.length > 0 ? 'warn' : 'pass';
}

function toResult(title: string, verdict: Verdict, findings: readonly Finding[], exchanges: number): ContractResult {
  return {
    title,
    area: 'interface',
    rules: [],
    verdict,
    reason: verdict === 'not exercised' ? 'no response came' : '',
    incomplete: false,
    findings,
    positions: [],
    exchanges,
    durationMs: 0,
  };
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
