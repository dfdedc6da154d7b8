import { DAY } from '../../src/base/clock.ts';
import { Random } from '../../src/base/ids.ts';
import { airportCodes, findAirport } from '../../src/mock-providers/world/places.ts';
import { present } from '../support/present.ts';

/** Origin, destination and date: any airports of the world, every second time busy ones; the same on every run. */
export function randomRoutes(count: number): [string, string, string][] {
  const random = new Random('random-routes');
  const all = [...airportCodes()];
  const busy = all.filter((code) => present(findAirport(code)).service === 'major');
  const changes = ['2026-03-29', '2026-03-28', '2026-10-25', '2026-03-08', '2026-11-01', '2026-12-31'];
  return Array.from({ length: count }, (_, n) => {
    const pool = n % 2 ? busy : all;
    const from = random.pick(pool);
    const to = random.pick(
      pool.filter((code) => present(findAirport(code)).cityCode !== present(findAirport(from)).cityCode),
    );
    const date =
      n % 5
        ? new Date(Date.UTC(2026, 1, 10) + random.int(0, 700) * DAY).toISOString().slice(0, 10)
        : random.pick(changes);
    return [from, to, date];
  });
}
