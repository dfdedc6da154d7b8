import { profileNow } from '../profiles/profile-clock.ts';
import { ReplacedError } from '../store/errors.ts';
import type { Profile } from '../store/profiles.ts';
import type { Exchange } from './exchange.ts';
import type { ExchangeServices } from './http-services.ts';

/**
 * Runs work under a profile's lock: together with other requests (`read`) or alone (`write`). Finds the profile under
 * the lock, and reads the clock again after a write since the exchange was opened. A request therefore sees the profile
 * either before or after a reset, never a mixture. Throws ReplacedError if another process has replaced the profile's
 * state: the caller repeats the attempt after `catchUp`.
 */
export function withProfileLock<Stage extends Exchange, Found extends { profile: Profile }, T>(
  { profileLock, clock }: ExchangeServices,
  exchange: Stage,
  { code, access, find }: { code: string; access: 'read' | 'write'; find: () => Promise<Found> },
  work: (exchange: Stage & Found) => Promise<T>,
): Promise<T> {
  return profileLock[access](code, async () => {
    const found = await find();
    if (profileLock.isBehind(code)) throw new ReplacedError(`another process has replaced the state of ${code}`);
    const isOutdated = exchange.lockGeneration !== profileLock.generation;
    if (isOutdated || !exchange.profile)
      exchange.now = profileNow(found.profile, isOutdated ? clock.now() : exchange.now);
    return work(Object.assign(exchange, found));
  });
}
