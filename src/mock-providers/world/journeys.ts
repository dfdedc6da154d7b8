import type { Random } from '../../ids.ts';
import type { Airline } from './airlines.ts';
import { TURNAROUND } from './timetable.ts';
import type { Itinerary, Timetable } from './timetable.ts';

/** What one offer flies: one itinerary, or two, of which the second leaves after the first has arrived. */
export interface Journey {
  /** Its place in the list. */
  readonly index: number;
  /** The airline that sells the first part. */
  readonly airline: Airline;
  readonly parts: readonly Itinerary[];
}

/**
 * All journeys of a timetable, or of one there and one back; the same list for the same timetables. A round
 * trip stays with one airline where it can; the way back leaves two hours after arrival at the earliest, so
 * the list is empty when no traveller could be back in time.
 */
export function journeys(there: Timetable, back: Timetable | undefined): readonly Journey[] {
  const lists = kept.get(there) ?? new Map<string, Known>();
  kept.set(there, lists);
  const known = lists.get(back?.key ?? '');
  if (known && known.back === back) return known.list;
  const parts = back ? pairs(there, back) : there.itineraries.map((one) => [one]);
  const list = Object.freeze(
    parts.map((p, index) => Object.freeze({ index, airline: p[0]!.airline, parts: Object.freeze(p) })),
  );
  if (lists.size >= RETURNS_KEPT) lists.clear();
  lists.set(back?.key ?? '', { back, list });
  return list;
}

export interface Choice {
  readonly journey: Journey;
  /** 0 the cheapest brand, 2 the dearest. */
  readonly brand: number;
}

export const BRANDS = 3;

/** Up to `count` different choices, preferring journeys from the front of the list, every brand in turn. */
export function choose(list: readonly Journey[], count: number, random: Random): Choice[] {
  const different = Math.min(list.length, Math.ceil(count / 2));
  const picked: number[] = [];
  while (picked.length < different) {
    const f = random.fraction();
    let index = Math.floor(f * Math.sqrt(f) * list.length);
    while (picked.includes(index)) index = (index + 1) % list.length;
    picked.push(index);
  }
  const choices: Choice[] = [];
  for (let i = 0; i < Math.min(count, different * BRANDS); i++) {
    const column = i % different;
    choices.push({ journey: list[picked[column]!]!, brand: (column + Math.floor(i / different)) % BRANDS });
  }
  return choices;
}

interface Known {
  back: Timetable | undefined;
  list: readonly Journey[];
}

const kept = new WeakMap<Timetable, Map<string, Known>>();
const RETURNS_KEPT = 4;
const PAIRS_AT_MOST = 120;
const ENOUGH_PAIRS = 20;

function pairs(there: Timetable, back: Timetable): [Itinerary, Itinerary][] {
  const possible = there.itineraries.map((out) =>
    back.itineraries.filter((home) => home.departsAt >= out.arrivesAt + TURNAROUND),
  );
  const ofOneAirline = possible.map((list, i) => list.filter((home) => home.airline === there.itineraries[i]!.airline));
  const chosen = inTurn(there, ofOneAirline);
  if (chosen.length >= ENOUGH_PAIRS) return chosen;
  const mixed = possible.map((list, i) => list.filter((home) => home.airline !== there.itineraries[i]!.airline));
  return [...chosen, ...inTurn(there, mixed)].slice(0, PAIRS_AT_MOST);
}

/** One way back for each way there, then a second one for each, and so on. */
function inTurn(there: Timetable, homes: readonly (readonly Itinerary[])[]): [Itinerary, Itinerary][] {
  const result: [Itinerary, Itinerary][] = [];
  const longest = Math.max(0, ...homes.map((list) => list.length));
  for (let turn = 0; turn < longest; turn++) {
    homes.forEach((list, i) => {
      const home = turn < list.length ? list[(turn + i) % list.length] : undefined;
      if (home && result.length < PAIRS_AT_MOST) result.push([there.itineraries[i]!, home]);
    });
  }
  return result;
}
