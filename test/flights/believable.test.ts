import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/base/clock.ts';
import { exchangeRate } from '../../src/flights/exchange-rates.ts';
import type { Offer, Segment, Slice } from '../../src/interface/api.ts';
import { present } from '../support/present.ts';
import { airportFacts, countryOf } from './airport-facts.ts';
import type { Searched } from './believable-searches.ts';
import { instantOf, oneAdult, searchEach, walk } from './believable-searches.ts';
import { PUBLISHED_TIMES } from './published-times.ts';
import { worseThan } from './worse-brands.ts';

const walked = await searchEach(walk());
const offers = walked.flatMap((search) => search.offers);
const slices = offers.flatMap((offer) => offer.slices);
const segments = slices.flatMap((slice) => slice.segments);

describe('the view of a traveller in fifty searches', () => {
  it('covers enough offers', () => {
    expect(walked.length).toBeGreaterThan(50);
    expect(offers.length).toBeGreaterThan(1000);
    const empty = walked.filter(
      ({ request, offers }) => request.cabin_class !== 'premium_economy' && offers.length === 0,
    );
    expect(empty.map(routeOf)).toEqual([]);
  });

  it('has no penalty above the price of the offer', () => {
    for (const { totalAmount, currency, conditions } of offers) {
      for (const condition of Object.values(conditions)) {
        if (condition?.penaltyAmount == null) continue;
        const penalty = Number(condition.penaltyAmount) * exchangeRate(present(condition.currency), currency);
        expect(penalty).toBeLessThanOrEqual(totalAmount);
      }
    }
  });

  it('has no brand that costs more and has worse terms than another of the same provider and flights', () => {
    let compared = 0;
    for (const { offers } of walked) {
      for (const [cheaper, dearer] of brandsInTurn(offers)) {
        expect(worseThan(dearer, cheaper), `${present(dearer.slices[0]).fareName}`).toEqual([]);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(300);
  });

  it('names existing terminals', () => {
    const named = segments.flatMap(({ departure, arrival }) => [departure, arrival]);
    for (const { iataCode, terminal } of named) {
      const known = airportFacts.get(iataCode);
      if (known) expect(known, `${iataCode} terminal ${terminal}`).toContain(terminal);
    }
    const judged = new Set(named.map(({ iataCode }) => iataCode).filter((code) => airportFacts.has(code)));
    expect(judged.size).toBeGreaterThan(20);
  });

  it('arrives after the departure, and its durations add up', () => {
    for (const slice of slices) {
      expect(minutesOf(slice)).toBe(slice.durationMinutes);
      for (const segment of slice.segments) {
        expect(segment.durationMinutes).toBeGreaterThan(0);
        expect(minutesOf(segment)).toBe(segment.durationMinutes);
      }
      const flown = slice.segments.reduce((sum, segment) => sum + segment.durationMinutes, 0);
      expect(flown + changesOf(slice).reduce((sum, change) => sum + change.minutes, 0)).toBe(slice.durationMinutes);
    }
  });

  it('changes planes at one airport, in 45 minutes or more (60 across borders) and less than 24 hours', () => {
    for (const { before, after, minutes } of slices.flatMap(changesOf)) {
      expect(after.departure.iataCode).toBe(before.arrival.iataCode);
      expect(minutes).toBeGreaterThanOrEqual(isDomestic(before) && isDomestic(after) ? 45 : 60);
      expect(minutes).toBeLessThan(24 * 60);
    }
  });

  it('stays in the country between two of its cities', () => {
    const inland = slices.filter(({ departure, arrival }) => countryOf(departure) === countryOf(arrival));
    expect(inland.length).toBeGreaterThan(200);
    for (const { departure, segments } of inland)
      for (const { arrival } of segments) expect(countryOf(arrival)).toBe(countryOf(departure));
  });

  it('uses a flight number once a day and in one direction', () => {
    const flights = new Map<string, string>();
    const ways = new Map<string, string>();
    for (const { airline, flightNumber, departure, arrival } of segments) {
      const number = `${airline.marketingCarrier.iataCode}${flightNumber}`;
      const way = `${departure.iataCode}-${arrival.iataCode}`;
      const day = `${number} on ${departure.departingAt.slice(0, 10)}`;
      const flight = `${way} at ${departure.departingAt}`;
      expect(flights.get(day) ?? flight, day).toBe(flight);
      expect(ways.get(number) ?? way, number).toBe(way);
      flights.set(day, flight);
      ways.set(number, way);
    }
    expect(ways.size).toBeGreaterThan(500);
  });
});

describe('First', () => {
  it('is sold neither by low-cost airlines nor on short hops', async () => {
    const short = ['STN-DUB', 'MAD-BCN', 'LHR-CDG', 'BCN-FCO', 'SYD-MEL', 'LGA-BOS', 'KUL-SIN', 'DUB-STN', 'LHR-DXB'];
    const long = ['LHR-JFK', 'DXB-LHR', 'SIN-FRA', 'JFK-LAX', 'CDG-NRT', 'LGW-JFK', 'SYD-SIN', 'ORD-SFO'];
    const searched = await searchEach([...short, ...long].map((route) => oneAdult(...ends(route), 'first')));
    for (const { request, offers } of searched) {
      for (const { segments } of offers.flatMap((offer) => offer.slices)) {
        const longest = segments.toSorted((a, b) => b.durationMinutes - a.durationMinutes)[0];
        expect(present(longest).durationMinutes, routeOf({ request })).toBeGreaterThanOrEqual(150);
        expect(LOW_COST).not.toContain(present(longest).airline.marketingCarrier.iataCode);
      }
    }
    expect(searched.slice(0, 8).map((search) => search.offers.length)).toEqual(Array(8).fill(0));
    expect(searched.slice(8).filter((search) => search.offers.length > 0).length).toBeGreaterThan(5);
  });
});

describe('a journey without flights', () => {
  it.each(['TXL-LHR', 'MAD-TXL', 'ISL-FRA', 'LHR-ISL', 'NAY-PVG', 'HKG-NAY'])(
    'a closed airport has no offers: %s',
    async (route) => expect(await offersOf(route)).toHaveLength(0),
  );

  it.each(['LHR-LGW', 'LGW-STN', 'JFK-EWR', 'CDG-ORY', 'HND-NRT', 'MXP-LIN', 'IAD-DCA', 'GRU-CGH', 'PEK-PKX'])(
    'a trip between two airports of one city has no offers: %s',
    async (route) => expect(await offersOf(route)).toHaveLength(0),
  );
});

describe('the duration of a non-stop flight is within 5 % of the published one', () => {
  it.each(PUBLISHED_TIMES)('$from to $to: $minutes minutes', async ({ from, to, minutes }) => {
    const found = await offersOf(`${from}-${to}`);
    const nonStop = found.flatMap((offer) => offer.slices).filter((slice) => slice.segments.length === 1);
    expect(nonStop.length).toBeGreaterThan(0);
    for (const { durationMinutes } of nonStop) {
      expect(durationMinutes).toBeGreaterThanOrEqual(0.95 * minutes);
      expect(durationMinutes).toBeLessThanOrEqual(1.05 * minutes);
    }
  });
});

const LOW_COST = 'FR U2 W6 VY LS DY PC FZ 6E IX TR AK FD VJ QG JT 5J UO MM GK 7C LJ JQ B6 WN F9 G4 Y4 VB'.split(' ');

async function offersOf(route: string): Promise<readonly Offer[]> {
  const [searched] = await searchEach([oneAdult(...ends(route), 'economy')]);
  return present(searched).offers;
}

function ends(route: string): [string, string, string] {
  return [route.slice(0, 3), route.slice(4), '2027-05-12'];
}

function routeOf({ request }: Pick<Searched, 'request'>): string {
  return request.slices
    .map(({ origin, destination, departure_date }) => `${origin}-${destination} ${departure_date}`)
    .join();
}

/** Each offer with the next dearer one of the same provider and flights. */
function brandsInTurn(list: readonly Offer[]): [Offer, Offer][] {
  const sameFlights = Object.values(Object.groupBy(list, flightsOf)).map((group) => present(group));
  return sameFlights.flatMap((group) =>
    group
      .toSorted((a, b) => a.totalAmount - b.totalAmount)
      .slice(1)
      .map((dearer, n, rest): [Offer, Offer] => [
        n === 0 ? present(group.find((one) => !rest.includes(one))) : present(rest[n - 1]),
        dearer,
      ]),
  );
}

function flightsOf({ gdsprovider, slices }: Offer): string {
  const flights = slices.flatMap(({ segments }) => segments);
  return `${gdsprovider} ${flights.map(flightOf).join()}`;
}

function flightOf({ airline, flightNumber, departure }: Segment): string {
  return airline.marketingCarrier.iataCode + flightNumber + departure.departingAt;
}

function minutesOf({ departure, arrival }: Pick<Segment, 'departure' | 'arrival'> | Slice): number {
  const from = instantOf(departure.departingAt, departure.timeZone);
  return (instantOf(arrival.arrivingAt, arrival.timeZone) - from) / MINUTE;
}

function changesOf({ segments }: Slice): { before: Segment; after: Segment; minutes: number }[] {
  return segments.slice(1).map((after, n) => {
    const before = present(segments[n]);
    const lands = instantOf(before.arrival.arrivingAt, before.arrival.timeZone);
    const leaves = instantOf(after.departure.departingAt, after.departure.timeZone);
    return { before, after, minutes: (leaves - lands) / MINUTE };
  });
}

function isDomestic({ departure, arrival }: Segment): boolean {
  return countryOf(departure) === countryOf(arrival);
}
