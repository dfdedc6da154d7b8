import { Alphabet, Random } from '../../base/ids.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Airline } from '../world/airlines.ts';
import type { Cabin } from '../world/cabins.ts';
import { cabinOn } from '../world/cabins.ts';
import type { Baggage, Comfort } from '../world/comfort.ts';
import { baggageOn, comfortOn } from '../world/comfort.ts';
import type { Sale } from '../world/fare-catalog.ts';
import type { Airport } from '../world/places.ts';
import { cityName } from '../world/places.ts';
import type { Flight, Itinerary } from '../world/timetable.ts';
import { MAX_FLIGHTS, MAX_ITINERARIES } from '../world/timetable.ts';
import { compactDate, compactDuration, compactTime } from './compact.ts';
import type { Party } from './fares.ts';
import type {
  Gds1CabinCode,
  Gds1Carrier,
  Gds1Coupon,
  Gds1Equipment,
  Gds1Flag,
  Gds1Language,
  Gds1Leg,
  Gds1PassengerCode,
  Gds1Place,
  Gds1Segment,
} from './native.ts';

/** An itinerary's native leg, frozen. */
export function legObject(itinerary: Itinerary, sale: Sale<Party>): Gds1Leg {
  const { airline, flights } = itinerary;
  const [first, ...rest] = flights;
  const coupon = (flight: Flight, n: number) =>
    couponObject(flight, airline, referenceOf(sale.direction, itinerary, n), sale);
  return Object.freeze({
    dur: compactDuration(itinerary.durationMinutes),
    brd: BRAND_CODES[CODES[sale.cabin]][sale.brand],
    cpn: Object.freeze<Gds1Leg['cpn']>([coupon(first, 0), ...rest.map((flight, i) => coupon(flight, i + 1))]),
    srv: services(airline, sale),
  });
}

/**
 * Returns the reference of an itinerary's n-th flight (from 0). It follows from the position in the timetable, so all
 * responses can share a leg: each itinerary has as many numbers as possible flights, first the outbound ones.
 */
export function referenceOf(direction: number, itinerary: Itinerary, n: number): string {
  return `F${1 + MAX_FLIGHTS * (MAX_ITINERARIES * direction + itinerary.index) + n}`;
}

/** A flight's native segment, frozen: all catalogs share it. */
export const segmentObject = memoizeByObject((flight: Flight): Gds1Segment =>
  Object.freeze({
    mkt: flight.marketing.iataCode,
    opr: flight.operating.iataCode,
    num: String(flight.number).padStart(4, '0'),
    dep: stop(flight.origin, flight.originTerminal, flight.departingAt),
    arr: stop(flight.destination, flight.destinationTerminal, flight.arrivingAt),
    dur: compactDuration(flight.durationMinutes),
    eqp: flight.aircraft.iataCode,
    mil: Math.round(flight.distanceKm * MILES_PER_KM),
  }),
);

/** An airport's native place, in a language. */
export function placeObject(airport: Airport, language: Gds1Language): Gds1Place {
  return placeObjects(airport)[language];
}

/** An airline's native carrier. The same object every time: adapters cache by it. */
export const carrierObject = memoizeByObject(({ iataCode, name, kind }: Airline): Gds1Carrier => {
  const isRegional = kind === 'regional';
  return Object.freeze({
    nam: name,
    lgo: isRegional ? null : `https://airlines.example/${iataCode}/logo.svg`,
    coc: isRegional ? null : `https://airlines.example/${iataCode}/conditions-of-carriage`,
  });
});

/** All catalogs share an airport's objects. */
const placeObjects = memoizeByObject((airport: Airport): Readonly<Record<Gds1Language, Gds1Place>> => ({
  EN: createPlaceObject(airport, 'EN'),
  ES: createPlaceObject(airport, 'ES'),
  ZH: createPlaceObject(airport, 'ZH'),
}));
const MILES_PER_KM = 0.621371;
const LANGUAGES = { EN: 'en', ES: 'es', ZH: 'zh' } as const;

function couponObject(flight: Flight, airline: Airline, ref: string, sale: Sale<Party>): Gds1Coupon {
  const cabin = cabinOn(flight, sale.cabin);
  const cab = CODES[cabin];
  const random = new Random(`gds-1/class/${flight.marketing.iataCode}${flight.number}/${cab}`);
  const rbd = BOOKING_CLASSES[cab][sale.brand];
  const bagOf = (ty: Gds1PassengerCode) =>
    baggageCodes(baggageOn(flight, airline, sale.cabin, sale.brand, ty === 'INF' ? 'on a lap' : 'seated'));
  return Object.freeze({
    ref,
    cab,
    rbd,
    fbc: `${rbd}${random.text(3, FARE_LETTERS)}${flight.origin.country}${random.int(1, 9)}`,
    bag: Object.freeze(Object.fromEntries(sale.party.pax.map(({ ty }) => [ty, bagOf(ty)]))),
    eqt: equipmentObject(comfortOn(flight, cabin, sale.brand)),
  });
}

function baggageCodes({ checkedPieces, checkedKg, cabinKg }: Baggage): readonly string[] {
  const checked = checkedPieces > 0 ? `${checkedPieces}PC${checkedKg}` : '0PC';
  if (cabinKg === undefined) return Object.freeze([checked]);
  return Object.freeze([checked, cabinKg === null ? '1HC' : `1HC${String(cabinKg).padStart(2, '0')}`]);
}

const equipmentObject = memoizeByObject(({ wifi, power, seat }: Comfort): Gds1Equipment =>
  Object.freeze({
    wif: wifi ? WIFI[wifi] : 'U',
    pwr: power === null ? 'U' : flag(power),
    pit: seat?.pitchInches ?? 0,
    lgr: LEGROOM[seat?.legroom ?? 'standard'],
    sty: SEATS[seat?.type ?? 'standard'],
  }),
);

function flag(value: boolean): Gds1Flag {
  return value ? 'Y' : 'N';
}

const WIFI = { free: 'F', paid: 'P', 'partly free': 'B', none: 'N' } as const;
const LEGROOM = { less: 'L', standard: 'S', more: 'M' } as const;
const SEATS = {
  standard: 'ST',
  'extra legroom': 'XL',
  recliner: 'RC',
  'angle flat': 'AF',
  'full flat': 'FF',
  suite: 'SU',
} as const;

function services(airline: Airline, { cabin, brand }: Sale<Party>): Gds1Leg['srv'] {
  const upFront = cabin === 'business' || cabin === 'first';
  return Object.freeze({
    pck: upFront || brand === 2 ? 'Y' : 'N',
    pbd: upFront || brand === 2 || (airline.kind === 'low' && brand === 1) ? 'Y' : 'N',
    sel: upFront || brand > 0 ? 'Y' : 'N',
  });
}

function stop(airport: Airport, trm: string | null, dateTime: string): Gds1Segment['dep'] {
  return Object.freeze({ apt: airport.iataCode, trm, dat: compactDate(dateTime), tim: compactTime(dateTime) });
}

function createPlaceObject(airport: Airport, language: Gds1Language): Gds1Place {
  return Object.freeze({
    apn: airport.name,
    cty: airport.cityCode,
    ctn: cityName(airport, LANGUAGES[language]),
    ctc: airport.country,
    tzn: airport.timeZone,
  });
}

/** The cabins by code. */
export const CABINS: Readonly<Record<Gds1CabinCode, Cabin>> = {
  Y: 'economy',
  W: 'premium_economy',
  C: 'business',
  F: 'first',
};
const CODES: Readonly<Record<Cabin, Gds1CabinCode>> = { economy: 'Y', premium_economy: 'W', business: 'C', first: 'F' };

const BOOKING_CLASSES: Readonly<Record<Gds1CabinCode, readonly [string, string, string]>> = {
  Y: ['Q', 'M', 'Y'],
  W: ['T', 'E', 'W'],
  C: ['I', 'D', 'J'],
  F: ['A', 'P', 'F'],
};

const FARE_LETTERS = new Alphabet('ABDEHKLMNORSTUVWX');

/** A cabin's brand names by code. */
export function brandNames(cabin: Gds1CabinCode, language: Gds1Language): Readonly<Record<string, string>> {
  const [cheapest, middle, dearest] = BRAND_CODES[cabin];
  const [light, classic, flex] = NAMES[language];
  const suffix = CABIN_SUFFIX[cabin];
  return { [cheapest]: light + suffix, [middle]: classic + suffix, [dearest]: flex + suffix };
}

type ByBrand = readonly [string, string, string];

const BRAND_CODES: Readonly<Record<Gds1CabinCode, ByBrand>> = {
  Y: ['LT', 'CL', 'FX'],
  W: ['WL', 'WC', 'WX'],
  C: ['CO', 'CC', 'CX'],
  F: ['FO', 'FC', 'FF'],
};
const CABIN_SUFFIX: Readonly<Record<Gds1CabinCode, string>> = { Y: '', W: ' Premium', C: ' Business', F: ' First' };
const NAMES: Readonly<Record<Gds1Language, ByBrand>> = {
  EN: ['Light', 'Classic', 'Flex'],
  ES: ['Ligera', 'Clásica', 'Flexible'],
  ZH: ['轻便', '经典', '灵活'],
};
