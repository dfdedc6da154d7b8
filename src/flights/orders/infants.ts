import type { OrderPassenger } from '../../interface/api.ts';
import type { RefusalDetail } from '../../interface/errors/refusal.ts';
import { type OrderContext, refuse, violation } from './order-context.ts';

/**
 * Checks that every infant_without_seat is on the lap of one adult: the adult's `infant_passenger_id` is the id of the
 * infant (assumption flight.infant-passenger-id).
 */
export function checkInfants({ request: { passengers } }: OrderContext): void {
  const carrierOf = new Map<string, number>();
  refuse('infant_assignment_invalid', [
    ...passengers.flatMap((passenger, index) => {
      const infantId = passenger.infant_passenger_id;
      if (infantId === undefined) return [];
      const problem = problemOf(passenger, infantId, passengers, carrierOf);
      if (problem === undefined) carrierOf.set(infantId, index);
      return problem === undefined ? [] : violation(`/passengers/${index}/infant_passenger_id`, problem, index);
    }),
    ...passengers.flatMap((passenger, index) => uncarried(passenger, index, carrierOf)),
  ]);
}

function problemOf(
  carrier: OrderPassenger,
  infantId: string,
  passengers: readonly OrderPassenger[],
  carrierOf: ReadonlyMap<string, number>,
): string | undefined {
  if (carrier.type !== 'adult') return `must stand on an adult, not on "${carrier.id}" (${carrier.type})`;
  const named = passengers.find(({ id }) => id === infantId);
  if (named?.type !== 'infant_without_seat') {
    const got = named?.type ?? 'no passenger of this order';
    return `must be the id of an infant_without_seat, got "${infantId}" (${got})`;
  }
  const first = carrierOf.get(infantId);
  return first === undefined
    ? undefined
    : `must name another infant: "${infantId}" is on the lap of passengers.${first}`;
}

function uncarried(
  { id, type }: OrderPassenger,
  index: number,
  carrierOf: ReadonlyMap<string, number>,
): RefusalDetail[] {
  if (type !== 'infant_without_seat' || carrierOf.has(id)) return [];
  return [
    violation(
      `/passengers/${index}`,
      `must be on an adult's lap: give infant_passenger_id "${id}" on one adult`,
      index,
    ),
  ];
}
