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
 * Throws the first refusal that an order deserves, with everything that is wrong in the same way. The order of
 * the checks is that of the rules of §4.2: who travels (2), what they say of themselves, the currency (4), their
 * documents and accounts (5), the kind of the order (6), its segments (7).
 */
export function checkOrder(order: OrderContext): void {
  for (const check of checks) check(order);
}

const checks = [
  checkPassengers,
  checkInfants,
  checkPersonal,
  checkCurrency,
  checkDocuments,
  checkLoyalty,
  checkHold,
  checkTotalSegments,
];
