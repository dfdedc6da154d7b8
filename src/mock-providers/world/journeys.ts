import { Lru } from '../../base/lru.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Airline } from './airlines.ts';
import type { Cabin } from './cabins.ts';
import { isSoldIn } from './cabins.ts';
import type { Itinerary, Timetable } from './timetable.ts';
import { TURNAROUND } from './timetable.ts';

/** The flights of one offer: one itinerary, or two, the second after the arrival of the first. */
export interface Journey {
  /** Its position in the list of all. */
  readonly index: number;
  /** The selling airline of the first part. */
  readonly airline: Airline;
  readonly parts: readonly [Itinerary, ...Itinerary[]];
}

/**
 * Returns all journeys of a timetable, or of an outbound and a return one. A round trip stays with one airline if it
 * can. The return leaves at least two hours after the arrival; the list is empty if no return does.
 */
export function journeys(outbound: Timetable, inbound: Timetable | undefined): readonly Journey[] {
  return journeysFrom(outbound).getOrCreate(inbound?.key ?? '', () => listJourneys(outbound, inbound));
}

/** Returns the journeys with every part sold in a cabin. */
export function journeysInCabin(outbound: Timetable, inbound: Timetable | undefined, cabin: Cabin): readonly Journey[] {
  const all = journeys(outbound, inbound);
  return cabin === 'economy' ? all : all.filter(({ parts }) => parts.every((part) => isSoldIn(part, cabin)));
}

/** By the key of the inbound timetable. Both providers sell these journeys, to parties and in cabins of all kinds. */
const journeysFrom = memoizeByObject((_outbound: Timetable) => new Lru<readonly Journey[]>(RETURNS_PER_OUTBOUND));
const RETURNS_PER_OUTBOUND = 4;
const MAX_PAIRS = 120;
const ENOUGH_PAIRS = 20;

function listJourneys(outbound: Timetable, inbound: Timetable | undefined): readonly Journey[] {
  const parts: Journey['parts'][] = inbound ? pairs(outbound, inbound) : outbound.itineraries.map((one) => [one]);
  return Object.freeze(
    parts.map((p, index) => Object.freeze({ index, airline: p[0].airline, parts: Object.freeze(p) })),
  );
}

/** An outbound itinerary with its possible returns. */
interface RoundTrips {
  out: Itinerary;
  returns: readonly Itinerary[];
}

function pairs(outbound: Timetable, inbound: Timetable): [Itinerary, Itinerary][] {
  const possible = outbound.itineraries.map((out) => ({
    out,
    returns: inbound.itineraries.filter((home) => home.departsAt >= out.arrivesAt + TURNAROUND),
  }));
  const sameAirline = possible.map(({ out, returns }) => ({
    out,
    returns: returns.filter((home) => home.airline === out.airline),
  }));
  const chosen = pairInTurn(sameAirline);
  if (chosen.length >= ENOUGH_PAIRS) return chosen;
  const mixed = possible.map(({ out, returns }) => ({
    out,
    returns: returns.filter((home) => home.airline !== out.airline),
  }));
  return [...chosen, ...pairInTurn(mixed)].slice(0, MAX_PAIRS);
}

/** One return for each outbound itinerary, then a second one for each, and so on. */
function pairInTurn(trips: readonly RoundTrips[]): [Itinerary, Itinerary][] {
  const result: [Itinerary, Itinerary][] = [];
  const longest = Math.max(0, ...trips.map(({ returns }) => returns.length));
  for (let turn = 0; turn < longest; turn++) {
    for (const [i, { out, returns }] of trips.entries()) {
      const home = turn < returns.length ? returns[(turn + i) % returns.length] : undefined;
      if (home && result.length < MAX_PAIRS) result.push([out, home]);
    }
  }
  return result;
}
