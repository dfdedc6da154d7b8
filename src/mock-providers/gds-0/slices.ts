import { Alphabet, Random } from '../../base/ids.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Airline } from '../world/airlines.ts';
import { cabinOn } from '../world/cabins.ts';
import type { Baggage, Comfort } from '../world/comfort.ts';
import { baggageOn, comfortOn } from '../world/comfort.ts';
import type { Sale } from '../world/fare-catalog.ts';
import type { Brand } from '../world/fares.ts';
import type { Airport } from '../world/places.ts';
import { cityName } from '../world/places.ts';
import type { Flight, Itinerary } from '../world/timetable.ts';
import { lastFlight } from '../world/timetable.ts';
import type { Party } from './fares.ts';
import type {
  Gds0Airline,
  Gds0Airport,
  Gds0Amenities,
  Gds0Baggage,
  Gds0CabinClass,
  Gds0Language,
  Gds0PassengerType,
  Gds0Segment,
  Gds0SegmentPassenger,
  Gds0Slice,
  Gds0SliceConditions,
} from './native.ts';

/** Returns the native slice for an itinerary, frozen down to its segments. */
export function sliceObject(itinerary: Itinerary, sale: Sale<Party>): Gds0Slice {
  const { airline, flights } = itinerary;
  const [first, ...rest] = flights;
  return Object.freeze({
    origin: airportObject(first.origin, sale.party.language),
    destination: airportObject(lastFlight(itinerary).destination, sale.party.language),
    duration: isoDuration(itinerary.durationMinutes),
    fare_brand_name: brandName(airline, sale.cabin, sale.brand, sale.party.language),
    conditions: sliceConditions(airline, sale),
    segments: Object.freeze<Gds0Slice['segments']>([
      segmentObject(first, itinerary, sale),
      ...rest.map((flight) => segmentObject(flight, itinerary, sale)),
    ]),
  });
}

/** An airline's native object. The same object every time: adapters cache by it. */
export const airlineObject = memoizeByObject(({ iataCode, name, kind }: Airline): Gds0Airline => {
  const isRegional = kind === 'regional';
  return Object.freeze({
    iata_code: iataCode,
    name,
    logo_symbol_url: isRegional ? null : `https://airlines.example/${iataCode}/logo.svg`,
    conditions_of_carriage_url: isRegional ? null : `https://airlines.example/${iataCode}/conditions-of-carriage`,
  });
});

function segmentObject(flight: Flight, { airline }: Itinerary, sale: Sale<Party>): Gds0Segment {
  const { marketing, operating, number, aircraft } = flight;
  return Object.freeze({
    origin: airportObject(flight.origin, sale.party.language),
    origin_terminal: flight.originTerminal,
    destination: airportObject(flight.destination, sale.party.language),
    destination_terminal: flight.destinationTerminal,
    departing_at: flight.departingAt,
    arriving_at: flight.arrivingAt,
    duration: isoDuration(flight.durationMinutes),
    distance: String(flight.distanceKm),
    marketing_carrier: airlineObject(marketing),
    marketing_carrier_flight_number: String(number),
    operating_carrier: airlineObject(operating),
    operating_carrier_flight_number: operatingNumber(flight),
    aircraft: Object.freeze({ iata_code: aircraft.iataCode, name: aircraft.name }),
    passengers: passengersOn(flight, airline, sale),
  });
}

function airportObject(airport: Airport, language: Gds0Language): Gds0Airport {
  return airportObjects(airport)[language];
}

/** All slices at an airport share its objects. */
const airportObjects = memoizeByObject((airport: Airport): Readonly<Record<Gds0Language, Gds0Airport>> => ({
  en: createAirportObject(airport, 'en'),
  es: createAirportObject(airport, 'es'),
  zh: createAirportObject(airport, 'zh'),
}));

function createAirportObject(airport: Airport, language: Gds0Language): Gds0Airport {
  return Object.freeze({
    type: 'airport',
    iata_code: airport.iataCode,
    name: airport.name,
    city_name: cityName(airport, language),
    iata_city_code: airport.cityCode,
    iata_country_code: airport.country,
    latitude: airport.latitude,
    longitude: airport.longitude,
    time_zone: airport.timeZone,
  });
}

/** Only a regional partner publishes its own number. */
function operatingNumber({ marketing, operating, number }: Flight): string | null {
  if (operating === marketing) return String(number);
  return operating.kind === 'regional' ? String(1000 + (number % 9000)) : null;
}

/** Passengers of one type share one object. */
function passengersOn(flight: Flight, airline: Airline, sale: Sale<Party>): readonly Gds0SegmentPassenger[] {
  const byType: Partial<Record<Gds0PassengerType, Gds0SegmentPassenger>> = {};
  return Object.freeze(sale.party.types.map((type) => (byType[type] ??= passengerOn(flight, airline, sale, type))));
}

function passengerOn(
  flight: Flight,
  airline: Airline,
  sale: Sale<Party>,
  type: Gds0PassengerType,
): Gds0SegmentPassenger {
  const cabin = cabinOn(flight, sale.cabin);
  return Object.freeze({
    passenger_type: type,
    cabin_class: cabin,
    cabin_class_marketing_name: cabinName(cabin, sale.party.language),
    fare_basis_code: fareBasis(flight, sale, type),
    amenities: amenitiesObject(comfortOn(flight, cabin, sale.brand)),
    baggages: baggageObjects(
      baggageOn(flight, airline, sale.cabin, sale.brand, type === 'infant_without_seat' ? 'on a lap' : 'seated'),
    ),
  });
}

const amenitiesObject = memoizeByObject(({ wifi, seat, power }: Comfort): Gds0Amenities =>
  Object.freeze({
    wifi: wifi && Object.freeze({ available: wifi !== 'none', cost: WIFI[wifi] }),
    seat:
      seat &&
      Object.freeze({ pitch: String(seat.pitchInches), legroom: seat.legroom ?? 'n/a', type: SEATS[seat.type] }),
    power: power === null ? null : Object.freeze({ available: power }),
  }),
);

const WIFI = { free: 'free', paid: 'paid', 'partly free': 'free or paid', none: 'n/a' } as const;
const SEATS = {
  standard: 'standard',
  'extra legroom': 'extra_legroom',
  recliner: 'recliner',
  'angle flat': 'angle_flat',
  'full flat': 'full_flat_pod',
  suite: 'private_suite',
} as const;

function baggageObjects({ checkedPieces, checkedKg, cabinKg }: Baggage): readonly Gds0Baggage[] {
  const checked = bag('checked', checkedPieces, checkedPieces > 0 ? checkedKg : null);
  if (cabinKg !== undefined) return Object.freeze([checked, bag('carry_on', 1, cabinKg)]);
  return checkedPieces > 0 ? Object.freeze([checked]) : NO_BAGGAGE;
}

const NO_BAGGAGE: readonly Gds0Baggage[] = Object.freeze([]);

function bag(type: Gds0Baggage['type'], quantity: number, kg: number | null): Gds0Baggage {
  return Object.freeze({ type, quantity, weight_limit_kg: kg === null ? null : String(kg) });
}

function fareBasis(flight: Flight, { cabin, brand }: Sale<Party>, type: Gds0PassengerType): string {
  const letters = new Random(`fare-basis/${flight.marketing.iataCode}${flight.number}/${cabin}`).text(4, FARE_LETTERS);
  return `${letters}${flight.origin.country}${'LSF'[brand]}${FARE_SUFFIX[type]}`;
}

function sliceConditions(airline: Airline, { cabin, brand }: Sale<Party>): Gds0SliceConditions {
  const upFront = cabin === 'business' || cabin === 'first';
  const silent = new Random(`slice-conditions/${airline.iataCode}`).chance(0.2);
  return Object.freeze({
    priority_check_in: silent ? null : upFront || brand === 2,
    priority_boarding: upFront || brand === 2 || (airline.kind === 'low' && brand === 1),
    advance_seat_selection: silent && brand === 0 ? null : upFront || brand > 0,
  });
}

/** `PT7H25M`, `PT50M`, `PT2H`. */
function isoDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return `PT${hours ? `${hours}H` : ''}${rest || !hours ? `${rest}M` : ''}`;
}

const FARE_SUFFIX: Readonly<Record<Gds0PassengerType, string>> = { adult: '', child: 'CH', infant_without_seat: 'IN' };
const FARE_LETTERS = new Alphabet('ABDEGHKLMNOQSTUVXZ');

/** Returns an airline's name for a brand in a cabin (0 is the cheapest, 2 the most expensive). */
function brandName(airline: Airline, cabin: Gds0CabinClass, brand: Brand, language: Gds0Language): string {
  const name = new Random(`brands/${airline.iataCode}`).pick(FAMILIES)[brand][language];
  if (cabin === 'economy') return name;
  return language === 'zh' ? `${cabinName(cabin, language)}${name}` : `${cabinName(cabin, language)} ${name}`;
}

function cabinName(cabin: Gds0CabinClass, language: Gds0Language): string {
  return CABINS[cabin][language];
}

type Translated = Readonly<Record<Gds0Language, string>>;

const CABINS: Readonly<Record<Gds0CabinClass, Translated>> = {
  economy: { en: 'Economy', es: 'Turista', zh: '经济舱' },
  premium_economy: { en: 'Premium Economy', es: 'Turista Premium', zh: '超级经济舱' },
  business: { en: 'Business', es: 'Business', zh: '公务舱' },
  first: { en: 'First', es: 'Primera', zh: '头等舱' },
};

const FLEX = { en: 'Flex', es: 'Flexible', zh: '灵活' };
const FAMILIES: readonly (readonly [Translated, Translated, Translated])[] = [
  [{ en: 'Basic', es: 'Básica', zh: '基础' }, { en: 'Standard', es: 'Estándar', zh: '标准' }, FLEX],
  [{ en: 'Light', es: 'Ligera', zh: '轻便' }, { en: 'Classic', es: 'Clásica', zh: '经典' }, FLEX],
  [
    { en: 'Saver', es: 'Ahorro', zh: '优惠' },
    { en: 'Comfort', es: 'Confort', zh: '舒适' },
    { en: 'Freedom', es: 'Libre', zh: '自由' },
  ],
];
