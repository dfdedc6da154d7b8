import type { Profile } from '../../store/profiles.ts';
import type { Exchange } from '../exchange.ts';
import { profileNow } from '../profile-clock.ts';
import type { Service } from '../service.ts';

/**
 * Goes in to the profile of an exchange, side by side with its other calls or alone (profile-gate.ts). Where
 * somebody has been alone with a profile since the exchange was opened, profile and clock are read again first:
 * a call is served before a reset or after it, and never by what was there before and is gone.
 */
export function enter<T>(
  service: Service,
  exchange: Exchange,
  how: 'share' | 'alone',
  findProfile: () => Promise<Profile>,
  work: () => Promise<T>,
): Promise<T> {
  return service.gate[how](exchange.profile!.code, async () => {
    if (exchange.turns !== service.gate.turns) {
      exchange.profile = await findProfile();
      exchange.now = profileNow(exchange.profile, service.clock.now());
    }
    return work();
  });
}
