import { isRecord } from '../../base/values/kinds.ts';
import type { JudgedExchange, JudgedResponse } from './judged-exchange.ts';
import { receivedBody, sentBody } from './judged-exchange.ts';

/**
 * What the client of one profile knows from responses: offers, what orders need, tokens, bookings. It holds the
 * latest exchanges that returned something and looks into their bodies when asked, so that an exchange costs next to
 * nothing. Returns undefined for what it does not know, which can have been returned before the recording began.
 */
export class Knowledge {
  readonly flightSearches = new Recent((exchange) => ({ offerId: textsIn(offersIn(exchange), 'offerId') }));
  readonly requiredFields = new Recent();
  readonly transferSearches = new Recent(namesOfSearch);
  readonly pricings = new Recent(
    (exchange) => ({ pricingToken: textsIn([receivedBody(exchange)], 'pricingToken') }),
    MAX_PRICINGS,
  );
  /** Bookings, change confirmations and reservation reads with a booking result, whatever its status. */
  readonly bookings = new Recent((exchange) => {
    const reservations = reservationsIn(exchange);
    return {
      reservationId: textsIn(reservations, 'reservationId'),
      confirmationNumber: textsIn(reservations, 'confirmationNumber'),
    };
  });
  /** Bookings, change confirmations and reservation reads, whatever came back; by the partnerTrackingId sent. */
  readonly tries = new Recent((exchange) => ({
    partnerTrackingId: textsIn([sentBody(exchange)], 'partnerTrackingId'),
  }));
  /** Flight orders and cancellations of transfers, whatever came back. */
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
  /** True if pages of the sandbox made calls of the profile: a person may have taken an id from there. */
  sawPages = false;
  #gap: string | null;

  /** `gap`: why this source does not show all that the client learned before; null for one that begins with it. */
  constructor(gap: string | null) {
    this.#gap = gap;
  }

  /** Why the client may know more than is held; null while everything is. */
  get gap(): string | null {
    return this.#gap ?? (this.sawPages ? PAGES : null);
  }

  /** Notes why the client may know more, unless there is an older reason. */
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

  /** About how much memory the held exchanges take. */
  get bytes(): number {
    return this.#places.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** What is looked at again is looked at soon. The values of more than a few searches are costly to hold. */
  #releaseLater(response: JudgedResponse): void {
    this.#fresh.push(response);
    if (this.#fresh.length > MAX_FRESH) this.#fresh.shift()?.release();
  }

  /** Drops the older half of what it holds. */
  makeRoom(): void {
    for (const place of this.#places) place.makeRoom();
    this.noteGap(DROPPED);
  }

  /** The offer of a flight search (or of an offer read again) with this id, as the newest response has it. */
  flightOffer(offerId: string): FlightOffer | undefined {
    return offerNamed(this.flightSearches, 'offerId', offerId);
  }

  /** What the newest required-fields response for this offer asks for, of those that had ended by then. */
  requiredFieldsOf(offerId: string, by: number): RequiredFields | undefined {
    return this.requiredFields.find((exchange) => {
      if (exchange.parameters['offerId'] !== offerId || exchange.ended > by) return undefined;
      const fields = receivedBody(exchange);
      return isRecord(fields) ? { fields, exchange } : undefined;
    });
  }

  /** The search or change search that returned this searchId. */
  transferSearch(searchId: string): JudgedExchange | undefined {
    return this.transferSearches.named('searchId', searchId);
  }

  /** The transfer offer that has this value under a name: `resultId` or `bookingToken`. */
  transferOffer(name: 'resultId' | 'bookingToken', value: string): TransferOffer | undefined {
    return offerNamed(this.transferSearches, name, value);
  }

  /** Whether a search with this id had this result. */
  isOffered(searchId: string, resultId: string): boolean {
    return this.transferSearches.hasNames(
      (names) => names.searchId?.[0] === searchId && names.resultId?.includes(resultId) === true,
    );
  }

  /** The try that sent this partnerTrackingId last. */
  tryWith(partnerTrackingId: string): JudgedExchange | undefined {
    return this.tries.named('partnerTrackingId', partnerTrackingId);
  }

  pricing(pricingToken: string): JudgedExchange | undefined {
    return this.pricings.named('pricingToken', pricingToken);
  }

  /** The newest reservation with this value under a name: `reservationId` or `confirmationNumber`. */
  reservation(name: 'reservationId' | 'confirmationNumber', value: string): Reservation | undefined {
    const exchange = this.bookings.named(name, value);
    const reservation = exchange && reservationsIn(exchange).find((one) => one[name] === value);
    return reservation && { reservation, exchange };
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

export interface FlightOffer {
  offer: Record<string, unknown>;
  /** The response that had it. */
  exchange: JudgedExchange;
}

export interface RequiredFields {
  fields: Record<string, unknown>;
  exchange: JudgedExchange;
}

export interface TransferOffer {
  offer: Record<string, unknown>;
  exchange: JudgedExchange;
}

export interface Reservation {
  reservation: Record<string, unknown>;
  exchange: JudgedExchange;
}

/** What an exchange is found by. */
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

/** The latest exchanges that returned something of one kind. */
export class Recent {
  readonly #exchanges: JudgedExchange[] = [];
  readonly #names: Names[] = [];
  readonly #namesOf: (exchange: JudgedExchange) => Names;
  readonly #held: number;
  #bytes = 0;
  /** Made when a check asks, as far as the exchanges went then: most searches are never looked for. */
  readonly #indexes = new Map<NameKey, { found: Map<string, JudgedExchange>; upTo: number }>();

  /** `namesOf`: the names by which `named` finds an exchange. `held`: how many are held at least. */
  constructor(namesOf: (exchange: JudgedExchange) => Names = () => NO_NAMES, held = MAX_HELD) {
    this.#namesOf = namesOf;
    this.#held = held;
  }

  /** About how much memory they take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether it had to drop an older one. */
  add(exchange: JudgedExchange): boolean {
    this.#exchanges.push(exchange);
    this.#names.push(this.#namesOf(exchange));
    this.#bytes += exchange.bytes ?? 0;
    if (this.#exchanges.length <= 2 * this.#held) return false;
    this.makeRoom();
    return true;
  }

  /** Drops the older half, and a single one too. */
  makeRoom(): void {
    const count = (this.#exchanges.length + 1) >> 1;
    this.#names.splice(0, count);
    for (const { bytes = 0 } of this.#exchanges.splice(0, count)) this.#bytes -= bytes;
    this.#indexes.clear();
  }

  /** The newest exchange with this name. */
  named(key: NameKey, text: string): JudgedExchange | undefined {
    const index = this.#indexes.get(key) ?? { found: new Map<string, JudgedExchange>(), upTo: 0 };
    this.#indexes.set(key, index);
    for (; index.upTo < this.#exchanges.length; index.upTo++) {
      const exchange = this.#exchanges[index.upTo];
      if (exchange) for (const name of this.#names[index.upTo]?.[key] ?? []) index.found.set(name, exchange);
    }
    return index.found.get(text);
  }

  /** Whether one of them has such names. */
  hasNames(fit: (names: Names) => boolean): boolean {
    return this.#names.findLast(fit) !== undefined;
  }

  /** The first thing that `look` finds, from the newest exchange to the oldest. */
  find<Found>(look: (exchange: JudgedExchange) => Found | undefined): Found | undefined {
    for (let i = this.#exchanges.length - 1; i >= 0; i--) {
      const exchange = this.#exchanges[i];
      const found = exchange && look(exchange);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** All of them, oldest first. */
  all(): readonly JudgedExchange[] {
    return this.#exchanges;
  }
}

/** The offers of a search response, of flights or transfers; the one of an offer that was read again. */
export function offersIn(exchange: JudgedExchange): Record<string, unknown>[] {
  const body = receivedBody(exchange);
  if (!isRecord(body)) return [];
  const offers = Array.isArray(body['offers']) ? body['offers'] : [body['offerData']];
  return offers.filter(isRecord);
}

/** The newest offer that has this value under a name. */
function offerNamed(searches: Recent, name: NameKey, value: string): TransferOffer | undefined {
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

function textsIn(values: readonly unknown[], key: string): string[] {
  return values.flatMap((value) => textOf(value, key) ?? []);
}

/** The reservations of a booking result. */
export function reservationsIn(exchange: JudgedExchange): Record<string, unknown>[] {
  const body = receivedBody(exchange);
  return isRecord(body) && Array.isArray(body['reservations']) ? body['reservations'].filter(isRecord) : [];
}

/** A text at the top of the body of a response; undefined where it has none. */
export function fieldOf(exchange: JudgedExchange, name: string): string | undefined {
  return textOf(receivedBody(exchange), name);
}

/** A text at the top of the body of a request; undefined where it has none. */
export function sentField(exchange: JudgedExchange, name: string): string | undefined {
  return textOf(sentBody(exchange), name);
}

function textOf(body: unknown, name: string): string | undefined {
  const value = isRecord(body) ? body[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** How many exchanges of a kind are held at least; no offer lives as long as a client takes for that many searches. */
export const MAX_HELD = 100;
/** A load test prices many offers before it books the first; a token that is no longer held is costly to look for. */
const MAX_PRICINGS = 1000;
/** Searches whose values are held: a client works on a few offers at a time. */
const MAX_FRESH = 4;
const NO_NAMES: Names = {};
const PAGES = 'the console or the API reference made calls of the profile, and its client may use an id from there';
const DROPPED = 'older responses are no longer held';
