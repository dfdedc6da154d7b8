import type { Metrics } from '../metrics/metrics.ts';
import { profileNow } from '../profiles/profile-clock.ts';
import type { Service } from '../service.ts';

/** Counts the requests of a sandbox from now on. Loads the client of Prometheus. */
export async function countRequests(service: Service): Promise<Metrics> {
  const { openMetrics } = await import('../metrics/open-metrics.ts');
  const { underway, journal, store } = service;
  return openMetrics({
    underway: () => underway.size,
    journalLag: () => journal.lag,
    droppedLines: () => service.droppedLines(),
    dueBookings: () => countDue(service),
    pool: store.pool,
  });
}

async function countDue({ clock, store }: Service): Promise<number> {
  const readings = new Map<number, number>();
  for (const profile of await store.profiles.clocks()) readings.set(profile.owner, profileNow(profile, clock.now()));
  const bookings = await store.bookings.allDue(MAX_DUE);
  return bookings.filter(({ owner, dueAt }) => dueAt <= (readings.get(owner) ?? -Infinity)).length;
}

/** More pending bookings than that are not counted. */
const MAX_DUE = 10_000;
