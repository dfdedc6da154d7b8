import { MINUTE } from '../clock.ts';
import { profileNow } from './profile-clock.ts';
import type { Service } from './service.ts';

/**
 * Removes searches and pricings some time after they expired, a few at a time so that no request waits for it.
 * They are kept as long again as they lived: until then a late client is told that its offer has expired,
 * afterwards that it is not known. Answers a function that stops it.
 */
export function startPurge(service: Service): () => void {
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    purgeExpired(service)
      .catch((error: unknown) => service.log.error({ err: error }, 'purge failed'))
      .finally(() => { running = false; });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function purgeExpired({ clock, config, store }: Service): Promise<void> {
  const kept = Math.max(config.offerMinutes, config.transferOfferMinutes) * MINUTE;
  const purge = async (now: number, profileCode?: string) => {
    for (const purged of [store.searches, store.pricings]) {
      while ((await purged.purge(now - kept, CHUNK, profileCode)) === CHUNK) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await purge(clock.now());
  for (const profile of await store.profiles.withOwnClock()) await purge(profileNow(profile, clock.now()), profile.code);
}

const EVERY_MS = 1000;
const CHUNK = 200;
