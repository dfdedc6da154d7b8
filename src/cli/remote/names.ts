import type { ControlSchema, Query } from '../../interface/control-api.ts';

export type ClockVerb = 'show' | 'freeze' | 'run' | 'service' | 'advance';

/** Names for the commands to offer. The compiler compares each list with the control API. */
export const actions = namesOf<ControlSchema['ActionName']>({
  complete: true,
  fail: true,
  cancel: true,
  expire: true,
  'advance-ride': true,
  'replace-driver': true,
});
export const resourceKinds = namesOf<Query<'listResources'>['kind']>({
  searches: true,
  offers: true,
  orders: true,
  reservations: true,
});
export const failureCodes = namesOf<NonNullable<ControlSchema['Action']['errorCode']>>({
  supplier_rejected: true,
  no_availability: true,
  price_changed: true,
});
export const clockVerbs = namesOf<ClockVerb>({ show: true, freeze: true, run: true, service: true, advance: true });
export const momentNames = namesOf<ControlSchema['MomentName']>({
  search_made: true,
  pricing_made: true,
  pricing_expired: true,
  offers_expired: true,
  search_forgotten: true,
  offer_made: true,
  offer_expired: true,
  order_made: true,
  price_guarantee_ended: true,
  hold_expired: true,
  booking_made: true,
  booking_completed: true,
  booking_failed: true,
  reservation_changed: true,
  reservation_cancelled: true,
  refund_lowered: true,
  vehicle_assigned: true,
  driver_assigned: true,
  cancellation_shown: true,
  pickup_passed: true,
  ride_en_route: true,
  ride_arrived: true,
  ride_on_board: true,
  ride_completed: true,
});

function namesOf<Name extends string>(names: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(names) as Name[];
}
