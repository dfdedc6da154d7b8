import { isRecord } from '../../base/values/kinds.ts';
import type { JudgedExchange, JudgedResponse } from './judged-exchange.ts';
import { receivedBody, sentBody } from './judged-exchange.ts';
import { KnownIds } from './known-ids.ts';

/**
 * A client's knowledge from the responses to one profile: offers, required fields, tokens, bookings. It stores the
 * latest exchanges per kind and parses their bodies on request, so that an exchange costs almost nothing. Returns
 * undefined for anything unknown, possibly returned before the recording began.
 */
export class Knowledge {
  readonly flightSearches = new Recent((exchange) => ({ offerId: textsIn(offersIn(exchange), 'offerId') }));
  readonly requiredFields = new Recent();
  readonly transferSearches = new Recent(namesOfSearch);
  readonly pricings = new Recent(
    (exchange) => ({ pricingToken: textsIn([receivedBody(exchange)], 'pricingToken') }),
    MAX_PRICINGS,
  );
  /** Bookings, change confirmations and reservation reads with a booking result in any status. */
  readonly bookings = new Recent((exchange) => {
    const reservations = reservationsIn(exchange);
    return {
      reservationId: textsIn(reservations, 'reservationId'),
      confirmationNumber: textsIn(reservations, 'confirmationNumber'),
    };
  });
  /** Bookings, change confirmations and reservation reads with any response; by the sent partnerTrackingId. */
  readonly tries = new Recent((exchange) => ({
    partnerTrackingId: textsIn([sentBody(exchange)], 'partnerTrackingId'),
  }));
  /** Flight orders and transfer cancellations with any response. */
  readonly orders = new Recent();
  readonly cancellations = new Recent();
  readonly #places = [
    this.flightSearches,
    this.requiredFields,
    this.transferSearches,
    this.pricings,
    this.bookings,
    this.tries,
    this.orders,
    this.cancellations,
  ];
  readonly #fresh: JudgedResponse[] = [];
  /** True if pages of the sandbox made calls for the profile: a person may have copied an id from there. */
  sawPages = false;
  #gap: string | null;
  readonly #before: KnownIds | null;

  /**
   * `gap`: the reason if this source lacks the client's earlier knowledge; null for a source from the beginning.
   * `knownBefore`: as bytes, the ids that the client received before a reset. It may send them; no booking counts.
   */
  constructor(gap: string | null, knownBefore: Uint8Array | null = null) {
    this.#gap = gap;
    this.#before = knownBefore && new KnownIds(knownBefore);
  }

  /** The reason if the client may have this id from elsewhere; null otherwise. */
  gapFor(id: string): string | null {
    return this.gap ?? (this.#before?.has(id) ? BEFORE_RESET : null);
  }

  /** Returns all ids that the client received. */
  ids(): string[] {
    return this.#places.flatMap((place) => place.ids());
  }

  /** The reason if the client may know more than is stored; null otherwise. */
  get gap(): string | null {
    return this.#gap ?? (this.sawPages ? PAGES : null);
  }

  /** Notes a reason for missing knowledge, unless an older one exists. */
  noteGap(gap: string | null): void {
    this.#gap ??= gap;
  }

  add(exchange: JudgedExchange): void {
    if (exchange.operation === 'createFlightOrder') this.orders.add(exchange);
    if (exchange.operation === 'cancelReservation') this.cancellations.add(exchange);
    const place = this.#placeOf(exchange);
    if (place === this.bookings) this.tries.add(exchange);
    if (!place || exchange.response === null) return;
    if (exchange.response.body.kind === 'unknown') this.noteGap('a response is not recorded in full');
    if (receivedBody(exchange) === undefined) return;
    if (place.add(exchange)) this.noteGap(DROPPED);
    if (place === this.flightSearches || place === this.transferSearches) this.#releaseLater(exchange.response);
  }

  /** Approximate memory for the stored exchanges. */
  get bytes(): number {
    return this.#places.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /**
   * Releases old values. Checks usually reread a value soon, and values from more than a few searches need much memory.
   */
  #releaseLater(response: JudgedResponse): void {
    this.#fresh.push(response);
    if (this.#fresh.length > MAX_FRESH) this.#fresh.shift()?.release();
  }

  /** Drops the older half. */
  makeRoom(): void {
    for (const place of this.#places) place.makeRoom();
    this.noteGap(DROPPED);
  }

  /** Returns the flight offer with this id from the latest search or offer read. */
  flightOffer(offerId: string): KnownOffer | undefined {
    return offerNamed(this.flightSearches, 'offerId', offerId);
  }

  /** Returns the latest required fields for this offer, among the responses ended by then. */
  requiredFieldsOf(offerId: string, by: number): RequiredFields | undefined {
    return this.requiredFields.find((exchange) => {
      if (exchange.parameters['offerId'] !== offerId || exchange.ended > by) return undefined;
      const fields = receivedBody(exchange);
      return isRecord(fields) ? { fields, exchange } : undefined;
    });
  }

  /** Returns the search or change search with this searchId in its response. */
  transferSearch(searchId: string): JudgedExchange | undefined {
    return this.transferSearches.named('searchId', searchId);
  }

  /** Returns the transfer offer with this value as its `resultId` or `bookingToken`. */
  transferOffer(name: 'resultId' | 'bookingToken', value: string): KnownOffer | undefined {
    return offerNamed(this.transferSearches, name, value);
  }

  /** True if a search with this id had this result. */
  isOffered(searchId: string, resultId: string): boolean {
    return this.transferSearches.hasNames(
      (names) => names.searchId?.[0] === searchId && names.resultId?.includes(resultId) === true,
    );
  }

  /** Returns the latest attempt with this partnerTrackingId. */
  tryWith(partnerTrackingId: string): JudgedExchange | undefined {
    return this.tries.named('partnerTrackingId', partnerTrackingId);
  }

  pricing(pricingToken: string): JudgedExchange | undefined {
    return this.pricings.named('pricingToken', pricingToken);
  }

  /** Returns the latest reservation with this value as its `reservationId` or `confirmationNumber`. */
  reservation(name: 'reservationId' | 'confirmationNumber', value: string): Reservation | undefined {
    const exchange = this.bookings.named(name, value);
    const reservation = exchange && reservationsIn(exchange).find((one) => one[name] === value);
    return reservation && { reservation, exchange };
  }

  /** Returns the received id behind a careless copy: in another letter case, with blanks, hyphens or quotes. */
  original(key: Exclude<NameKey, 'partnerTrackingId'>, copy: string): string | undefined {
    const plain = plainOf(copy);
    // The two tokens are indexed by their edited forms: see `editOf`.
    if (plain === '' || key === 'bookingToken' || key === 'pricingToken') return undefined;
    for (const place of [this.flightSearches, this.transferSearches, this.bookings]) {
      const found = place.nameWith(key, plain, (name) => [plainOf(name)]);
      if (found !== undefined && found !== copy) return found;
    }
    return undefined;
  }

  #placeOf({ operation }: JudgedExchange): Recent | null {
    switch (operation) {
      case 'searchFlights':
      case 'getFlightOffer':
        return this.flightSearches;
      case 'getRequiredFields':
        return this.requiredFields;
      case 'searchTransfers':
      case 'searchReservationChanges':
        return this.transferSearches;
      case 'priceTransfer':
        return this.pricings;
      case 'bookTransfer':
      case 'confirmReservationChange':
      case 'getReservation':
        return this.bookings;
      default:
        return null;
    }
  }
}

/** A flight or transfer offer, and the response with it. */
export interface KnownOffer {
  offer: Record<string, unknown>;
  exchange: JudgedExchange;
}

export interface RequiredFields {
  fields: Record<string, unknown>;
  exchange: JudgedExchange;
}

export interface Reservation {
  reservation: Record<string, unknown>;
  exchange: JudgedExchange;
}

/** Lookup keys for an exchange. */
type NameKey =
  | 'offerId'
  | 'searchId'
  | 'resultId'
  | 'bookingToken'
  | 'pricingToken'
  | 'partnerTrackingId'
  | 'reservationId'
  | 'confirmationNumber';
type Names = { readonly [Key in NameKey]?: readonly string[] };

/** The latest exchanges within a kind. */
export class Recent {
  readonly #exchanges: JudgedExchange[] = [];
  readonly #names: Names[] = [];
  readonly #namesOf: (exchange: JudgedExchange) => Names;
  readonly #held: number;
  #bytes = 0;
  /** Built when a check asks, from the exchanges until then. Most searches are never looked up. */
  readonly #indexes = new Map<NameKey, { found: Map<string, JudgedExchange>; upTo: number }>();
  readonly #forms = new Map<NameKey, { found: Map<string, string>; upTo: number }>();

  /** `namesOf`: returns the names by which `named` finds an exchange. `held`: minimum stored exchanges. */
  constructor(namesOf: (exchange: JudgedExchange) => Names = () => NO_NAMES, held = MAX_HELD) {
    this.#namesOf = namesOf;
    this.#held = held;
  }

  /** Approximate memory for the stored exchanges. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds an exchange. True if it had to drop an older one. */
  add(exchange: JudgedExchange): boolean {
    this.#exchanges.push(exchange);
    this.#names.push(this.#namesOf(exchange));
    this.#bytes += exchange.bytes ?? 0;
    if (this.#exchanges.length <= 2 * this.#held) return false;
    this.makeRoom();
    return true;
  }

  /** Drops the older half, or the only one. */
  makeRoom(): void {
    const count = (this.#exchanges.length + 1) >> 1;
    this.#names.splice(0, count);
    for (const { bytes = 0 } of this.#exchanges.splice(0, count)) this.#bytes -= bytes;
    this.#indexes.clear();
    this.#forms.clear();
  }

  /** Returns the latest exchange with this name. */
  named(key: NameKey, text: string): JudgedExchange | undefined {
    const index = this.#indexes.get(key) ?? { found: new Map<string, JudgedExchange>(), upTo: 0 };
    this.#indexes.set(key, index);
    for (; index.upTo < this.#exchanges.length; index.upTo++) {
      const exchange = this.#exchanges[index.upTo];
      if (exchange) for (const name of this.#names[index.upTo]?.[key] ?? []) index.found.set(name, exchange);
    }
    return index.found.get(text);
  }

  /** Returns the latest name with this form. `formsOf`: returns a name's forms; the same function for each call. */
  nameWith(key: NameKey, form: string, formsOf: (name: string) => string[]): string | undefined {
    const index = this.#forms.get(key) ?? { found: new Map<string, string>(), upTo: 0 };
    this.#forms.set(key, index);
    for (; index.upTo < this.#names.length; index.upTo++)
      for (const name of this.#names[index.upTo]?.[key] ?? [])
        for (const one of formsOf(name)) index.found.set(one, name);
    return index.found.get(form);
  }

  /** Returns at most `count` names, those of the latest exchange first. */
  latest(key: NameKey, count: number): string[] {
    const names: string[] = [];
    for (let i = this.#names.length - 1; i >= 0 && names.length < count; i--)
      names.push(...(this.#names[i]?.[key] ?? []));
    return names.slice(0, count);
  }

  /** True if an exchange has such names. */
  hasNames(fit: (names: Names) => boolean): boolean {
    return this.#names.findLast(fit) !== undefined;
  }

  /** Returns the first result from `look`, from the latest exchange to the oldest. */
  find<Found>(look: (exchange: JudgedExchange) => Found | undefined): Found | undefined {
    for (let i = this.#exchanges.length - 1; i >= 0; i--) {
      const exchange = this.#exchanges[i];
      const found = exchange && look(exchange);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Returns all names with exchanges. */
  ids(): string[] {
    return this.#names.flatMap((names) => Object.values(names).flat());
  }

  /** Returns all exchanges, oldest first. */
  all(): readonly JudgedExchange[] {
    return this.#exchanges;
  }
}

/** Returns the offers from a flight or transfer search, or from an offer read. */
export function offersIn(exchange: JudgedExchange): Record<string, unknown>[] {
  const body = receivedBody(exchange);
  if (!isRecord(body)) return [];
  const offers = Array.isArray(body['offers']) ? body['offers'] : [body['offerData']];
  return offers.filter(isRecord);
}

/** Returns the latest offer with this value under a name. */
function offerNamed(searches: Recent, name: NameKey, value: string): KnownOffer | undefined {
  const exchange = searches.named(name, value);
  const offer = exchange && offersIn(exchange).find((one) => one[name] === value);
  return offer && { offer, exchange };
}

function namesOfSearch(exchange: JudgedExchange): Names {
  const offers = offersIn(exchange);
  return {
    searchId: textsIn([receivedBody(exchange)], 'searchId'),
    resultId: textsIn(offers, 'resultId'),
    bookingToken: textsIn(offers, 'bookingToken'),
  };
}

function plainOf(id: string): string {
  return id.replace(/%(?:20|22|7B|7D)|[\s"'{}:-]/gi, '').toLowerCase();
}

function textsIn(values: readonly unknown[], key: string): string[] {
  return values.flatMap((value) => textOf(value, key) ?? []);
}

/** Returns the reservations in a booking result. */
export function reservationsIn(exchange: JudgedExchange): Record<string, unknown>[] {
  const body = receivedBody(exchange);
  return isRecord(body) && Array.isArray(body['reservations']) ? body['reservations'].filter(isRecord) : [];
}

/** Returns a top-level text in a response body; undefined without one. */
export function fieldOf(exchange: JudgedExchange, name: string): string | undefined {
  return textOf(receivedBody(exchange), name);
}

/** Returns a top-level text in a request body; undefined without one. */
export function sentField(exchange: JudgedExchange, name: string): string | undefined {
  return textOf(sentBody(exchange), name);
}

function textOf(body: unknown, name: string): string | undefined {
  const value = isRecord(body) ? body[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Minimum stored exchanges per kind. Every offer expires before a client makes as many searches. */
export const MAX_HELD = 100;
/** A load test may price many offers before it books the first, and looking for a dropped token is costly. */
const MAX_PRICINGS = 1000;
/** Searches with stored values: a client works on a few offers at a time. */
const MAX_FRESH = 4;
const NO_NAMES: Names = {};
const PAGES = 'the console or the API reference made calls of the profile, and its client may use an id from there';
const DROPPED = 'older responses are no longer stored';
const BEFORE_RESET = 'the profile was reset, and its client may have received the value before';
