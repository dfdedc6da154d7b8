import type { Schema } from '../api/client.ts';
import { control, ControlError, dataOf } from '../api/client.ts';
import { textAt } from './summary.ts';

export interface Related {
  resource: Schema['Resource'];
  /** Null if there is none, and once the service has forgotten it. */
  offer: Schema['OfferResource'] | null;
  search: Schema['SearchResource'] | null;
}

/** Loads a resource with its offer and its search. */
export async function loadWithRelated(profileCode: string, resourceId: string): Promise<Related> {
  const resource = await load(profileCode, resourceId);
  const offer = await loadIfThere(profileCode, offerIdOf(resource));
  const search = await loadIfThere(profileCode, searchIdOf(resource) ?? (offer && searchIdOf(offer)));
  return {
    resource,
    offer: offer?.kind === 'offer' ? offer : null,
    search: search?.kind === 'search' ? search : null,
  };
}

function offerIdOf(resource: Schema['Resource']): string | null {
  if (resource.kind === 'order') return resource.offerId;
  if (resource.kind !== 'reservation') return null;
  const resultId = textAt(resource.request, 'resultId');
  return resultId === '' ? null : `${resource.searchId}.${resultId}`;
}

function searchIdOf(resource: Schema['Resource']): string | null {
  return 'searchId' in resource ? resource.searchId : null;
}

async function loadIfThere(profileCode: string, resourceId: string | null): Promise<Schema['Resource'] | null> {
  if (resourceId === null) return null;
  return load(profileCode, resourceId).catch((error: unknown) => {
    if (error instanceof ControlError && error.status === 404) return null;
    throw error;
  });
}

async function load(profileCode: string, resourceId: string): Promise<Schema['Resource']> {
  const path = { profileCode, resourceId };
  const { resource } = await dataOf(
    control.GET('/_sandbox/profiles/{profileCode}/resources/{resourceId}', { params: { path } }),
  );
  return resource;
}
