import { Random } from '../../base/ids.ts';
import type { Brand } from '../world/journeys.ts';
import type { Flight } from '../world/timetable.ts';
import type { Gds1CabinCode, Gds1Equipment, Gds1PassengerCode } from './native.ts';

/** Baggage codes of one passenger: checked pieces, then cabin pieces. */
export function baggageOf(
  flight: Flight,
  cabin: Gds1CabinCode,
  brand: Brand,
  type: Gds1PassengerCode,
): readonly string[] {
  if (type === 'INF') return brand === 0 ? NO_BAGGAGE : INFANT_BAGGAGE;
  const pieces = checkedPieces(isWide(flight), cabin, brand);
  const kilograms = cabin === 'C' || cabin === 'F' ? 32 : 23;
  return Object.freeze([pieces ? `${pieces}PC${kilograms}` : '0PC', cabinPiece(flight)]);
}

/** The equipment of a cabin; for small aircraft it is often unknown. */
export function equipmentOf(flight: Flight, cabin: Gds1CabinCode, brand: Brand): Gds1Equipment {
  const random = new Random(`gds-1/equipment/${flight.marketing.iataCode}/${flight.aircraft.iataCode}`);
  const small = flight.operating.kind === 'regional';
  const wide = isWide(flight);
  return Object.freeze({
    wif: small ? random.pick(['N', 'U'] as const) : random.pick(['F', 'P', 'P', 'B', 'N'] as const),
    pwr: small ? random.pick(['N', 'U'] as const) : powerOn(wide, random),
    ...seat(random, cabin, brand, wide),
  });
}

const NO_BAGGAGE: readonly string[] = Object.freeze(['0PC']);
const INFANT_BAGGAGE: readonly string[] = Object.freeze(['1PC10']);

function isWide(flight: Flight): boolean {
  return flight.aircraft.body === 'wide';
}

function powerOn(wide: boolean, random: Random): Gds1Equipment['pwr'] {
  return wide || random.chance(0.5) ? 'Y' : 'N';
}

function cabinPiece(flight: Flight): string {
  if (flight.marketing.kind === 'low') return '1HC08';
  return new Random(`gds-1/cabin-piece/${flight.marketing.iataCode}`).pick(['1HC08', '1HC10', '1HC12', '1HC']);
}

function checkedPieces(wide: boolean, cabin: Gds1CabinCode, brand: Brand): number {
  if (cabin === 'F') return 3;
  if (cabin === 'C') return 2;
  if (cabin === 'W') return wide || brand === 2 ? 2 : 1;
  if (brand === 2 && wide) return 2;
  return brand === 0 ? 0 : 1;
}

function seat(
  random: Random,
  cabin: Gds1CabinCode,
  brand: Brand,
  wide: boolean,
): Pick<Gds1Equipment, 'pit' | 'lgr' | 'sty'> {
  switch (cabin) {
    case 'Y':
      return brand === 2
        ? { pit: 34, lgr: 'M', sty: 'XL' }
        : { pit: random.pick([0, 28, 29, 30, 31, 32]), lgr: random.pick(['L', 'S'] as const), sty: 'ST' };
    case 'W':
      return { pit: random.int(36, 40), lgr: 'M', sty: 'RC' };
    case 'C':
      return wide
        ? { pit: random.int(60, 78), lgr: 'M', sty: random.pick(['FF', 'FF', 'AF'] as const) }
        : { pit: random.int(31, 37), lgr: 'M', sty: 'RC' };
    case 'F':
      return wide ? { pit: 82, lgr: 'M', sty: 'SU' } : { pit: 38, lgr: 'M', sty: 'RC' };
  }
}
