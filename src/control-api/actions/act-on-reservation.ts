import type { Service } from '../../service.ts';
import { advanceRide, replaceDriver } from './act-on-ride.ts';
import type { ResourceAction } from './resource-action.ts';

/** Settles a booking, or changes its reservation or ride; false where something else came first. */
export async function actOnReservation(service: Service, action: ResourceAction): Promise<boolean> {
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
