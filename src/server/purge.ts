import { MINUTE } from '../base/clock.ts';
import { inSlices, nextTurn } from '../base/turns.ts';
import { profileNow } from '../profiles/profile-clock.ts';
import type { Service } from '../service.ts';

/**
 * Removes searches and pricings some time after they expired, a few at a time so that requests do not wait for it.
 * They are kept as long again as they lived: until then a late client gets the error that its offer has expired,
 * afterwards that it is unknown. A sandbox in which nothing is due runs no statement. Returns a function that stops it.
 */
export function startPurge(service: Service): () => void {
  let running = false;
  let readings: Readings = new Map();
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    purgeExpired(service, readings)
      .then((now) => {
        readings = now;
      })
      .catch((error: unknown) => service.log.error({ err: error }, 'purge failed'))
      .finally(() => {
        running = false;
      });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** What the clock of each profile showed in the latest round. */
type Readings = ReadonlyMap<string, number>;

/**
 * Purges each profile whose first record was expired for long enough when its clock was read in the previous round:
 * what fell due when a clock was advanced may still have to be listed. Clocks and the first expiry are in memory, so a
 * round in which nothing is due runs no statement.
 */
async function purgeExpired({ clock, config, store }: Service, before: Readings): Promise<Readings> {
  // Mostly nothing: what could not be removed before, on a full disk for example.
  await store.states.swept();
  const kept = Math.round(Math.max(config.offerMinutes, config.transferOfferMinutes) * MINUTE);
  const readings = new Map<string, number>();
  const pause = inSlices();
  for (const profile of await store.profiles.clocks()) {
    const reading = profileNow(profile, clock.now());
    const last = before.get(profile.code) ?? (profile.clock ? -Infinity : reading);
    // A reset takes a clock back.
    const expiredBefore = Math.min(last, reading) - kept;
    for (const records of [store.searches, store.pricings]) {
      if (expiredBefore <= records.firstExpiry(profile.owner) + kept * STEP) continue;
      while ((await records.purge(expiredBefore, CHUNK, profile.owner)) === CHUNK) await nextTurn();
    }
    readings.set(profile.code, reading);
    await pause();
  }
  return readings;
}

const EVERY_MS = 1000;
const CHUNK = 200;
/** How much longer the first record is kept, as a share of that time: a busy profile is purged this often. */
const STEP = 1 / 60;
