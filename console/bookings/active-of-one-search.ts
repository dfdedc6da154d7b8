import type { Schema } from '../api/client.ts';

/**
 * How many active reservations each search of a list has. Two are a booking that was sent again, or one booking that
 * was made as two reservations.
 */
export function activeOfOneSearch(resources: readonly Schema['Resource'][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const resource of resources)
    if (resource.kind === 'reservation' && isActive(resource))
      counts.set(resource.searchId, (counts.get(resource.searchId) ?? 0) + 1);
  return counts;
}

/** Whether it is, or may still become, a ride that is paid for. */
function isActive({ status, state }: Schema['ReservationResource']): boolean {
  return status === 'pending' || (status !== 'failed' && state === 'confirmed');
}
