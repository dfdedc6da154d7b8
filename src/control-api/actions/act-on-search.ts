import type { Service } from '../../service.ts';
import type { ResourceAction } from './resource-action.ts';

/** Lets the offers of a search and their pricings expire, or one pricing; false where they have expired already. */
export async function actOnSearch(
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
