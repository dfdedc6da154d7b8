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
  const readings = new Map<string, number>();
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    purgeExpired(service, readings)
      .catch((error: unknown) => service.log.error({ err: error }, 'purge failed'))
      .finally(() => { running = false; });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * A profile's own clock may have leapt a moment ago, and what fell due by that is still being told: its records are
 * removed by what it showed the last time. `readings` keeps that.
 */
async function purgeExpired({ clock, config, store }: Service, readings: Map<string, number>): Promise<void> {
  const kept = Math.max(config.offerMinutes, config.transferOfferMinutes) * MINUTE;
  const purge = async (now: number, profileCode?: string) => {
    for (const purged of [store.searches, store.pricings]) {
      while ((await purged.purge(now - kept, CHUNK, profileCode)) === CHUNK) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await purge(clock.now());
  const before = new Map(readings);
  readings.clear();
  for (const profile of await store.profiles.withOwnClock()) {
    const [last, now] = [before.get(profile.code), profileNow(profile, clock.now())];
    readings.set(profile.code, now);
    // A reset takes a clock back.
    if (last !== undefined) await purge(Math.min(last, now), profile.code);
  }
}

const EVERY_MS = 1000;
const CHUNK = 200;
