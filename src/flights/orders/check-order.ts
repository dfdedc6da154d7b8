import { checkDocuments } from './documents.ts';
import type { OrderContext } from './order-context.ts';
import { refuse, violation } from './order-context.ts';
import { checkInfants, checkPassengers } from './passengers.ts';
import { checkAges, checkPersonal } from './personal.ts';
import { checkTotalSegments } from './total-segments.ts';

/**
 * Throws the first refusal for an order, with all violations of its kind. The checks follow the order of the rules in
 * §4.2: passengers (2), their personal data, the currency (4), their documents and accounts (5), the type of the
 * order (6), its segments (7).
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

/** Refuses accounts of programmes not accepted by the offer (§2.4). */
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
