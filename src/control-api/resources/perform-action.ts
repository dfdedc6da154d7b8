import type { ControlSchema } from '../../interface/control-api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Service } from '../../service.ts';
import type { Profile } from '../../store/profiles.ts';
import type { BookingState } from '../../store/resources.ts';
import { nextRideEvent } from '../../timeline/booking-events.ts';
import { findResource } from './find-resource.ts';

/**
 * Triggers an event on a resource; returns the changed resource. Refuses with `not_found`, and impossible actions with
 * `action_not_possible`.
 */
export async function performAction(
  service: Service,
  profile: Profile,
  action: ResourceAction,
): Promise<ControlSchema['Resource']> {
  const before = await findResource(service, profile, action.resourceId, action.now);
  checkDetails(action);
  const hasHappened = isPossible(before, action) && (await act(service, before, action));
  const resource = await findResource(service, profile, action.resourceId, action.now);
  if (!hasHappened) throw notPossible(resource, action);
  return resource;
}

function act(service: Service, resource: ControlSchema['Resource'], action: ResourceAction): Promise<boolean> {
  switch (resource.kind) {
    case 'search':
      return actOnSearch(service, resource.resourceId, action);
    case 'offer':
      return actOnSearch(service, resource.searchId, action);
    case 'order':
      return actOnOrder(service, action);
    case 'reservation':
      return actOnReservation(service, action);
  }
}

/** An expired search can still have a valid pricing. */
function isPossible({ actions }: ControlSchema['Resource'], { action, pricingToken }: ResourceAction): boolean {
  return actions.includes(action) || (action === 'expire' && pricingToken !== undefined);
}

function checkDetails({ action, errorCode, pricingToken }: ResourceAction): void {
  if (errorCode !== undefined && action !== 'fail') throw misplaced('errorCode', 'fail');
  if (pricingToken !== undefined && action !== 'expire') throw misplaced('pricingToken', 'expire');
}

function misplaced(name: string, action: string): Refusal {
  return new Refusal('not_combinable', [
    { path: `/${name}`, message: `${name} is valid only with the action ${action}` },
  ]);
}

function notPossible({ kind, resourceId, actions, ...rest }: ControlSchema['Resource'], { action }: ResourceAction) {
  const state = 'state' in rest && rest.state !== null ? ` and ${rest.state}` : '';
  const possible = actions.length > 0 ? actions.join(', ') : 'nothing';
  const present = `${kind} ${resourceId} is ${rest.status}${state}`;
  const message = `${present}: the action ${action} is not possible; possible is ${possible}`;
  return new Refusal('action_not_possible', [{ path: '/action', message }]);
}

/** Expires a search's offers and their pricings, or one pricing; false if they have already expired. */
async function actOnSearch(
  { store }: Service,
  searchId: string,
  { profileCode, pricingToken, now }: ResourceAction,
): Promise<boolean> {
  const search = await store.searches.find(profileCode, searchId);
  if (!search) return false;
  const pricings = await store.resources.pricings(profileCode, [search]);
  if (pricingToken !== undefined)
    return (
      pricings.some((pricing) => pricing.pricingToken === pricingToken) &&
      store.pricings.expire(profileCode, pricingToken, now)
    );
  for (const pricing of pricings) await store.pricings.expire(profileCode, pricing.pricingToken, now);
  return store.searches.expire(profileCode, searchId, now);
}

/** Ends an order's hold; false if it has none, or has ended. */
function actOnOrder({ store }: Service, { profileCode, resourceId, now }: ResourceAction): Promise<boolean> {
  return store.orders.expireHold(profileCode, resourceId, now);
}

/** Settles a booking, or changes its reservation or ride; false if another request came first. */
async function actOnReservation(service: Service, action: ResourceAction): Promise<boolean> {
  const { store } = service;
  const { profileCode, resourceId, now, errorCode = 'supplier_rejected' } = action;
  switch (action.action) {
    case 'complete':
      return !!(await store.bookings.decide(profileCode, resourceId, now, { to: 'completed', errorCode: null }));
    case 'fail':
      return !!(await store.bookings.decide(profileCode, resourceId, now, { to: 'failed', errorCode }));
    case 'cancel':
      return store.bookings.cancel(profileCode, resourceId, now);
    case 'advance-ride':
      return advanceRide(service, action);
    case 'replace-driver':
      return replaceDriver(service, action);
    case 'expire':
      return false;
  }
}

/** Advances the ride to its next event; false if it has none, or another request was first. */
async function advanceRide(service: Service, action: ResourceAction): Promise<boolean> {
  const state = await stateOf(service, action);
  const next = state && (await nextRideEvent(service.transfers.supplier, state, action.now));
  if (!next) return false;
  const { aheadMs, returnAheadMs } = state.ride;
  const leadMs = next.at - action.now;
  return changeRide(service, action, state, {
    ...state.ride,
    aheadMs: aheadMs + leadMs,
    // The outbound ride is over when the return advances: moving it by the same time keeps it so.
    returnAheadMs: next.leg === 'return' ? returnAheadMs + leadMs : returnAheadMs,
  });
}

/** Replaces the driver of the current ride; false if that has already happened. */
async function replaceDriver(service: Service, action: ResourceAction): Promise<boolean> {
  const state = await stateOf(service, action);
  const otherDriverOn = state && (await service.transfers.supplier.presentLeg(state, action.now));
  return !!otherDriverOn && changeRide(service, action, state, { ...state.ride, otherDriverOn });
}

function stateOf({ store }: Service, { profileCode, resourceId }: ResourceAction) {
  return store.resources.booking(profileCode, resourceId);
}

function changeRide(
  { store }: Service,
  { profileCode, resourceId }: ResourceAction,
  { ride }: BookingState,
  course: BookingState['ride'],
): Promise<boolean> {
  return store.bookings.changeRide(profileCode, resourceId, ride, course);
}

/** The event for a resource at an instant, epoch milliseconds. */
interface ResourceAction extends Pick<ControlSchema['Action'], 'action' | 'errorCode' | 'pricingToken'> {
  profileCode: string;
  resourceId: string;
  now: number;
}
