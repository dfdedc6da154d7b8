import { checkAges } from './ages.ts';
import { checkCurrency } from './currency.ts';
import { checkDocuments } from './documents.ts';
import { checkHold } from './hold.ts';
import { checkInfants } from './infants.ts';
import { checkLoyalty } from './loyalty.ts';
import type { OrderContext } from './order-context.ts';
import { checkPassengers } from './passengers.ts';
import { checkPersonal } from './personal.ts';
import { checkTotalSegments } from './total-segments.ts';

/**
 * Throws the first refusal that applies to an order, with all violations of its kind. The checks follow the order of
 * the rules in §4.2: passengers (2), their personal data, the currency (4), their documents and accounts (5), the type
 * of the order (6), its segments (7).
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
