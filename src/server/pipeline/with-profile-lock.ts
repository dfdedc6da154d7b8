import type { Profile } from '../../store/profiles.ts';
import type { Exchange } from '../exchange.ts';
import { profileNow } from '../profile-clock.ts';
import type { Service } from '../service.ts';

/**
 * Goes in to the profile of an exchange, side by side with its other calls or alone (profile-lock.ts). Where
 * somebody has been alone with a profile since the exchange was opened, profile and clock are read again first:
 * a call is served before a reset or after it, and never by what was there before and is gone.
 */
export function withProfileLock<T>(
  service: Service,
  exchange: Exchange,
  access: 'read' | 'write',
  findProfile: () => Promise<Profile>,
  work: () => Promise<T>,
): Promise<T> {
  return service.profileLock[access](exchange.profile!.code, async () => {
    if (exchange.lockGeneration !== service.profileLock.generation) {
      exchange.profile = await findProfile();
      exchange.now = profileNow(exchange.profile, service.clock.now());
    }
    return work();
  });
}
