import type { Service } from '../../service.ts';
import type { ResourceAction } from './resource-action.ts';

/** Lets the hold of an order end; false where it has none, or has ended. */
export function actOnOrder({ store }: Service, { profileCode, resourceId, now }: ResourceAction): Promise<boolean> {
  return store.orders.expireHold(profileCode, resourceId, now);
}
