import { MINUTE } from '../base/clock.ts';
import { inSlices, nextTurn } from '../base/turns.ts';
import { profileNow } from '../profiles/profile-clock.ts';
import type { Service } from '../service.ts';

/**
 * Removes searches and pricings some time after they expired, a few at a time so that requests do not wait for it.
 * They are kept as long again as they lived: until then a late client gets the error that its offer has expired,
 * afterwards that it is unknown. Returns a function that stops it.
 */
export function startPurge(service: Service): () => void {
  let running = false;
  let purged: Purged = new Map();
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    purgeExpired(service, purged)
      .then((now) => {
        purged = now;
      })
      .catch((error: unknown) => service.log.error({ err: error }, 'purge failed'))
      .finally(() => {
        running = false;
      });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * For each profile what its clock showed in the latest round, and the instant by which it was purged; undefined: not
 * yet.
 */
type Purged = ReadonlyMap<string, { reading: number; by: number | undefined }>;

/**
 * Purges each profile by its own clock, and again once that has moved on a little: most rounds only read clocks. What
 * fell due when a clock was advanced may still have to be listed: a profile is purged by what its clock showed in the
 * previous round.
 */
async function purgeExpired({ clock, config, store }: Service, before: Purged): Promise<Purged> {
  // Mostly nothing: what could not be removed before, on a full disk for example.
  await store.states.swept();
  const kept = Math.max(config.offerMinutes, config.transferOfferMinutes) * MINUTE;
  const purged = new Map<string, { reading: number; by: number | undefined }>();
  const pause = inSlices();
  for (const profile of await store.profiles.clocks()) {
    const reading = profileNow(profile, clock.now());
    const last = before.get(profile.code) ?? { reading: profile.clock ? undefined : reading, by: undefined };
    // A reset takes a clock back.
    const by = last.reading === undefined ? undefined : Math.min(last.reading, reading);
    const isDue = by !== undefined && (last.by === undefined || Math.abs(by - last.by) >= kept * STEP);
    if (isDue)
      for (const records of [store.searches, store.pricings])
        while ((await records.purge(by - kept, CHUNK, profile.owner)) === CHUNK) await nextTurn();
    purged.set(profile.code, { reading, by: isDue ? by : last.by });
    await pause();
  }
  return purged;
}

const EVERY_MS = 1000;
const CHUNK = 200;
/** How far a clock moves until its profile is purged again, as a share of the time for which records are kept. */
const STEP = 1 / 60;
