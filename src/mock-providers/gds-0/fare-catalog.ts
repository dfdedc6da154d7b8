import { Lru } from '../../cache/lru.ts';
import { currencyOf, UNITS_PER_EURO } from '../world/countries.ts';
import { emissionGrams, adultFare } from '../world/fares.ts';
import { BRANDS, journeys } from '../world/journeys.ts';
import type { Choice, Journey } from '../world/journeys.ts';
import { timetable } from '../world/timetable.ts';
import type { Itinerary, Timetable } from '../world/timetable.ts';
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
import { conditionsOf, documentsOf, holdOf, loyaltyProgrammesOf } from './terms.ts';
import type { Documents, Hold } from './terms.ts';

/** What stands ready for one kind of request: everything that seed and clock do not decide. */
export interface FareCatalog {
  readonly journeys: readonly Journey[];
  readonly adults: number;
  readonly children: number;
  readonly infants: number;
  readonly cabin: Gds0CabinClass;
  readonly fares: (Fare | undefined)[];
  /** One for each direction. */
  readonly books: readonly SliceFares[];
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

/** The shelf of a request, filled as it is used. */
export function shelfOf(data: Gds0SearchRequest['data']): FareCatalog {
  const [there, back] = data.slices;
  const kind = kindOf(data);
  const key = back
    ? `${there!.origin}${there!.destination}${there!.departure_date}${back.origin}${back.destination}${back.departure_date}${kind}`
    : `${there!.origin}${there!.destination}${there!.departure_date}${kind}`;
  let shelf = shelves.get(key);
  if (!shelf) shelves.set(key, (shelf = newShelf(data, kind)));
  return shelf;
}

/** The fare of a choice from this shelf: the same object every time. */
export function fareOf(shelf: FareCatalog, { journey, brand }: Choice): Fare {
  return (shelf.fares[journey.index * BRANDS + brand] ??= newFare(shelf, journey, brand));
}

/** The slices of a timetable in all brands, for one cabin, party and language. */
interface SliceFares {
  readonly cabin: Gds0CabinClass;
  readonly types: readonly Gds0PassengerType[];
  readonly language: Gds0Language;
  readonly slices: (Gds0Slice | undefined)[];
}

const shelves = new Lru<FareCatalog>(200);
/** Apart from the shelves, so that a way there is the same objects whatever the way back. */
const sliceCache = new Lru<SliceFares>(150);

/** Cabin, passenger types in their order, language. */
function kindOf({ cabin_class, passengers, language }: Gds0SearchRequest['data']): string {
  let kind = `/${cabin_class}/${language ?? 'en'}/`;
  for (const { type } of passengers) kind += type[0];
  return kind;
}

function newShelf(data: Gds0SearchRequest['data'], kind: string): FareCatalog {
  const tables = data.slices.map((s) => timetable(s.origin, s.destination, s.departure_date));
  const count = (wanted: Gds0PassengerType) => data.passengers.filter(({ type }) => type === wanted).length;
  return {
    journeys: journeys(tables[0]!, tables[1]),
    adults: count('adult'),
    children: count('child'),
    infants: count('infant_without_seat'),
    cabin: data.cabin_class,
    fares: [],
    books: tables.map((table) => bookOf(table, data, kind)),
  };
}

function bookOf(table: Timetable, data: Gds0SearchRequest['data'], kind: string): SliceFares {
  const key = table.key + kind;
  let book = sliceCache.get(key);
  if (!book) {
    book = {
      cabin: data.cabin_class,
      types: data.passengers.map((p) => p.type),
      language: data.language ?? 'en',
      slices: [],
    };
    sliceCache.set(key, book);
  }
  return book;
}

function newFare(shelf: FareCatalog, journey: Journey, brand: number): Fare {
  const { airline, parts } = journey;
  const currency = currencyOf(airline.country);
  const euroCents = parts.reduce((sum, part) => sum + adultFare(part, shelf.cabin, brand), 0);
  const grams =
    parts.reduce((sum, part) => sum + emissionGrams(part, shelf.cabin), 0) * (shelf.adults + shelf.children);
  return Object.freeze({
    owner: airlineObject(airline),
    adultCents: euroCents * UNITS_PER_EURO[currency],
    currency,
    departsAt: parts[0]!.departsAt,
    emissionsKg: String(Math.round(grams / 1000)),
    documents: documentsOf(journey),
    loyaltyProgrammes: loyaltyProgrammesOf(journey),
    segmentsRequired: false,
    hold: holdOf(airline, brand),
    conditions: conditionsOf(journey, brand),
    slices: Object.freeze(parts.map((part, way) => sliceOf(shelf.books[way]!, part, brand))),
  });
}

function sliceOf(book: SliceFares, itinerary: Itinerary, brand: number): Gds0Slice {
  return (book.slices[itinerary.index * BRANDS + brand] ??= sliceObject(itinerary, { ...book, brand }));
}
