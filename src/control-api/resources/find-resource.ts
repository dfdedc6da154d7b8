import { isForgotten } from '../../base/lifetime.ts';
import { searchIdOf } from '../../flights/public-offer.ts';
import type { ControlSchema } from '../../interface/control-api.ts';
import { Refusal } from '../../interface/errors/refusal.ts';
import type { Service } from '../../service.ts';
import type { Profile } from '../../store/profiles.ts';
import type { SearchRecord } from '../../store/searches.ts';
import { settleDue } from '../../transfers/settle.ts';
import {
  describeOffers,
  describeOrder,
  describeReservations,
  describeSearch,
  searchIdOfTransferOffer,
} from './describe-resource.ts';

/** One resource in a profile, in any kind. Refuses unknown ids and other profiles' ids with `not_found`. */
export async function findResource(
  service: Service,
  { code }: Profile,
  resourceId: string,
  now: number,
): Promise<ControlSchema['Resource']> {
  const found =
    (await findOffer(service, code, resourceId, now)) ??
    (await findOrder(service, code, resourceId, now)) ??
    (await findSearch(service, code, resourceId, now)) ??
    (await findReservation(service, code, resourceId, now));
  if (found) return found;
  throw new Refusal('not_found', [
    {
      path: 'path/resourceId',
      message:
        `profile ${code} has no search, offer, order or reservation "${resourceId.slice(0, 100)}", ` +
        'or its search ended long ago',
    },
  ]);
}

async function findOffer(service: Service, code: string, resourceId: string, now: number) {
  const searchId = searchIdOf(resourceId) ?? searchIdOfTransferOffer(resourceId);
  const search = searchId && (await knownSearch(service, code, searchId, now));
  return search
    ? (await describeOffers(service, search, now)).find((offer) => offer.resourceId === resourceId)
    : undefined;
}

async function findOrder({ store }: Service, code: string, orderId: string, now: number) {
  const order = await store.orders.find(code, orderId);
  return order && describeOrder(order, now);
}

async function findSearch(service: Service, code: string, searchId: string, now: number) {
  const search = await knownSearch(service, code, searchId, now);
  return search && describeSearch(search, await service.store.resources.pricings(code, [search]), now);
}

async function findReservation(service: Service, code: string, bookingId: string, now: number) {
  await settleDue(service.transfers, code, now);
  const state = await service.store.resources.booking(code, bookingId);
  return state && (await describeReservations(service, code, [state], now))[0];
}

/** A forgotten search is unknown, whether its record still exists or not. */
export async function knownSearch(
  { store }: Service,
  code: string,
  searchId: string,
  now: number,
): Promise<SearchRecord | undefined> {
  const search = await store.searches.find(code, searchId);
  return search && !isForgotten(search, now) ? search : undefined;
}
