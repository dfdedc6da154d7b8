import type { ControlSchema, Query } from '../control-api/control-api.ts';
import type { ClockVerb } from './clock.ts';

export type Action = ControlSchema['ActionName'];
export type Kind = Query<'listResources'>['kind'];
export type FailureCode = NonNullable<ControlSchema['Action']['errorCode']>;

/** What the commands offer. The compiler compares each list with the control API. */
export const actions = namesOf<Action>({
  complete: true,
  fail: true,
  cancel: true,
  expire: true,
  'advance-ride': true,
  'replace-driver': true,
});
export const kinds = namesOf<Kind>({ searches: true, offers: true, orders: true, reservations: true });
export const failureCodes = namesOf<FailureCode>({
  supplier_rejected: true,
  no_availability: true,
  price_changed: true,
});
export const clockVerbs = namesOf<ClockVerb>({ show: true, freeze: true, run: true, service: true, advance: true });

function namesOf<Name extends string>(names: Readonly<Record<Name, true>>): readonly string[] {
  return Object.keys(names);
}
