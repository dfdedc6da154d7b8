import { Lru } from '../../base/lru.ts';
import type { Cabin } from './cabins.ts';
import type { Choice } from './choice.ts';
import type { Brand } from './fares.ts';
import { adultFare, BRANDS, emissionGrams } from './fares.ts';
import type { Journey } from './journeys.ts';
import type { Itinerary, Timetable } from './timetable.ts';
import { timetable } from './timetable.ts';

/**
 * Native form of a provider's offers. `Party` is the input for its payloads in addition to flights, cabin and brand.
 */
export interface FareWriter<Party, Part, Fare> {
  /** One journey direction, frozen. */
  writePart(itinerary: Itinerary, sale: Sale<Party>): Part;
  /** A journey with its terms, frozen. */
  writeFare(facts: FareFacts, parts: readonly Part[], party: Party): Fare;
}

/** Itinerary sale; `direction` is 0 for the outbound part, 1 for the return. */
export interface Sale<Party> {
  readonly direction: number;
  readonly cabin: Cabin;
  readonly brand: Brand;
  readonly party: Party;
}

/** One journey in one brand. Prices are for one adult, unrounded, as charged 30 to 60 days before departure. */
export interface FareFacts {
  readonly journey: Journey;
  readonly brand: Brand;
  readonly adultEuroCents: number;
  /** Price in the cheapest brand. */
  readonly cheapestEuroCents: number;
  /** CO2 per passenger in a seat. */
  readonly emissionGrams: number;
}

/** The search served by a catalog. Equal parties have an equal `partyKey`. */
export interface CatalogRequest<Party> {
  readonly trips: readonly { readonly from: string; readonly to: string; readonly date: string }[];
  readonly cabin: Cabin;
  readonly party: Party;
  readonly partyKey: string;
}

/** One provider's fares: all their clock-independent data, made once and kept while in use. */
export class FareCatalogs<Party, Part, Fare> {
  readonly #writer: FareWriter<Party, Part, Fare>;
  /** Searches repeat, and a cached request costs much less than a new one. */
  readonly #catalogs = new Lru<FareCatalog<Party, Part, Fare>>(200);
  /** Not part of a catalog, so an outbound part is the same object for every return. */
  readonly #parts = new Lru<(Part | undefined)[]>(150);

  constructor(writer: FareWriter<Party, Part, Fare>) {
    this.#writer = writer;
  }

  /** Returns the catalog for a request. */
  catalogOf(request: CatalogRequest<Party>): FareCatalog<Party, Part, Fare> {
    const variant = `${request.cabin}/${request.partyKey}`;
    let key = variant;
    for (const { from, to, date } of request.trips) key += `/${from}${to}${date}`;
    return this.#catalogs.getOrCreate(key, () => this.#create(request, variant));
  }

  #create({ trips, cabin, party }: CatalogRequest<Party>, variant: string): FareCatalog<Party, Part, Fare> {
    const [outbound, inbound] = trips.map(({ from, to, date }) => timetable(from, to, date));
    if (!outbound) throw new Error('a provider got a search without flights; send one or two slices');
    const parts = [outbound, ...(inbound ? [inbound] : [])].map(({ key }, direction) =>
      this.#parts.getOrCreate(`${key}/${direction}/${variant}`, () => []),
    );
    return new FareCatalog(this.#writer, { outbound, inbound, cabin, party, parts });
  }
}

interface Content<Party, Part> {
  readonly outbound: Timetable;
  readonly inbound: Timetable | undefined;
  readonly cabin: Cabin;
  readonly party: Party;
  /** By direction, then by itinerary and brand; filled when one is first sold. */
  readonly parts: readonly (Part | undefined)[][];
}

/** The fares for one kind of request. */
export class FareCatalog<Party, Part, Fare> {
  readonly outbound: Timetable;
  readonly inbound: Timetable | undefined;
  readonly cabin: Cabin;
  readonly party: Party;
  readonly #writer: FareWriter<Party, Part, Fare>;
  readonly #parts: Content<Party, Part>['parts'];
  /** By journey and brand; filled when one is first sold. */
  readonly #fares: (Fare | undefined)[] = [];

  constructor(writer: FareWriter<Party, Part, Fare>, { outbound, inbound, cabin, party, parts }: Content<Party, Part>) {
    this.#writer = writer;
    this.outbound = outbound;
    this.inbound = inbound;
    this.cabin = cabin;
    this.party = party;
    this.#parts = parts;
  }

  /** Returns the fare for a choice from this catalog: the same object every time. */
  fareOf({ journey, brand }: Choice): Fare {
    return (this.#fares[journey.index * BRANDS + brand] ??= this.#createFare(journey, brand));
  }

  #createFare(journey: Journey, brand: Brand): Fare {
    const { cabin, party } = this;
    const sum = (of: (part: Itinerary) => number) => journey.parts.reduce((total, part) => total + of(part), 0);
    const facts = {
      journey,
      brand,
      adultEuroCents: sum((part) => adultFare(part, cabin, brand)),
      cheapestEuroCents: sum((part) => adultFare(part, cabin, 0)),
      emissionGrams: sum((part) => emissionGrams(part, cabin)),
    };
    const parts = journey.parts.map((part, direction) => this.#partOf(part, direction, brand));
    return this.#writer.writeFare(facts, parts, party);
  }

  #partOf(itinerary: Itinerary, direction: number, brand: Brand): Part {
    const { cabin, party } = this;
    const known = this.#parts[direction] ?? [];
    return (known[itinerary.index * BRANDS + brand] ??= this.#writer.writePart(itinerary, {
      direction,
      cabin,
      brand,
      party,
    }));
  }
}
