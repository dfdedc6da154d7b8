import { expect, it } from 'vitest';
import { DAY, toIso } from '../../src/base/clock.ts';
import { Random } from '../../src/base/ids.ts';
import { airportCodes } from '../../src/mock-providers/world/places.ts';
import { NOW, useSandbox } from '../support/sandbox.ts';

const server = useSandbox();
const random = new Random('anywhere');
const airports = Array.from({ length: 300 }, () => random.pick([...airportCodes()]));

it('serves searches between any two airports on any date, with and without offers', async () => {
  const counts: number[] = [];
  for (let n = 0; n < 400; n++) {
    const request = anywhere();
    const { status, body } = await server.post('/v1/flights/search', request);
    expect(status, JSON.stringify({ request, body })).toBe(200);
    counts.push(body.offers.length);
  }
  expect(counts).toContain(0);
  expect(Math.max(...counts)).toBeGreaterThan(0);
});

function anywhere(): object {
  const origin = random.pick(airports);
  const destination = random.pick(airports.filter((code) => code !== origin));
  const [there, stay] = [random.int(1, 340), random.int(0, 9)];
  const slices = [{ origin, destination, departure_date: dayAfter(there) }];
  if (random.chance(0.3))
    slices.push({ origin: destination, destination: origin, departure_date: dayAfter(there + stay) });
  return {
    slices,
    passengers: random.pick(PARTIES).map((type) => ({ type })),
    cabin_class: random.pick(['economy', 'premium_economy', 'business', 'first']),
  };
}

const PARTIES = [['adult'], ['adult', 'child', 'infant_without_seat'], ['adult', 'infant_without_seat']];

function dayAfter(days: number): string {
  return toIso(Date.parse(NOW) + days * DAY).slice(0, 10);
}
