import type { Service } from '../../service.ts';
import type { BookingState } from '../../store/resources.ts';
import { nextRideEvent } from '../../timeline/booking-events.ts';
import type { ResourceAction } from './resource-action.ts';

/** Lets the ride go on to its next event; false where it has none, or another request was first. */
export async function advanceRide(service: Service, action: ResourceAction): Promise<boolean> {
  const state = await stateOf(service, action);
  const next = state && (await nextRideEvent(service.transfers.supplier, state, action.now));
  if (!next) return false;
  return changeRide(service, action, state, { ...state.ride, aheadMs: state.ride.aheadMs + (next.at - action.now) });
}

/** Lets another driver come; false where that is so already. */
export async function replaceDriver(service: Service, action: ResourceAction): Promise<boolean> {
  const state = await stateOf(service, action);
  return !!state && changeRide(service, action, state, { ...state.ride, hasOtherDriver: true });
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
