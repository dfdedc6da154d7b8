import { Random } from '../../base/ids.ts';
import { Lru } from '../../base/lru.ts';
import type { Cabin } from './cabins.ts';
import type { Brand } from './fares.ts';
import { BRANDS } from './fares.ts';
import type { Journey } from './journeys.ts';
import { journeyOf } from './journeys.ts';
import type { Market } from './market.ts';
import { isForSale, worldFare } from './market.ts';
import type { Itinerary, Timetable } from './timetable.ts';
import { TURNAROUND } from './timetable.ts';

/** A journey and its brand. */
export interface Choice {
  readonly journey: Journey;
  readonly brand: Brand;
}

/** Query for a timetable, or for an outbound and a return timetable. */
export interface Demand {
  readonly outbound: Timetable;
  readonly inbound: Timetable | undefined;
  readonly cabin: Cabin;
  readonly seats: number;
}

/**
 * Returns up to `count` different choices for sale: the cheapest journey of all in the cheapest brand, then every brand
 * in turn. They are the same in every market step, until one is sold out or closed and the next one replaces it. A
 * return search has the same outbound flights as a one-way search.
 */
export function choose(demand: Demand, count: number, market: Market): Choice[] {
  const picked = pick(demand, Math.ceil((count * 2) / BRANDS), market);
  const total = Math.min(count, picked.length * BRANDS);
  const choices: Choice[] = [];
  for (let round = 0; choices.length < total; round++) {
    for (const { journey, place } of picked) {
      if (choices.length < total) choices.push({ journey, brand: brandInTurn(place + round) });
    }
  }
  return choices;
}

/** A journey and its place in the display, sold or not: its brands follow from it. */
interface Displayed {
  readonly journey: Journey;
  readonly place: number;
}

/** One journey for each outbound itinerary, with its best return, then a second return for each, and so on. */
function pick({ outbound, inbound, cabin, seats }: Demand, count: number, market: Market): Displayed[] {
  const isOpen: Test = (one) => isForSale(one, cabin, seats, market);
  const there = display(outbound, market.world);
  if (!inbound) return inTurn(there, count, isOpen).map(({ out, place }) => ({ journey: journeyOf(out), place }));
  const back = display(inbound, market.world);
  const isReturnable: Test = (out) => isOpen(out) && back.byPrice.some((home) => follows(out, home));
  const outs = inTurn(there, count, isReturnable);
  const returns = outs.map(({ out }, n) => returnsOf(out, n, back, isOpen));
  const picked: Displayed[] = [];
  for (let turn = 0, before = -1; picked.length < count && picked.length > before; turn++) {
    before = picked.length;
    for (const [n, { out, place }] of outs.entries()) {
      const home = returns[n]?.next().value;
      if (home && picked.length < count) picked.push({ journey: journeyOf(out, home), place: place + turn });
    }
  }
  return picked;
}

type Test = (one: Itinerary) => boolean;

/** A timetable's itineraries in a world. */
interface Display {
  readonly byPrice: readonly Itinerary[];
  /**
   * Earlier itineraries in the timetable come first more often. Two non-stop ones come before each connecting one, as
   * long as there are any.
   */
  readonly mixed: readonly Itinerary[];
}

function display({ key, itineraries }: Timetable, world: string): Display {
  return displays.getOrCreate(`${key}/${world}`, () => ({
    byPrice: itineraries
      .map((one) => ({ one, fare: worldFare(one, world) }))
      .sort((a, b) => a.fare - b.fare)
      .map(({ one }) => one),
    mixed: displayOrder(mix(itineraries, new Random(`display/${key}/${world}`))),
  }));
}

/** Both providers show the same itineraries, and searches repeat. */
const displays = new Lru<Display>(300);

/** Returns the cheapest open itinerary, and then others in their order. */
function inTurn({ byPrice, mixed }: Display, count: number, isOpen: Test): { out: Itinerary; place: number }[] {
  const cheapest = byPrice.find(isOpen);
  const shown = cheapest ? [{ out: cheapest, place: 0 }] : [];
  for (const [index, out] of mixed.entries()) {
    if (shown.length >= count) break;
    if (out !== cheapest && isOpen(out)) shown.push({ out, place: index + 1 });
  }
  return shown;
}

/** Returns the ways back for the n-th outbound itinerary: for the first one the cheapest, then those of its airline. */
function* returnsOf(out: Itinerary, n: number, { byPrice, mixed }: Display, isOpen: Test) {
  const fits = (home: Itinerary) => follows(out, home) && isOpen(home);
  const cheapest = n === 0 ? byPrice.find(fits) : undefined;
  if (cheapest) yield cheapest;
  for (const isSame of [true, false]) {
    const homes = mixed.filter(({ airline }) => (airline === out.airline) === isSame);
    for (const index of homes.keys()) {
      const home = homes[(index + n) % homes.length];
      if (home && home !== cheapest && fits(home)) yield home;
    }
  }
}

function follows(out: Itinerary, home: Itinerary): boolean {
  return home.departsAt >= out.arrivesAt + TURNAROUND;
}

function displayOrder(mixed: readonly Itinerary[]): readonly Itinerary[] {
  const nonStop = mixed.filter(isNonStop);
  const others = mixed.filter((one) => !isNonStop(one));
  const shown: Itinerary[] = [];
  while (shown.length < mixed.length) shown.push(...nonStop.splice(0, 2), ...others.splice(0, 1));
  return shown;
}

function isNonStop({ flights }: Itinerary): boolean {
  return flights.length === 1;
}

/** A weighted shuffle: the smaller an itinerary's rank, the earlier it comes. */
function mix(list: readonly Itinerary[], random: Random): readonly Itinerary[] {
  return list
    .map((one, index) => ({ one, rank: -Math.log(1 - random.fraction()) * Math.cbrt(index + 1) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

function brandInTurn(n: number): Brand {
  const rest = n % BRANDS;
  if (rest === 0) return 0;
  return rest === 1 ? 1 : 2;
}
