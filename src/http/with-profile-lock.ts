import { profileNow } from '../profiles/profile-clock.ts';
import type { Profile } from '../store/profiles.ts';
import type { Authenticated } from './exchange.ts';
import type { ExchangeServices } from './http-services.ts';

/**
 * Runs work under the profile lock of an exchange: together with other requests (`read`) or alone (`write`). After a
 * write since the opening of the exchange, it reads profile and clock again first. So a request sees the profile as it
 * was before a reset or as it is after it, and never a mixture of both.
 */
export function withProfileLock<T>(
  service: ExchangeServices,
  exchange: Authenticated,
  access: 'read' | 'write',
  findProfile: () => Promise<Profile>,
  work: () => Promise<T>,
): Promise<T> {
  return service.profileLock[access](exchange.profile.code, async () => {
    if (exchange.lockGeneration !== service.profileLock.generation) {
      exchange.profile = await findProfile();
      exchange.now = profileNow(exchange.profile, service.clock.now());
    }
    return work();
  });
}
