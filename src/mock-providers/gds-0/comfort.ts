import { Random } from '../../base/ids.ts';
import type { Airline } from '../world/airlines.ts';
import type { Brand } from '../world/journeys.ts';
import type { Flight } from '../world/timetable.ts';
import type { Gds0Amenities, Gds0Baggage, Gds0CabinClass, Gds0PassengerType } from './native.ts';

/** The amenities of a cabin; for small aircraft they are often unknown. */
export function amenitiesOn(flight: Flight, cabin: Gds0CabinClass, brand: Brand): Gds0Amenities {
  const random = new Random(`amenities/${flight.marketing.iataCode}/${flight.aircraft.iataCode}`);
  const small = flight.operating.kind === 'regional';
  const upFront = cabin === 'business' || cabin === 'first';
  return Object.freeze({
    wifi: wifi(random, small, upFront),
    seat: seat(random, cabin, brand, isWide(flight)),
    power:
      small && random.chance(0.5)
        ? null
        : Object.freeze({ available: isWide(flight) || upFront || random.chance(0.5) }),
  });
}

/** Pieces for one passenger. */
export function baggagesFor(
  flight: Flight,
  airline: Airline,
  cabin: Gds0CabinClass,
  brand: Brand,
  type: Gds0PassengerType,
): readonly Gds0Baggage[] {
  if (type === 'infant_without_seat') return brand === 0 ? NOTHING : INFANT;
  const pieces = checkedPieces(isWide(flight), cabin, brand);
  const weight = cabin === 'business' || cabin === 'first' ? '32' : '23';
  const hand = new Random(`cabin-bag/${airline.iataCode}`).pick(['8', '10', '12', null]);
  return Object.freeze([
    bag('checked', pieces, pieces ? weight : null),
    bag('carry_on', 1, airline.kind === 'low' ? '8' : hand),
  ]);
}

const NOTHING: readonly Gds0Baggage[] = Object.freeze([]);
const INFANT: readonly Gds0Baggage[] = Object.freeze([bag('checked', 1, '10')]);

function isWide(flight: Flight): boolean {
  return flight.aircraft.body === 'wide';
}

function wifi(random: Random, small: boolean, upFront: boolean): Gds0Amenities['wifi'] {
  if (random.chance(small ? 0.6 : 0.1)) return null;
  if (small || random.chance(0.25)) return Object.freeze({ available: false, cost: 'n/a' });
  return Object.freeze({
    available: true,
    cost: upFront ? 'free' : random.pick(['free', 'paid', 'free or paid'] as const),
  });
}

function seat(random: Random, cabin: Gds0CabinClass, brand: Brand, wide: boolean): Gds0Amenities['seat'] {
  if (random.chance(0.05)) return null;
  switch (cabin) {
    case 'economy':
      if (brand === 2) return Object.freeze({ pitch: '34', legroom: 'more', type: 'extra_legroom' });
      return Object.freeze({
        pitch: String(random.int(28, 32)),
        legroom: random.pick(['less', 'standard', 'n/a'] as const),
        type: 'standard',
      });
    case 'premium_economy':
      return Object.freeze({ pitch: String(random.int(36, 40)), legroom: 'more', type: 'recliner' });
    case 'business':
      if (!wide) return Object.freeze({ pitch: String(random.int(31, 37)), legroom: 'more', type: 'recliner' });
      return Object.freeze({
        pitch: String(random.int(60, 78)),
        legroom: 'more',
        type: random.pick(['full_flat_pod', 'full_flat_pod', 'angle_flat'] as const),
      });
    case 'first':
      return Object.freeze({ pitch: wide ? '82' : '38', legroom: 'more', type: wide ? 'private_suite' : 'recliner' });
  }
}

function checkedPieces(wide: boolean, cabin: Gds0CabinClass, brand: Brand): number {
  if (cabin === 'first') return 3;
  if (cabin === 'business') return 2;
  if (cabin === 'premium_economy') return wide || brand === 2 ? 2 : 1;
  if (brand === 2 && wide) return 2;
  return brand === 0 ? 0 : 1;
}

function bag(type: Gds0Baggage['type'], quantity: number, weight_limit_kg: string | null): Gds0Baggage {
  return Object.freeze({ type, quantity, weight_limit_kg });
}
