import { MINUTE } from '../base/clock.ts';
import { inSlices, nextTurn } from '../base/turns.ts';
import { profileNow } from '../profiles/profile-clock.ts';
import type { Service } from '../service.ts';

/**
 * Removes searches and pricings some time after they expired, a few at a time so that requests do not wait for it. Each
 * is kept for twice its lifetime: until then a late client gets the error for an expired offer, afterwards the error
 * for an unknown one. A round without due records runs no statement. Returns a function that stops the purge, and
 * resolves after a round in progress has ended.
 */
export function startPurge(service: Service): () => Promise<void> {
  const stop = new AbortController();
  let round: Promise<void> | undefined;
  let readings: Readings = new Map();
  const timer = setInterval(() => {
    round ??= purgeExpired(service, readings, stop.signal)
      .then((now) => void (readings = now))
      .catch((error: unknown) => service.log.error({ err: error }, 'purge failed'))
      .finally(() => (round = undefined));
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await round;
  };
}

/** Each profile's clock reading in the latest round. */
type Readings = ReadonlyMap<string, number>;

/**
 * Purges each profile with a first record that had expired long enough ago at the clock reading of the previous round.
 * After a clock move, the list with the events due in between may still need that record. Clocks and the first expiry
 * are in memory, so a round without due records runs no statement.
 */
async function purgeExpired({ clock, config, store }: Service, before: Readings, stop: AbortSignal): Promise<Readings> {
  // Removes records that could not be removed before, on a full disk for example; usually there are none.
  await store.states.swept();
  if (!(await store.prepareToPurge())) return before;
  const kept = Math.round(Math.max(config.offerMinutes, config.transferOfferMinutes) * MINUTE);
  const readings = new Map<string, number>();
  const pause = inSlices();
  let removed = 0;
  for (const profile of await store.profiles.clocks()) {
    if (stop.aborted) break;
    const reading = profileNow(profile, clock.now());
    const last = before.get(profile.code) ?? (profile.clock ? -Infinity : reading);
    // A reset can move a clock back.
    const expiredBefore = Math.min(last, reading) - kept;
    for (const records of [store.searches, store.pricings]) {
      if (expiredBefore <= records.firstExpiry(profile.owner) + kept * STEP) continue;
      for (let isMore = true; isMore && !stop.aborted; await nextTurn()) {
        const count = await records.purge(expiredBefore, CHUNK, profile.owner);
        removed += count;
        isMore = count === CHUNK;
      }
    }
    readings.set(profile.code, reading);
    await pause();
  }
  if (removed > 0) await store.states.swept(true);
  return readings;
}

const EVERY_MS = 1000;
const CHUNK = 200;
/**
 * Additional time for the first expired record, as a share of the keeping time: a busy profile is purged this often.
 */
const STEP = 1 / 60;
