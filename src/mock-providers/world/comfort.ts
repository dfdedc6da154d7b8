import { Random } from '../../base/ids.ts';
import { Lru } from '../../base/lru.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Airline } from './airlines.ts';
import type { Cabin } from './cabins.ts';
import type { Brand } from './fares.ts';
import type { Flight } from './timetable.ts';

/** Seat comfort; null if unknown. */
export interface Comfort {
  readonly wifi: 'free' | 'paid' | 'partly free' | 'none' | null;
  readonly power: boolean | null;
  readonly seat: Seat | null;
}

export interface Seat {
  readonly pitchInches: number;
  /** Null: not known. */
  readonly legroom: 'less' | 'standard' | 'more' | null;
  readonly type: 'standard' | 'extra legroom' | 'recliner' | 'angle flat' | 'full flat' | 'suite';
}

/** A cabin's comfort, the same with every provider; for small aircraft it is often unknown. */
export function comfortOn({ marketing, operating, aircraft }: Flight, cabin: Cabin, brand: Brand): Comfort {
  const small = operating.kind === 'regional';
  const key = `${marketing.iataCode}/${aircraft.iataCode}/${small}/${cabin}/${brand}`;
  return comforts.getOrCreate(key, () => {
    const random = new Random(`comfort/${marketing.iataCode}/${aircraft.iataCode}`);
    const upFront = isUpFront(cabin);
    const wide = aircraft.body === 'wide';
    return Object.freeze({
      wifi: wifi(random, small, upFront),
      seat: seat(random, cabin, brand, wide),
      power: small && random.chance(0.5) ? null : wide || upFront || random.chance(0.5),
    });
  });
}

/** One passenger's baggage. */
export interface Baggage {
  readonly checkedPieces: number;
  readonly checkedKg: number;
  /** Null: no limit published; undefined: no cabin piece. */
  readonly cabinKg: number | null | undefined;
}

export function baggageOn(
  { aircraft }: Flight,
  airline: Airline,
  cabin: Cabin,
  brand: Brand,
  passenger: 'seated' | 'on a lap',
): Baggage {
  if (passenger === 'on a lap') return { checkedPieces: brand === 0 ? 0 : 1, checkedKg: 10, cabinKg: undefined };
  return {
    checkedPieces: checkedPieces(aircraft.body === 'wide', cabin, brand),
    checkedKg: isUpFront(cabin) ? 32 : 23,
    cabinKg: cabinKgOf(airline),
  };
}

const cabinKgOf = memoizeByObject(({ iataCode, kind }: Airline): number | null =>
  kind === 'low' ? 8 : new Random(`cabin-bag/${iataCode}`).pick([8, 10, 12, null]),
);

/** Airlines and their aircraft repeat from route to route. */
const comforts = new Lru<Comfort>(2000);

function isUpFront(cabin: Cabin): boolean {
  return cabin === 'business' || cabin === 'first';
}

function wifi(random: Random, small: boolean, upFront: boolean): Comfort['wifi'] {
  if (random.chance(small ? 0.6 : 0.1)) return null;
  if (small || random.chance(0.25)) return 'none';
  return upFront ? 'free' : random.pick(['free', 'paid', 'partly free'] as const);
}

function seat(random: Random, cabin: Cabin, brand: Brand, wide: boolean): Seat | null {
  if (random.chance(0.05)) return null;
  switch (cabin) {
    case 'economy':
      if (brand === 2) return { pitchInches: 34, legroom: 'more', type: 'extra legroom' };
      return {
        pitchInches: random.int(28, 32),
        legroom: random.pick(['less', 'standard', null] as const),
        type: 'standard',
      };
    case 'premium_economy':
      return { pitchInches: random.int(36, 40), legroom: 'more', type: 'recliner' };
    case 'business':
      if (!wide) return { pitchInches: random.int(31, 37), legroom: 'more', type: 'recliner' };
      return {
        pitchInches: random.int(60, 78),
        legroom: 'more',
        type: random.pick(['full flat', 'full flat', 'angle flat'] as const),
      };
    case 'first':
      return { pitchInches: wide ? 82 : 38, legroom: 'more', type: wide ? 'suite' : 'recliner' };
  }
}

function checkedPieces(wide: boolean, cabin: Cabin, brand: Brand): number {
  if (cabin === 'first') return 3;
  if (cabin === 'business') return 2;
  if (cabin === 'premium_economy') return wide || brand === 2 ? 2 : 1;
  if (brand === 2 && wide) return 2;
  return brand === 0 ? 0 : 1;
}
