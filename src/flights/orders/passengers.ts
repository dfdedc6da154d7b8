import type { Offer, OrderPassenger } from '../../interface/api.ts';
import type { RefusalDetail } from '../../interface/errors/refusal.ts';
import type { OrderContext } from './order-context.ts';
import { refuse, violation } from './order-context.ts';

/**
 * Validates an order's passengers against the offer's (§4.2 rule 2): same ids, each once, same types. Among several
 * violations, reports the most specific one: an empty id before a duplicate one, both before an id missing from the
 * offer, and that before the missing passenger caused by it.
 */
export function checkPassengers({ request: { passengers }, tracked: { offer } }: OrderContext): void {
  refuse('passenger_id_empty', emptyIds(passengers));
  refuse('passenger_id_duplicate', duplicateIds(passengers));
  refuse('passenger_extra', extraPassengers(passengers, offer));
  refuse('passenger_missing', missingPassengers(passengers, offer));
  refuse('passenger_type_mismatch', otherTypes(passengers, offer));
}

function emptyIds(passengers: readonly OrderPassenger[]): RefusalDetail[] {
  return passengers.flatMap(({ id }, index) =>
    id.trim() === '' ? violation(`/passengers/${index}/id`, 'must not be empty', index) : [],
  );
}

function duplicateIds(passengers: readonly OrderPassenger[]): RefusalDetail[] {
  const firstWith = new Map<string, number>();
  return passengers.flatMap(({ id }, index) => {
    const first = firstWith.get(id);
    if (first === undefined) firstWith.set(id, index);
    return first === undefined
      ? []
      : violation(
          `/passengers/${index}/id`,
          `must differ from the id of passengers.${first}, got "${id}" again`,
          index,
        );
  });
}

function extraPassengers(passengers: readonly OrderPassenger[], offer: Offer): RefusalDetail[] {
  const offered = offer.passengers.map(({ id }) => id);
  return passengers.flatMap(({ id }, index) =>
    offered.includes(id)
      ? []
      : violation(`/passengers/${index}/id`, `must be an id of the offer (${offered.join(', ')}), got "${id}"`, index),
  );
}

/** A missing passenger has no place in the request, so `index` is the position in the offer. */
function missingPassengers(passengers: readonly OrderPassenger[], offer: Offer): RefusalDetail[] {
  const sent = new Set(passengers.map(({ id }) => id));
  return offer.passengers.flatMap(({ id, type }, index) =>
    sent.has(id) ? [] : violation('/passengers', `must include the offer's passenger "${id}" (${type})`, index),
  );
}

function otherTypes(passengers: readonly OrderPassenger[], offer: Offer): RefusalDetail[] {
  const typeOf = new Map(offer.passengers.map(({ id, type }) => [id, type]));
  return passengers.flatMap(({ id, type }, index) => {
    const expected = typeOf.get(id);
    return expected === type
      ? []
      : violation(
          `/passengers/${index}/type`,
          `must be ${expected}, as the offer says for "${id}", got ${type}`,
          index,
        );
  });
}

/**
 * Checks that every infant_without_seat is on one adult's lap: the adult's `infant_passenger_id` is the infant's id
 * (assumption flight.infant-passenger-id).
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
  if (carrier.type !== 'adult') return `must be on an adult, not on "${carrier.id}" (${carrier.type})`;
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
