import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../src/base/clock.ts';
import { airlines, hubs } from '../../src/mock-providers/world/airlines.ts';
import { choose } from '../../src/mock-providers/world/choice.ts';
import { adultFare } from '../../src/mock-providers/world/fares.ts';
import { distanceKm } from '../../src/mock-providers/world/geography.ts';
import type { Journey } from '../../src/mock-providers/world/journeys.ts';
import { airportCodes, cityName, findAirport, findPlace, localDate } from '../../src/mock-providers/world/places.ts';
import type { Flight, Itinerary } from '../../src/mock-providers/world/timetable.ts';
import {
  longestLayover,
  MAX_FLIGHTS,
  shortestLayover,
  timetable,
  TURNAROUND,
} from '../../src/mock-providers/world/timetable.ts';
import { dayOf, Zone, zoneOf } from '../../src/mock-providers/world/zones.ts';
import { present } from '../support/present.ts';
import { randomRoutes } from './random-routes.ts';

const CODES = [...airportCodes()];
const MAJOR = CODES.filter((code) => present(findAirport(code)).service === 'major');

const SAMPLES = randomRoutes(200);
const INLAND = [
  ['EDI', 'BRS'],
  ['BIO', 'IBZ'],
  ['PMO', 'TRN'],
  ['BRE', 'STR'],
  ['SEA', 'MIA'],
  ['URC', 'HAK'],
  ['BVB', 'POA'],
] as const;

describe('places', () => {
  it('knows every airport with its code, position and a time zone of Intl', () => {
    expect(CODES.length).toBeGreaterThan(7000);
    for (const code of CODES) {
      const airport = present(findAirport(code));
      expect(airport.iataCode).toBe(code);
      expect(airport.name && airport.city.en && airport.cityCode).toBeTruthy();
      expect(airport.country).toMatch(/^[A-Z]{2}$/);
      expect(Math.abs(airport.latitude)).toBeLessThanOrEqual(90);
      expect(Math.abs(airport.longitude)).toBeLessThanOrEqual(180);
      zoneOf(airport.timeZone);
    }
  });

  it('names cities in English, Spanish and Chinese', () => {
    const london = present(findAirport('LHR'));
    expect(london).toMatchObject({ cityCode: 'LON', country: 'GB', timeZone: 'Europe/London' });
    expect([cityName(london, 'en'), cityName(london, 'es'), cityName(london, 'zh')]).toEqual([
      'London',
      'Londres',
      '伦敦',
    ]);
    expect(cityName(present(findAirport('MAD')), 'es')).toBe('Madrid');
    expect(MAJOR.filter((code) => present(findAirport(code)).city.zh).length).toBeGreaterThan(200);
  });

  it('resolves a city to its airports, an airport to itself, and other codes to nothing', () => {
    expect(findPlace('LON')).toMatchObject({ kind: 'city', code: 'LON' });
    expect(present(findPlace('LON')).airports.map((a) => a.iataCode)).toEqual([
      'LHR',
      'LGW',
      'STN',
      'LTN',
      'LCY',
      'SEN',
    ]);
    expect(findPlace('LHR')).toMatchObject({ kind: 'airport', airports: [{ iataCode: 'LHR' }] });
    expect(findPlace('SHA')).toMatchObject({ kind: 'city' });
    expect(findPlace('ZZZ')).toBeUndefined();
    expect(findPlace('lon')).toBeUndefined();
  });

  it('returns the local date on both sides of the date line', () => {
    const now = Date.UTC(2026, 2, 15, 23, 30);
    expect(localDate(present(findAirport('AKL')), now)).toBe('2026-03-16');
    expect(localDate('Pacific/Honolulu', now)).toBe('2026-03-15');
  });

  it('agrees with Intl on offsets at every hour of the days around clock changes', () => {
    for (const [name, date] of [
      ['Europe/Madrid', '2026-03-29'],
      ['America/New_York', '2026-11-01'],
      ['Australia/Lord_Howe', '2026-10-04'],
      ['Africa/Casablanca', '2026-03-22'],
    ] as const) {
      const zone = new Zone(name);
      for (let at = dayOf(date) - DAY; at < dayOf(date) + 2 * DAY; at += 30 * MINUTE) {
        expect(zone.local(at)).toBe(intlLocal(at, name));
      }
    }
  });
});

describe('airlines', () => {
  it('have real hubs', () => {
    expect([...airlines()].length).toBeGreaterThanOrEqual(30);
    expect(hubs().length).toBeGreaterThan(100);
  });
});

describe('timetable', () => {
  it('has many itineraries between busy airports, and few or none between small ones', () => {
    const counts = (service: readonly string[]) =>
      SAMPLES.filter(([from, to]) =>
        [from, to].every((code) => service.includes(present(findAirport(code)).service)),
      ).map(([from, to, date]) => timetable(from, to, date).itineraries.length);
    const busy = counts(['major']);
    expect(busy.filter((count) => count > 0).length / busy.length).toBeGreaterThan(0.8);
    expect(busy.filter((count) => count >= 6).length / busy.length).toBeGreaterThan(0.5);
    expect(counts(['none']).filter((count) => count > 0)).toEqual([]);
    const all = SAMPLES.map(([from, to, date]) => timetable(from, to, date).itineraries.length);
    expect(all.filter((count) => count === 0).length).toBeGreaterThan(20);
    expect(Math.max(...all)).toBeLessThanOrEqual(24);
  });

  it('has flights on the requested date, with arrivals after departures and durations that add up', () => {
    for (const itinerary of everyItinerary()) {
      expect(itinerary.arrivesAt).toBeGreaterThan(itinerary.departsAt);
      expect(itinerary.durationMinutes).toBe(
        sum(itinerary.flights.map((f) => f.durationMinutes)) + sum(layovers(itinerary)),
      );
      for (const flight of itinerary.flights) {
        expect(flight.arrivesAt - flight.departsAt).toBe(flight.durationMinutes * MINUTE);
        expect(flight.durationMinutes).toBeGreaterThan(0);
      }
    }
    for (const [from, to, date] of SAMPLES) {
      for (const { flights } of timetable(from, to, date).itineraries)
        expect(flights[0].departingAt.slice(0, 10)).toBe(date);
    }
  });

  it('has the local times of its airports', () => {
    for (const [from, to, date] of SAMPLES.slice(0, 60)) {
      for (const flight of timetable(from, to, date).itineraries.flatMap((i) => i.flights)) {
        expect(flight.departingAt).toBe(intlLocal(flight.departsAt, flight.origin.timeZone));
        expect(flight.arrivingAt).toBe(intlLocal(flight.arrivesAt, flight.destination.timeZone));
      }
    }
  });

  it('connects at one airport, with a legal layover, at a hub of an airline that flies there', () => {
    for (const { flights } of everyItinerary()) {
      expect(flights.length).toBeLessThanOrEqual(MAX_FLIGHTS);
      for (const [i, next] of flights.slice(1).entries()) {
        const one = present(flights[i]);
        const layover = (next.departsAt - one.arrivesAt) / MINUTE;
        expect(next.origin).toBe(one.destination);
        expect(layover).toBeGreaterThanOrEqual(shortestLayover(one, next));
        expect(layover).toBeLessThanOrEqual(longestLayover(one, next));
        expect(layover).toBeLessThan(24 * 60);
      }
    }
    const counts = new Set(everyItinerary().map(({ flights }) => flights.length));
    expect([...counts].sort()).toEqual([1, 2, 3]);
  });

  it('is sold by an airline of one of its flights', () => {
    for (const { airline, flights } of everyItinerary()) expect(flights.map((one) => one.marketing)).toContain(airline);
  });

  it('makes a long detour only if no shorter way exists', () => {
    for (const [from, to, date] of SAMPLES) {
      const connecting = timetable(from, to, date).itineraries.filter(({ flights }) => flights.length > 1);
      const long = connecting.filter(({ flights }) => {
        const flown = sum(flights.map((flight) => flight.distanceKm));
        return flown > 1.3 * distanceKm(flights[0].origin, present(flights.at(-1)).destination) + 610;
      });
      expect([0, connecting.length], `${from}-${to}`).toContain(long.length);
    }
  });

  it('stays in the country between two of its airports', () => {
    for (const [from, to] of INLAND)
      for (const { flights } of timetable(from, to, '2026-05-04').itineraries)
        expect(new Set(flights.flatMap((f) => [f.origin.country, f.destination.country])).size).toBe(1);
  });

  it('has overnight layovers, visible in its dates', () => {
    const nights = everyItinerary()
      .flatMap(({ flights }) => flights.slice(1).map((next, i) => [present(flights[i]), next] as const))
      .filter(([one, next]) => one.arrivingAt.slice(0, 10) < next.departingAt.slice(0, 10));
    expect(nights.length).toBeGreaterThan(50);
  });

  it("uses an airline's flight number once a day, and not for the way back", () => {
    for (const [from, to] of [
      ['MAD', 'LHR'],
      ['LHR', 'JFK'],
      ['FRA', 'FCO'],
      ['SYD', 'MEL'],
      ['BGO', 'SVG'],
    ] as const) {
      const numbers = [...directNumbers(from, to), ...directNumbers(to, from)];
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });

  it('sells nothing at closed airports', () => {
    for (const code of ['TXL', 'ISL', 'NAY', 'KBP'])
      for (const other of ['MAD', 'LHR', 'IST', 'PEK']) {
        expect(timetable(code, other, '2026-05-04').itineraries).toEqual([]);
        expect(timetable(other, code, '2026-05-04').itineraries).toEqual([]);
      }
  });

  it('flies at the speed of an airliner', () => {
    for (const flight of everyItinerary().flatMap((i) => i.flights)) {
      const kmh = flight.distanceKm / ((flight.durationMinutes - 30) / 60);
      expect(kmh, `${flight.origin.iataCode}-${flight.destination.iataCode}`).toBeLessThan(1000);
      expect(flight.distanceKm / (flight.durationMinutes / 60)).toBeGreaterThan(60);
    }
  });

  it('gives a flight number the same local departure time every day', () => {
    const times = new Map<string, string>();
    for (let day = 1; day <= 28; day++) {
      for (const { flights } of timetable('MAD', 'LHR', `2026-03-${String(day).padStart(2, '0')}`).itineraries) {
        const { marketing, number, departingAt, origin, destination } = flights[0];
        const name = `${marketing.iataCode}${number} ${origin.iataCode}-${destination.iataCode}`;
        expect(times.get(name) ?? departingAt.slice(11)).toBe(departingAt.slice(11));
        times.set(name, departingAt.slice(11));
      }
    }
    expect(times.size).toBeGreaterThan(8);
  });

  it('is the same object while cached, and equal when created again', () => {
    const first = timetable('BCN', 'JFK', '2026-07-01');
    expect(timetable('BCN', 'JFK', '2026-07-01')).toBe(first);
    for (let day = 0; day < 400; day++)
      timetable('AGP', 'BIO', new Date(Date.UTC(2026, 0, 1) + day * DAY).toISOString().slice(0, 10));
    const again = timetable('BCN', 'JFK', '2026-07-01');
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });

  it('includes all airports of a city', () => {
    const used = new Set(
      timetable('LON', 'PAR', '2026-05-04').itineraries.flatMap((i) => [
        i.flights[0].origin.iataCode,
        present(i.flights.at(-1)).destination.iataCode,
      ]),
    );
    expect(
      [...used].filter((c) => present(findPlace('LON')).airports.some((a) => a.iataCode === c)).length,
    ).toBeGreaterThan(1);
    expect([...used].every((c) => ['LON', 'PAR'].includes(present(findAirport(c)).cityCode))).toBe(true);
  });

  it('is empty for an unknown code, and within one airport or city', () => {
    expect(timetable('ZZZ', 'MAD', '2026-05-04').itineraries).toEqual([]);
    expect(timetable('MAD', 'MAD', '2026-05-04').itineraries).toEqual([]);
    expect(timetable('LON', 'LHR', '2026-05-04').itineraries).toEqual([]);
    expect(timetable('JFK', 'EWR', '2026-05-04').itineraries).toEqual([]);
  });

  it('sells some flights that a partner operates', () => {
    const flights = everyItinerary().flatMap((i) => i.flights);
    expect(flights.some((f) => f.operating !== f.marketing)).toBe(true);
    expect(flights.some((f) => f.operating === f.marketing)).toBe(true);
  });
});

describe('journeys', () => {
  it('return at least two hours after the arrival', () => {
    for (const [from, to, date] of SAMPLES.slice(0, 80))
      for (const {
        parts: [there, back],
      } of returns([from, to, date], [to, from, date]))
        expect(present(back).departsAt - there.arrivesAt).toBeGreaterThanOrEqual(TURNAROUND);
  });

  it('may return on the same day from nearby places, but not from the antipodes', () => {
    expect(returns(['MAD', 'BCN', '2026-05-04'], ['BCN', 'MAD', '2026-05-04']).length).toBeGreaterThan(20);
    expect(returns(['MAD', 'SYD', '2026-05-04'], ['SYD', 'MAD', '2026-05-04'])).toEqual([]);
  });

  it('are all different', () => {
    const list = returns(['MAD', 'LHR', '2026-05-04'], ['LHR', 'MAD', '2026-05-09']);
    expect(new Set(list.map(({ parts }) => parts.map(({ index }) => index).join())).size).toBe(list.length);
    expect(new Set(list.map(({ index }) => index)).size).toBe(list.length);
  });
});

describe('fares', () => {
  it('rise with the brand, the cabin and the distance', () => {
    for (const itinerary of everyItinerary().slice(0, 300)) {
      const rising = (['economy', 'premium_economy', 'business', 'first'] as const).flatMap((cabin) =>
        ([0, 1, 2] as const).map((brand) => adultFare(itinerary, cabin, brand)),
      );
      expect(rising).toEqual(rising.toSorted((a, b) => a - b));
    }
    const cheapest = (to: string) =>
      Math.min(...timetable('MAD', to, '2026-05-04').itineraries.map((i) => adultFare(i, 'economy', 0)));
    expect(cheapest('BCN')).toBeLessThan(cheapest('ATH'));
    expect(cheapest('ATH')).toBeLessThan(cheapest('NRT'));
  });
});

type Trip = [from: string, to: string, date: string];

/** A hundred return journeys at most. */
function returns(there: Trip, back: Trip): Journey[] {
  const demand = { outbound: timetable(...there), inbound: timetable(...back), cabin: 'economy', seats: 1 } as const;
  const choices = choose(demand, 150, { world: 'world', now: Date.UTC(2026, 0, 1) });
  return [...new Set(choices.map(({ journey }) => journey))];
}

function directNumbers(from: string, to: string): string[] {
  return timetable(from, to, '2026-05-04')
    .itineraries.filter(({ flights }) => flights.length === 1)
    .map(({ airline, flights: [flight] }) => `${airline.iataCode}${flight.number}`);
}

function everyItinerary(): Itinerary[] {
  return SAMPLES.flatMap(([from, to, date]) => timetable(from, to, date).itineraries);
}

function layovers({ flights }: Itinerary): number[] {
  return flights.slice(1).map((flight: Flight, i) => (flight.departsAt - flights[i].arrivesAt) / MINUTE);
}

function sum(numbers: number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function intlLocal(instant: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format)
    formats.set(
      timeZone,
      (format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })),
    );
  return format.format(instant).replace(' ', 'T');
}
