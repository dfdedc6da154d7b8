import { profileNow } from '../profiles/profile-clock.ts';
import { ReplacedError } from '../store/errors.ts';
import type { Profile } from '../store/profiles.ts';
import type { Authenticated } from './exchange.ts';
import type { ExchangeServices } from './http-services.ts';

/**
 * Runs work under the profile lock of an exchange: together with other requests (`read`) or alone (`write`). After a
 * write since the opening of the exchange, it reads profile and clock again first. So a request sees the profile as it
 * was before a reset or as it is after it, and never a mixture of both. Work interrupted by a replacement in another
 * process runs again on the new state: nothing of it was stored there.
 */
export async function withProfileLock<T>(
  service: ExchangeServices,
  exchange: Authenticated,
  access: 'read' | 'write',
  findProfile: () => Promise<Profile>,
  work: () => Promise<T>,
): Promise<T> {
  const { profileLock } = service;
  const { code } = exchange.profile;
  for (let attempt = 1; ; attempt++) {
    await profileLock.catchUp(code);
    try {
      return await profileLock[access](code, async () => {
        if (exchange.lockGeneration !== profileLock.generation) {
          exchange.profile = await findProfile();
          exchange.now = profileNow(exchange.profile, service.clock.now());
          if (profileLock.isBehind(code))
            throw new ReplacedError(`another process has replaced the state of ${code} again`);
        }
        return work();
      });
    } catch (error) {
      if (!(error instanceof ReplacedError) || attempt === MAX_ATTEMPTS) throw error;
      // Notes the new state, which the next attempt catches up with. Throws if the profile was removed.
      await findProfile();
    }
  }
}

/** A profile is replaced far less often than a request takes. */
const MAX_ATTEMPTS = 20;
