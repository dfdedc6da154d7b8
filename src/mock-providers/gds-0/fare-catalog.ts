import { Lru } from '../../base/lru.ts';
import { currencyOf, UNITS_PER_EURO } from '../world/countries.ts';
import { adultFare, emissionGrams } from '../world/fares.ts';
import type { Brand, Choice, Journey } from '../world/journeys.ts';
import { BRANDS, journeysInCabin } from '../world/journeys.ts';
import type { Itinerary, Timetable } from '../world/timetable.ts';
import { timetable } from '../world/timetable.ts';
import type {
  Gds0Airline,
  Gds0CabinClass,
  Gds0Language,
  Gds0OfferConditions,
  Gds0PassengerType,
  Gds0SearchRequest,
  Gds0Slice,
} from './native.ts';
import { airlineObject, sliceObject } from './slices.ts';
import type { Documents, Hold } from './terms.ts';
import { conditionsOf, documentsOf, holdOf, loyaltyProgrammesOf } from './terms.ts';

/** The fares for one kind of request: everything that does not depend on seed and clock. */
export interface FareCatalog {
  readonly journeys: readonly Journey[];
  readonly adults: number;
  readonly children: number;
  readonly infants: number;
  readonly cabin: Gds0CabinClass;
  /** Filled when a fare is first sold, by journey and brand. */
  readonly fares: (Fare | undefined)[];
  /** One for each direction. */
  readonly slices: readonly [SliceCache, ...SliceCache[]];
}

/** One journey in one brand. */
export interface Fare {
  readonly owner: Gds0Airline;
  /** Unrounded, for one adult, in `currency`. */
  readonly adultCents: number;
  readonly currency: string;
  readonly departsAt: number;
  readonly emissionsKg: string;
  readonly documents: Documents;
  readonly loyaltyProgrammes: readonly string[];
  readonly segmentsRequired: boolean;
  readonly hold: Hold | null;
  readonly conditions: Gds0OfferConditions;
  readonly slices: readonly Gds0Slice[];
}

/** The catalog of a request. */
export function catalogOf(data: Gds0SearchRequest['data']): FareCatalog {
  const variant = variantOf(data);
  let key = variant;
  for (const { origin, destination, departure_date } of data.slices) key += origin + destination + departure_date;
  return catalogs.getOrCreate(key, () => createCatalog(data, variant));
}

/** The fare of a choice from this catalog: the same object every time. */
export function fareOf(catalog: FareCatalog, { journey, brand }: Choice): Fare {
  return (catalog.fares[journey.index * BRANDS + brand] ??= createFare(catalog, journey, brand));
}

/** The slices of a timetable in all brands, for one cabin, party and language, each made when it is first sold. */
interface SliceCache {
  readonly cabin: Gds0CabinClass;
  readonly types: readonly Gds0PassengerType[];
  readonly language: Gds0Language;
  readonly slices: (Gds0Slice | undefined)[];
}

/** Searches repeat: a known request costs a small part of a new one. */
const catalogs = new Lru<FareCatalog>(200);
/** Not part of a catalog, so that an outbound slice is the same object whatever the return. */
const sliceCaches = new Lru<SliceCache>(150);

/** Cabin, language, passenger types in their order. */
function variantOf({ cabin_class, passengers, language }: Gds0SearchRequest['data']): string {
  let variant = `/${cabin_class}/${language ?? 'en'}/`;
  for (const { type } of passengers) variant += type[0];
  return variant;
}

function createCatalog(data: Gds0SearchRequest['data'], variant: string): FareCatalog {
  const [outbound, ...inbound] = data.slices.map((s) => timetable(s.origin, s.destination, s.departure_date));
  if (!outbound) throw new Error('gds-0 got a search without slices; send one or two');
  const count = (wanted: Gds0PassengerType) => data.passengers.filter(({ type }) => type === wanted).length;
  return {
    journeys: journeysInCabin(outbound, inbound[0], data.cabin_class),
    adults: count('adult'),
    children: count('child'),
    infants: count('infant_without_seat'),
    cabin: data.cabin_class,
    fares: [],
    slices: [sliceCache(outbound, data, variant), ...inbound.map((table) => sliceCache(table, data, variant))],
  };
}

function sliceCache(table: Timetable, data: Gds0SearchRequest['data'], variant: string): SliceCache {
  return sliceCaches.getOrCreate(table.key + variant, () => ({
    cabin: data.cabin_class,
    types: data.passengers.map((p) => p.type),
    language: data.language ?? 'en',
    slices: [],
  }));
}

function createFare(catalog: FareCatalog, journey: Journey, brand: Brand): Fare {
  const { airline, parts } = journey;
  const currency = currencyOf(airline.country);
  const euroCents = parts.reduce((sum, part) => sum + adultFare(part, catalog.cabin, brand), 0);
  const cheapestCents = parts.reduce((sum, part) => sum + adultFare(part, catalog.cabin, 0), 0);
  const grams =
    parts.reduce((sum, part) => sum + emissionGrams(part, catalog.cabin), 0) * (catalog.adults + catalog.children);
  return Object.freeze({
    owner: airlineObject(airline),
    adultCents: euroCents * UNITS_PER_EURO[currency],
    currency,
    departsAt: parts[0].departsAt,
    emissionsKg: String(Math.round(grams / 1000)),
    documents: documentsOf(journey),
    loyaltyProgrammes: loyaltyProgrammesOf(journey),
    segmentsRequired: false,
    hold: holdOf(airline, brand),
    conditions: conditionsOf(journey, brand, cheapestCents),
    slices: Object.freeze(slicesOf(catalog, journey, brand)),
  });
}

function slicesOf({ slices: [outbound, inbound] }: FareCatalog, { parts: [out, home] }: Journey, brand: Brand) {
  const first = sliceOf(outbound, out, brand);
  return inbound && home ? [first, sliceOf(inbound, home, brand)] : [first];
}

function sliceOf(cache: SliceCache, itinerary: Itinerary, brand: Brand): Gds0Slice {
  return (cache.slices[itinerary.index * BRANDS + brand] ??= sliceObject(itinerary, { ...cache, brand }));
}
