import { isDeepStrictEqual } from 'node:util';
import { isText } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import { select } from '../../../base/values/select.ts';
import { show } from '../../../base/values/show.ts';
import type { TransferOffer } from '../../../interface/api.ts';
import { isEnding } from '../fixtures/offers.ts';
import { allows } from '../fixtures/supported-calls.ts';
import { amendable, bookRequest, toPlace, usableOffers } from '../fixtures/transfer-requests.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import type { Target } from '../probe/target.ts';
import { bookingStatus, isAccepted, isRefused } from '../responses/outcome.ts';
import type { Recorded } from '../whole-run/recording.ts';
import { sentBody } from '../whole-run/sent-body.ts';
import type { CallKnowledge, Validity } from './valid-call.ts';

/** Offer returned to a profile. */
interface KnownTransfer {
  searchId: string;
  offer: TransferOffer;
  search: CheckedExchange;
  /** The reservation to change; null for a new one. */
  changes: string | null;
  /** True if the offer was booked, or may have been. */
  spent: boolean;
}

/** Reservation of a completed booking. */
interface KnownReservation {
  reservationId: string;
  offer: TransferOffer;
  /** True if the reservation was changed or cancelled, or may have been. */
  spent: boolean;
}

/** Finds valid transfer calls: those with the identifiers and tokens issued to the profile. */
export class TransferKnowledge implements CallKnowledge {
  readonly #target: Target;
  /** Offers by profile, searchId and resultId. */
  readonly #transfers = new Map<string, KnownTransfer>();
  /** Priced transfers by profile and pricingToken. */
  readonly #priced = new Map<string, KnownTransfer>();
  /** Reservations by profile, key name and value. */
  readonly #reservations = new Map<string, KnownReservation>();

  constructor(target: Target) {
    this.#target = target;
  }

  readonly validityOf: CallKnowledge['validityOf'] = {
    searchTransfers: (call) => this.#ofSearch(call),
    priceTransfer: (call) => this.#ofPricing(call),
    bookTransfer: (call) => this.#ofBooking(call),
    getReservation: (call) => this.#ofRead(call),
    searchReservationChanges: (call) => this.#ofChangeSearch(call),
    confirmReservationChange: (call) => this.#ofConfirmation(call),
    cancelReservation: (call) => this.#ofCall(call, 'cancelReservation', sentBody(call.exchange)),
    getDriverAndVehicle: (call) => this.#ofCall(call, 'getDriverAndVehicle', queryOf(call.exchange)),
    getTracking: (call) => this.#ofCall(call, 'getTracking', queryOf(call.exchange)),
  };

  learn(call: Recorded): void {
    const { exchange } = call;
    switch (exchange.operationId) {
      case 'searchTransfers':
        return this.#learnOffers(call, null);
      case 'searchReservationChanges':
        return this.#learnOffers(call, sentBody(exchange)['reservationId']);
      case 'priceTransfer':
        return this.#learnPrice(call);
      case 'bookTransfer':
      case 'confirmReservationChange':
      case 'cancelReservation':
        if (!isRefused(exchange)) this.#learnBooking(call);
        return;
      default:
    }
  }

  #learnOffers({ exchange, keys, scenario }: Recorded, changes: unknown): void {
    const searchId = propertyOf(exchange.value, 'searchId');
    // Under a scenario, an offer may have its own end or requirements.
    if (!isText(searchId) || scenario !== null) return;
    const offers = usableOffers(exchange);
    const ids = offers.map(({ resultId }) => resultId);
    // Skips duplicate ids, because they are ambiguous.
    for (const offer of offers.filter(({ resultId }) => ids.indexOf(resultId) === ids.lastIndexOf(resultId)))
      this.#transfers.set(nameOf(keys.profileCode, searchId, offer.resultId), {
        ...{ searchId, offer, search: exchange, spent: false },
        changes: isText(changes) ? changes : null,
      });
  }

  #learnPrice(call: Recorded): void {
    const transfer = this.#offerOf(call);
    const token = propertyOf(call.exchange.value, 'pricingToken');
    const isPlain = transfer && isSame(sentBody(call.exchange), tokensOf(transfer));
    if (isPlain && isText(token) && call.scenario === null && isAccepted(call.exchange))
      this.#priced.set(nameOf(call.keys.profileCode, token), transfer);
  }

  #learnBooking(call: Recorded): void {
    const { exchange, keys, scenario } = call;
    const transfer = this.#offerOf(call);
    const changed = this.#reservations.get(
      nameOf(keys.profileCode, 'reservationId', sentBody(exchange)['reservationId']),
    );
    const isDoubtful = transfer?.spent;
    for (const known of [transfer, changed]) if (known) known.spent = true;
    if (!transfer || isDoubtful || scenario !== null || bookingStatus(exchange) !== 'completed') return;
    const { searchId, offer, changes } = transfer;
    for (const { value } of select(exchange.value, '/reservations/*').slice(0, 1)) {
      const reservationId = propertyOf(value, 'reservationId');
      if (!isText(reservationId)) return;
      // The document does not say whether a change is a separate reservation. Its search finds it in any case.
      const keysOf = { searchId, ...(changes === null && { reservationId, ...confirmationOf(value) }) };
      const reservation = { reservationId, offer, spent: false };
      for (const [name, key] of Object.entries(keysOf))
        this.#reservations.set(nameOf(keys.profileCode, name, key), reservation);
    }
  }

  #ofSearch({ exchange }: Recorded): Validity | null {
    const { pickup, dropoff, pickupDateTime, passengers, ...more } = sentBody(exchange);
    const target = this.#target;
    const isPlain =
      Object.keys(more).length === 0 &&
      isSame(pickup, toPlace(target.pickup)) &&
      isSame(dropoff, toPlace(target.dropoff)) &&
      isText(pickupDateTime) &&
      /T\d\d:\d\d:00$/.test(pickupDateTime) &&
      pickupDateTime.startsWith(target.departureDate) &&
      passengers === 2;
    return isPlain ? { kind: '', words: '', isDocumented: () => true } : null;
  }

  #ofPricing(call: Recorded): Validity | null {
    const transfer = this.#open(this.#offerOf(call), call);
    return transfer && isSame(sentBody(call.exchange), tokensOf(transfer)) ? documentedOf(transfer) : null;
  }

  #ofBooking(call: Recorded): Validity | null {
    const { pricingToken } = sentBody(call.exchange);
    const transfer = this.#open(this.#priced.get(nameOf(call.keys.profileCode, pricingToken)), call);
    if (!transfer || transfer.changes !== null || !isText(pricingToken)) return null;
    return isSame(sentBody(call.exchange), bookRequest({ ...transfer, pricingToken })) ? documentedOf(transfer) : null;
  }

  #ofConfirmation(call: Recorded): Validity | null {
    const sent = sentBody(call.exchange);
    const transfer = this.#open(this.#priced.get(nameOf(call.keys.profileCode, sent['pricingToken'])), call);
    if (!transfer || transfer.changes === null || !this.#reservationOf(call, { reservationId: transfer.changes }))
      return null;
    const { searchId, resultId } = tokensOf(transfer);
    const whole = { reservationId: transfer.changes, searchId, resultId, pricingToken: sent['pricingToken'] };
    return isSame(sent, whole) ? documentedOf(transfer) : null;
  }

  #ofRead(call: Recorded): Validity | null {
    const query = queryOf(call.exchange);
    if (!this.#reservationOf(call, query)) return null;
    const words = `a read by ${Object.keys(query).join()}`;
    return { kind: words, words, isDocumented: () => true };
  }

  #ofChangeSearch(call: Recorded): Validity | null {
    const { reservationId, pickupDateTime, ...more } = sentBody(call.exchange);
    const reservation = this.#reservationOf(call, { reservationId });
    const isPlain = isText(pickupDateTime) && pickupDateTime.startsWith(this.#target.departureDate);
    return reservation && isPlain && Object.keys(more).length === 0 && amendable(reservation.offer)
      ? documentedOf(reservation)
      : null;
  }

  /** Returns null if the offer does not allow the call, because a refusal is then no fault. */
  #ofCall(
    call: Recorded,
    operationId: Parameters<typeof allows>[0],
    sent: Readonly<Record<string, unknown>>,
  ): Validity | null {
    const reservation = this.#reservationOf(call, sent);
    return reservation && allows(operationId, reservation.offer)
      ? { kind: '', words: '', isDocumented: () => true }
      : null;
  }

  /** Returns the reservation named by these keys and no others. */
  #reservationOf({ keys }: Recorded, sent: Readonly<Record<string, unknown>>): KnownReservation | null {
    const [[name, value] = [], ...more] = Object.entries(sent);
    const found = this.#reservations.get(nameOf(keys.profileCode, name, value));
    return found && !found.spent && more.length === 0 ? found : null;
  }

  #offerOf({ exchange, keys }: Recorded): KnownTransfer | undefined {
    const { searchId, resultId } = sentBody(exchange);
    return this.#transfers.get(nameOf(keys.profileCode, searchId, resultId));
  }

  #open(transfer: KnownTransfer | undefined, { at }: Recorded): KnownTransfer | null {
    const { expiresAt } = transfer?.offer ?? {};
    if (!transfer || transfer.spent || (isText(expiresAt) && isEnding({ expiresAt }, at))) return null;
    return transfer;
  }
}

/**
 * Returns the validity for an offer. Two offers have the same kind if they have the same requirements and change terms.
 */
function documentedOf({ offer, changes = null }: Pick<KnownTransfer, 'offer'> & Partial<KnownTransfer>): Validity {
  const { flightInfoRequired, extraPassengersRequired, cancellation } = offer;
  const kind = show([changes !== null, flightInfoRequired, extraPassengersRequired, cancellation?.amendable]);
  return { kind, words: changes === null ? '' : 'for a change', isDocumented: () => true };
}

function tokensOf({ searchId, offer: { resultId, bookingToken } }: KnownTransfer): Record<string, string> {
  return { searchId, resultId, bookingToken };
}

function confirmationOf(reservation: unknown): { confirmationNumber?: string } {
  const confirmationNumber = propertyOf(reservation, 'confirmationNumber');
  return isText(confirmationNumber) ? { confirmationNumber } : {};
}

function queryOf({ server = '', path }: CheckedExchange): Record<string, string> {
  return Object.fromEntries(new URL(path, server || undefined).searchParams);
}

function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, JSON.parse(JSON.stringify(other)));
}

function nameOf(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}
