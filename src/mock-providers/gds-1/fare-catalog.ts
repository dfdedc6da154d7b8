import { Lru } from '../../cache/lru.ts';
import { Random } from '../../ids.ts';
import { currencyOf, UNITS_PER_EURO } from '../world/countries.ts';
import { adultFare, emissionGrams } from '../world/fares.ts';
import type { Cabin } from '../world/fares.ts';
import { BRANDS, journeys } from '../world/journeys.ts';
import type { Choice, Journey } from '../world/journeys.ts';
import { timetable } from '../world/timetable.ts';
import type { Itinerary, Timetable } from '../world/timetable.ts';
import { plainDate } from './compact.ts';
import { carrierObject, legObject, placeObject, referenceOf, segmentObject } from './legs.ts';
import type {
  Gds1CabinCode,
  Gds1Carrier,
  Gds1Language,
  Gds1Leg,
  Gds1Offer,
  Gds1PassengerCount,
  Gds1Penalties,
  Gds1Place,
  Gds1SearchRequest,
  Gds1SearchResponse,
  Gds1Segment,
} from './native.ts';
import { documentsOf, frequentFlyerOf, penaltiesOf } from './terms.ts';

/** What stands ready for one kind of request: everything that seed and clock do not decide. */
export interface FareCatalog {
  readonly journeys: readonly Journey[];
  readonly pax: readonly Gds1PassengerCount[];
  readonly cabin: Gds1CabinCode;
  readonly language: Gds1Language;
  readonly fares: (Fare | undefined)[];
  /** One for each direction. */
  readonly books: readonly LegFares[];
  /** What offers refer to: every flight of the display, with its places and carriers. */
  readonly tables: Pick<Gds1SearchResponse, 'seg' | 'loc' | 'crr'>;
}

/** One journey in one brand. */
export interface Fare {
  readonly carrier: string;
  /** Unrounded, for one adult, in `currency`. */
  readonly adultCents: number;
  readonly currency: string;
  readonly departsAt: number;
  readonly co2Grams: number;
  readonly documents: Gds1Offer['doc'];
  readonly frequentFlyer: readonly string[];
  readonly penalties: Gds1Penalties;
  readonly legs: readonly Gds1Leg[];
}

/** The shelf of a request, filled as it is used. */
export function shelfOf(request: Gds1SearchRequest): FareCatalog {
  const kind = kindOf(request);
  let key = kind;
  for (const { from, to, dt } of request.od) key += from + to + dt;
  let shelf = shelves.get(key);
  if (!shelf) shelves.set(key, (shelf = newShelf(request, kind)));
  return shelf;
}

/** The fare of a choice from this shelf: the same object every time. */
export function fareOf(shelf: FareCatalog, { journey, brand }: Choice): Fare {
  return (shelf.fares[journey.index * BRANDS + brand] ??= newFare(shelf, journey, brand));
}

/** The legs of a timetable in all brands, for one direction, cabin, party and language; its segments are of all brands. */
interface LegFares {
  readonly way: number;
  readonly legs: (Gds1Leg | undefined)[];
  readonly segments: (readonly Gds1Segment[] | undefined)[];
}

const shelves = new Lru<FareCatalog>(200);
/** Apart from the shelves, so that a way there is the same objects whatever the way back. */
const legCache = new Lru<LegFares>(150);

const CABINS: Readonly<Record<Gds1CabinCode, Cabin>> = {
  Y: 'economy',
  W: 'premium_economy',
  C: 'business',
  F: 'first',
};

/** Cabin, party in its order, language. */
function kindOf({ cab, pax, lang }: Gds1SearchRequest): string {
  let kind = `${cab}/${lang ?? 'EN'}/`;
  for (const { ty, qty } of pax) kind += ty + qty;
  return kind;
}

function newShelf({ od, pax, cab, lang }: Gds1SearchRequest, kind: string): FareCatalog {
  const timetables = od.map(({ from, to, dt }) => timetable(from, to, plainDate(dt)));
  const books = timetables.map((table, way) => bookOf(table, way, kind));
  const sold = journeys(timetables[0]!, timetables[1]);
  return {
    journeys: sold,
    pax: Object.freeze(pax.map(({ ty, qty }) => Object.freeze({ ty, qty }))),
    cabin: cab,
    language: lang ?? 'EN',
    fares: [],
    books,
    tables: tablesOf(sold, books, lang ?? 'EN'),
  };
}

function tablesOf(sold: readonly Journey[], books: readonly LegFares[], language: Gds1Language): FareCatalog['tables'] {
  const tables: { seg: Record<string, Gds1Segment>; loc: Record<string, Gds1Place>; crr: Record<string, Gds1Carrier> } =
    { seg: {}, loc: {}, crr: {} };
  for (const { airline, parts } of sold) {
    tables.crr[airline.iataCode] ??= carrierObject(airline);
    parts.forEach((part, way) => {
      segmentsOf(books[way]!, part).forEach((segment, n) => {
        tables.seg[referenceOf(way, part, n)] = segment;
      });
      for (const { origin, destination, marketing, operating } of part.flights) {
        for (const airport of [origin, destination]) tables.loc[airport.iataCode] ??= placeObject(airport, language);
        for (const carrier of [marketing, operating]) tables.crr[carrier.iataCode] ??= carrierObject(carrier);
      }
    });
  }
  return tables;
}

function bookOf(table: Timetable, way: number, kind: string): LegFares {
  const key = `${table.key}/${way}/${kind}`;
  let book = legCache.get(key);
  if (!book) legCache.set(key, (book = { way, legs: [], segments: [] }));
  return book;
}

function newFare(shelf: FareCatalog, journey: Journey, brand: number): Fare {
  const { airline, parts } = journey;
  const currency = currencyOf(parts[0]!.flights[0]!.origin.country);
  const cabin = CABINS[shelf.cabin];
  const euroCents = parts.reduce((sum, part) => sum + adultFare(part, cabin, brand), 0);
  const seats = shelf.pax.reduce((sum, { ty, qty }) => sum + (ty === 'INF' ? 0 : qty), 0);
  return Object.freeze({
    carrier: airline.iataCode,
    adultCents: euroCents * UNITS_PER_EURO[currency] * ownLevel(airline.iataCode),
    currency,
    departsAt: parts[0]!.departsAt,
    co2Grams: seats * parts.reduce((sum, part) => sum + emissionGrams(part, cabin), 0),
    documents: documentsOf(journey),
    frequentFlyer: frequentFlyerOf(journey),
    penalties: penaltiesOf(journey, brand),
    legs: Object.freeze(parts.map((part, way) => legOf(shelf, shelf.books[way]!, part, brand))),
  });
}

/** It sells the same flights a little cheaper or dearer than others do. */
function ownLevel(airlineCode: string): number {
  return 0.97 + 0.07 * new Random(`gds-1/level/${airlineCode}`).fraction();
}

function segmentsOf(book: LegFares, itinerary: Itinerary): readonly Gds1Segment[] {
  return (book.segments[itinerary.index] ??= itinerary.flights.map(segmentObject));
}

function legOf({ cabin, pax }: FareCatalog, book: LegFares, itinerary: Itinerary, brand: number): Gds1Leg {
  return (book.legs[itinerary.index * BRANDS + brand] ??= legObject(itinerary, { way: book.way, cabin, brand, pax }));
}
