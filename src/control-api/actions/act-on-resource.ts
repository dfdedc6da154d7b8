import { Refusal } from '../../interface/errors/refusal.ts';
import type { Service } from '../../service.ts';
import type { Profile } from '../../store/profiles.ts';
import type { ControlSchema } from '../control-api.ts';
import { findResource } from '../resources/find-resource.ts';
import { actOnOrder } from './act-on-order.ts';
import { actOnReservation } from './act-on-reservation.ts';
import { actOnSearch } from './act-on-search.ts';
import type { ResourceAction } from './resource-action.ts';

/**
 * Lets something happen to a resource; returns the resource as it is then. Refuses with `not_found`, and what is not
 * possible, or not possible any more, with `action_not_possible`.
 */
export async function actOnResource(
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

/** A search that has expired can still have a pricing that has not. */
function isPossible({ actions }: ControlSchema['Resource'], { action, pricingToken }: ResourceAction): boolean {
  return actions.includes(action) || (action === 'expire' && pricingToken !== undefined);
}

function checkDetails({ action, errorCode, pricingToken }: ResourceAction): void {
  if (errorCode !== undefined && action !== 'fail') throw misplaced('errorCode', 'fail');
  if (pricingToken !== undefined && action !== 'expire') throw misplaced('pricingToken', 'expire');
}

function misplaced(name: string, action: string): Refusal {
  return new Refusal('not_combinable', [{ path: `/${name}`, message: `${name} goes with the action ${action} only` }]);
}

function notPossible({ kind, resourceId, actions, ...rest }: ControlSchema['Resource'], { action }: ResourceAction) {
  const state = 'state' in rest && rest.state !== null ? ` and ${rest.state}` : '';
  const possible = actions.length > 0 ? actions.join(', ') : 'nothing';
  const present = `${kind} ${resourceId} is ${rest.status}${state}`;
  const message = `${present}: ${action} cannot happen to it; possible is ${possible}`;
  return new Refusal('action_not_possible', [{ path: '/action', message }]);
}
