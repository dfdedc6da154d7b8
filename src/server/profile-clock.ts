import type { Profile } from '../store/profiles.ts';

/** What time it is for a profile, when it is `serviceNow` for the service; epoch milliseconds. */
export function profileNow({ clock }: Profile, serviceNow: number): number {
  if (clock === null) return serviceNow;
  return 'frozenAt' in clock ? clock.frozenAt : serviceNow + clock.aheadMs;
}
