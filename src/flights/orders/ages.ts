import type { OrderPassenger, PassengerType } from '../../interface/api.ts';
import type { RefusalDetail } from '../../interface/errors/refusal.ts';
import { type OrderContext, refuse, violation } from './order-context.ts';

/**
 * Checks that every passenger has the age of its type when the first flight leaves (assumption flight.passenger-ages).
 */
export function checkAges({ request, tracked: { offer } }: OrderContext): void {
  const departure = offer.slices[0]?.departure.departingAt.slice(0, 10) ?? '';
  refuse(
    'passenger_age_mismatch',
    request.passengers.flatMap((passenger, index) => otherAge(passenger, departure, index)),
  );
}

function otherAge({ type, bornDate }: OrderPassenger, date: string, index: number): RefusalDetail[] {
  const age = yearsBetween(bornDate, date);
  const { from, below } = AGES[type];
  if (age >= from && age < below) return [];
  const limits = below === Infinity ? `${from} or older` : `${from === 0 ? '' : `${from} or older and `}under ${below}`;
  const must = `must fit the type: a passenger of type ${type} is ${limits} on ${date}, got ${bornDate} (age ${age})`;
  return [violation(`/passengers/${index}/bornDate`, must, index)];
}

/** Whole years from one date to another, both `YYYY-MM-DD`; negative before the first. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

/** Years of age, by type. */
const AGES: Record<PassengerType, { from: number; below: number }> = {
  infant_without_seat: { from: 0, below: 2 },
  child: { from: 2, below: 12 },
  adult: { from: 12, below: Infinity },
};
