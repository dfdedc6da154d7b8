import { Random } from '../../base/ids.ts';
import { Lru } from '../../base/lru.ts';
import { currencyOf, UNITS_PER_EURO } from '../world/countries.ts';
import { adultFare, emissionGrams } from '../world/fares.ts';
import type { Brand, Choice, Journey } from '../world/journeys.ts';
import { BRANDS, journeysInCabin } from '../world/journeys.ts';
import type { Itinerary, Timetable } from '../world/timetable.ts';
import { timetable } from '../world/timetable.ts';
import { plainDate } from './compact.ts';
import { CABINS, carrierObject, legObject, placeObject, referenceOf, segmentObject } from './legs.ts';
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

/** The fares for one kind of request: everything that does not depend on seed and clock. */
export interface FareCatalog {
  readonly journeys: readonly Journey[];
  readonly pax: readonly Gds1PassengerCount[];
  readonly cabin: Gds1CabinCode;
  readonly language: Gds1Language;
  /** Filled when a fare is first sold, by journey and brand. */
  readonly fares: (Fare | undefined)[];
  /** One for each direction. */
  readonly legs: readonly [LegCache, ...LegCache[]];
  /** What offers refer to: every flight of the catalog, with its places and carriers. */
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

/** The catalog of a request. */
export function catalogOf(request: Gds1SearchRequest): FareCatalog {
  const variant = variantOf(request);
  let key = variant;
  for (const { from, to, dt } of request.od) key += from + to + dt;
  return catalogs.getOrCreate(key, () => createCatalog(request, variant));
}

/** The fare of a choice from this catalog: the same object every time. */
export function fareOf(catalog: FareCatalog, { journey, brand }: Choice): Fare {
  return (catalog.fares[journey.index * BRANDS + brand] ??= createFare(catalog, journey, brand));
}

/**
 * The legs of a timetable in all brands, for one direction, cabin, party and language, each made when it is first sold.
 * The segments serve all brands.
 */
interface LegCache {
  readonly direction: number;
  readonly legs: (Gds1Leg | undefined)[];
  readonly segments: (readonly Gds1Segment[] | undefined)[];
}

/** Searches repeat: a known request costs a small part of a new one. */
const catalogs = new Lru<FareCatalog>(200);
/** Not part of a catalog, so that an outbound leg is the same object whatever the return. */
const legCaches = new Lru<LegCache>(150);

/** Cabin, language, party in its order. */
function variantOf({ cab, pax, lang }: Gds1SearchRequest): string {
  let variant = `${cab}/${lang ?? 'EN'}/`;
  for (const { ty, qty } of pax) variant += ty + qty;
  return variant;
}

function createCatalog({ od, pax, cab, lang }: Gds1SearchRequest, variant: string): FareCatalog {
  const [outbound, ...inbound] = od.map(({ from, to, dt }) => timetable(from, to, plainDate(dt)));
  if (!outbound) throw new Error('gds-1 got a search without od; send one or two');
  const sold = journeysInCabin(outbound, inbound[0], CABINS[cab]);
  const legs: FareCatalog['legs'] = [
    legCache(outbound, 0, variant),
    ...inbound.map((table, i) => legCache(table, i + 1, variant)),
  ];
  return {
    journeys: sold,
    pax: Object.freeze(pax.map(({ ty, qty }) => Object.freeze({ ty, qty }))),
    cabin: cab,
    language: lang ?? 'EN',
    fares: [],
    legs,
    tables: tablesOf(sold, legs, lang ?? 'EN'),
  };
}

function tablesOf(sold: readonly Journey[], legs: FareCatalog['legs'], language: Gds1Language): FareCatalog['tables'] {
  const tables: { seg: Record<string, Gds1Segment>; loc: Record<string, Gds1Place>; crr: Record<string, Gds1Carrier> } =
    { seg: {}, loc: {}, crr: {} };
  for (const { airline, parts } of sold) {
    tables.crr[airline.iataCode] ??= carrierObject(airline);
    for (const [cache, part] of directionsOf(legs, parts)) {
      for (const [n, segment] of segmentsOf(cache, part).entries())
        tables.seg[referenceOf(cache.direction, part, n)] = segment;
      for (const { origin, destination, marketing, operating } of part.flights) {
        for (const airport of [origin, destination]) tables.loc[airport.iataCode] ??= placeObject(airport, language);
        for (const carrier of [marketing, operating]) tables.crr[carrier.iataCode] ??= carrierObject(carrier);
      }
    }
  }
  return tables;
}

/** The parts of a journey, each with the legs of its direction. */
function directionsOf(
  [outbound, inbound]: FareCatalog['legs'],
  [out, home]: Journey['parts'],
): readonly [LegCache, Itinerary][] {
  return inbound && home
    ? [
        [outbound, out],
        [inbound, home],
      ]
    : [[outbound, out]];
}

function legCache(table: Timetable, direction: number, variant: string): LegCache {
  return legCaches.getOrCreate(`${table.key}/${direction}/${variant}`, () => ({ direction, legs: [], segments: [] }));
}

function createFare(catalog: FareCatalog, journey: Journey, brand: Brand): Fare {
  const { airline, parts } = journey;
  const currency = currencyOf(parts[0].flights[0].origin.country);
  const cabin = CABINS[catalog.cabin];
  const euroCents = parts.reduce((sum, part) => sum + adultFare(part, cabin, brand), 0);
  const cheapestCents = parts.reduce((sum, part) => sum + adultFare(part, cabin, 0), 0);
  const seats = catalog.pax.reduce((sum, { ty, qty }) => sum + (ty === 'INF' ? 0 : qty), 0);
  return Object.freeze({
    carrier: airline.iataCode,
    adultCents: euroCents * UNITS_PER_EURO[currency] * priceLevel(airline.iataCode),
    currency,
    departsAt: parts[0].departsAt,
    co2Grams: seats * parts.reduce((sum, part) => sum + emissionGrams(part, cabin), 0),
    documents: documentsOf(journey),
    frequentFlyer: frequentFlyerOf(journey),
    penalties: penaltiesOf(journey, brand, cheapestCents),
    legs: Object.freeze(directionsOf(catalog.legs, parts).map(([cache, part]) => legOf(catalog, cache, part, brand))),
  });
}

/** gds-1 sells the same flights a little cheaper or dearer than gds-0. */
function priceLevel(airlineCode: string): number {
  return 0.97 + 0.07 * new Random(`gds-1/level/${airlineCode}`).fraction();
}

function segmentsOf(cache: LegCache, itinerary: Itinerary): readonly Gds1Segment[] {
  return (cache.segments[itinerary.index] ??= itinerary.flights.map(segmentObject));
}

function legOf({ cabin, pax }: FareCatalog, cache: LegCache, itinerary: Itinerary, brand: Brand): Gds1Leg {
  const { direction, legs } = cache;
  return (legs[itinerary.index * BRANDS + brand] ??= legObject(itinerary, { direction, cabin, brand, pax }));
}
