import type { Schema, Segment } from '../../interface/api.ts';
import type { RefusalDetail } from '../../interface/errors/refusal.ts';
import { checkDocuments } from './documents.ts';
import type { OrderContext } from './order-context.ts';
import { refuse, violation } from './order-context.ts';
import { checkInfants, checkPassengers } from './passengers.ts';
import { checkAges, checkPersonal } from './personal.ts';
import { orderRequirements } from './requirements.ts';

/**
 * Throws the first refusal for an order, with all violations of its kind. The checks follow the rule order in §4.2:
 * passengers (2), their personal data, the currency (4), their documents and accounts (5), the order type (6), its
 * segments (7).
 */
export function checkOrder(order: OrderContext): void {
  for (const check of checks) check(order);
}

const checks = [
  checkPassengers,
  checkInfants,
  checkPersonal,
  checkAges,
  checkCurrency,
  checkDocuments,
  checkLoyalty,
  checkHold,
  checkTotalSegments,
];

/** Refuses another currency than the tracked offer's: the price is the offer's (assumption flight.order-currency). */
function checkCurrency({ request, tracked: { offer } }: OrderContext): void {
  if (request.currency !== offer.currency) {
    refuse('currency_mismatch', [
      violation('/currency', `must be ${offer.currency}, as the offer says, got ${request.currency}`),
    ]);
  }
}

/** Refuses accounts in programmes not accepted by the offer (§2.4). */
function checkLoyalty({ request, tracked }: OrderContext): void {
  const supported = tracked.offer.supportedLoyaltyPrograms;
  const must =
    supported.length > 0
      ? `must be ${supported.join(' or ')}`
      : 'must not be sent, as the offer accepts no loyalty programme';
  refuse(
    'loyalty_program_not_supported',
    request.passengers.flatMap(({ loyaltyProgrammeAccounts: accounts = [] }, index) =>
      accounts.flatMap(({ airlineIataCode }, i) =>
        supported.includes(airlineIataCode)
          ? []
          : violation(
              `/passengers/${index}/loyaltyProgrammeAccounts/${i}/airlineIataCode`,
              `${must}, got ${airlineIataCode}`,
              index,
            ),
      ),
    ),
  );
}

/**
 * Validates the order type against the offer (§2.4, §4.2 rule 6): a hold only if the offer can be held, before
 * payment is due, with the offer's holdId; a holdId only with a hold.
 */
function checkHold({ request, tracked: { offer }, now }: OrderContext): void {
  const { holdId } = request;
  if (request.type !== 'hold') {
    if (holdId !== undefined)
      refuse('hold_id_not_applicable', [
        violation('/holdId', `must not be sent with an order of type instant, got "${holdId}"`),
      ]);
    return;
  }
  const { available, paymentRequiredBy } = offer.holdOptions;
  if (!available || paymentRequiredBy === null)
    refuse('hold_not_available', [violation('/type', 'must be instant: the offer cannot be held, got hold')]);
  else if (now >= Date.parse(paymentRequiredBy))
    refuse('hold_not_available', [
      violation('/type', `must be instant: a hold ended at ${paymentRequiredBy}, got hold`),
    ]);
  if (holdId === undefined)
    refuse('hold_id_required', [violation('/holdId', `must be "${offer.holdId}", as the offer says`)]);
  if (holdId !== offer.holdId)
    refuse('hold_id_mismatch', [violation('/holdId', `must be "${offer.holdId}", as the offer says, got "${holdId}"`)]);
}

type TotalSegment = Schema['TotalSegment'];

/**
 * Validates totalSegments against every segment in every slice of the offer, in their order (§2.5). They are required
 * if the flow needs them (§4.2 rule 7), and compared if the client sends them. An empty list counts as absent.
 */
function checkTotalSegments({ request, tracked: { offer, source } }: OrderContext): void {
  const sent = request.totalSegments ?? [];
  const expected = offer.slices.flatMap(({ segments }) => segments.map(asTotalSegment));
  if (sent.length > 0) refuse('total_segments_mismatch', differences(sent, expected));
  else if (orderRequirements.totalSegments(source.fare.requirements)) {
    refuse('total_segments_required', [violation('/totalSegments', `must be given, with ${count(expected)}`)]);
  }
}

function asTotalSegment({ departure, arrival, flightNumber }: Segment): TotalSegment {
  return {
    originCode: departure.iataCode,
    destinationCode: arrival.iataCode,
    flightNumber,
    departureDate: departure.departingAt,
  };
}

function differences(sent: readonly TotalSegment[], expected: readonly TotalSegment[]): RefusalDetail[] {
  const [sentTexts, texts] = [sent.map(text), expected.map(text)];
  if (sentTexts.join() !== texts.join() && sentTexts.toSorted().join() === texts.toSorted().join())
    return [violation('/totalSegments', `must be in the order of the offer: ${texts.join('; ')}`)];
  return [
    ...sent.flatMap((entry, i) => {
      const segment = expected[i];
      return segment === undefined
        ? violation(`/totalSegments/${i}`, `must not be sent: the offer has ${count(expected)}, got ${text(entry)}`)
        : fieldDifferences(entry, segment, i);
    }),
    ...expected
      .slice(sent.length)
      .map((segment, i) => violation(`/totalSegments/${sent.length + i}`, `must be given: ${text(segment)}`)),
  ];
}

function fieldDifferences(entry: TotalSegment, segment: TotalSegment, i: number): RefusalDetail[] {
  return SEGMENT_FIELDS.filter((field) => entry[field] !== segment[field]).map((field) =>
    violation(`/totalSegments/${i}/${field}`, `must be "${segment[field]}", got "${entry[field]}"`),
  );
}

function text({ originCode, destinationCode, flightNumber, departureDate }: TotalSegment): string {
  return `${originCode} to ${destinationCode}, flight ${flightNumber}, ${departureDate}`;
}

function count(segments: readonly TotalSegment[]): string {
  return segments.length === 1 ? '1 segment' : `${segments.length} segments`;
}

const SEGMENT_FIELDS = ['originCode', 'destinationCode', 'flightNumber', 'departureDate'] as const;
