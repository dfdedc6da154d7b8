import { Random } from '../../base/ids.ts';
import { Lru } from '../../base/lru.ts';
import type { Cabin } from './cabins.ts';
import type { Journey } from './journeys.ts';
import { journeys } from './journeys.ts';
import type { Market } from './market.ts';
import { isForSale } from './market.ts';
import type { Timetable } from './timetable.ts';

/** A journey and its brand. */
export interface Choice {
  readonly journey: Journey;
  readonly brand: Brand;
}

/** 0 the cheapest brand, 2 the dearest. */
export type Brand = 0 | 1 | 2;
export const BRANDS = 3;

/** Query of a timetable, or of an outbound and a return timetable. */
export interface Demand {
  readonly outbound: Timetable;
  readonly inbound: Timetable | undefined;
  readonly cabin: Cabin;
  readonly seats: number;
}

/**
 * Returns up to `count` different choices for sale, every brand in turn: the same ones in every step of the market,
 * until one is sold out or closed and the next one replaces it.
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

function pick({ outbound, inbound, cabin, seats }: Demand, count: number, market: Market): Displayed[] {
  const picked: Displayed[] = [];
  for (const [place, journey] of display(outbound, inbound, market.world).entries()) {
    if (picked.length === count) break;
    if (isForSale(journey, cabin, seats, market)) picked.push({ journey, place });
  }
  return picked;
}

/**
 * Returns all journeys in the display order of a world: mixed, with the front of the list more often in front, and
 * two without a change of planes before each one with a change, as long as there are any.
 */
function display(outbound: Timetable, inbound: Timetable | undefined, world: string): readonly Journey[] {
  const key = `${outbound.key}/${inbound?.key ?? ''}/${world}`;
  return displays.getOrCreate(key, () => displayOrder(mix(journeys(outbound, inbound), new Random(`display/${key}`))));
}

/** Both providers show the same, and searches repeat. */
const displays = new Lru<readonly Journey[]>(300);

function displayOrder(mixed: readonly Journey[]): readonly Journey[] {
  const nonStop = mixed.filter(isNonStop);
  const others = mixed.filter((journey) => !isNonStop(journey));
  const shown: Journey[] = [];
  while (shown.length < mixed.length) shown.push(...nonStop.splice(0, 2), ...others.splice(0, 1));
  return shown;
}

function isNonStop({ parts }: Journey): boolean {
  return parts.every(({ flights }) => flights.length === 1);
}

/** A weighted shuffle: the smaller the rank of a journey, the earlier it comes. */
function mix(list: readonly Journey[], random: Random): readonly Journey[] {
  return list
    .map((journey, index) => ({ journey, rank: -Math.log(1 - random.fraction()) * Math.cbrt(index + 1) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ journey }) => journey);
}

function brandInTurn(n: number): Brand {
  const rest = n % BRANDS;
  if (rest === 0) return 0;
  return rest === 1 ? 1 : 2;
}
