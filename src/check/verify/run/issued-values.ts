import { isText } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import { select } from '../../../base/values/select.ts';
import { show } from '../../../base/values/show.ts';
import type { Offer, TransferOffer } from '../../../interface/api.ts';
import { isEnding, isUsable, traitsOf } from '../fixtures/offers.ts';
import type { FoundTransfer, PricedTransfer } from '../fixtures/transfer-requests.ts';
import { allows, amendable, usableOffers } from '../fixtures/transfer-requests.ts';
import type { CheckedExchange } from '../http/exchange.ts';
import { pathOf, queryOf } from '../http/exchange.ts';
import { bookingStatus, isAccepted, isRefused } from '../responses/outcome.ts';
import type { Recorded } from '../whole-run/recording.ts';
import { sentBody } from '../whole-run/sent-body.ts';
import type { Validity, ValidRequest } from './valid-call.ts';
import { documented } from './valid-call.ts';

/** The reservation from a completed booking. */
interface Reservation {
  offer: TransferOffer;
  isChange: boolean;
  /** True if the reservation was changed or cancelled, or may have been. */
  spent: boolean;
}

/** Values that the target issued to a run's profiles, and whether calls have used them up. */
export class IssuedValues {
  /** Profiles by their flight offers, and by the responses with their transfer offers. */
  readonly #owners = new WeakMap<object, string>();
  /** Offers for priced transfers, by the response with the price. */
  readonly #priced = new WeakMap<CheckedExchange, TransferOffer>();
  /** Offers that were ordered or booked, or may have been. No other call for them is known to be valid. */
  readonly #spent = new Set<string>();
  /** Reservations by profile, key name and value. */
  readonly #reservations = new Map<string, Reservation>();
  /** Flows with an accepted order: without unnecessary segments, and with them. */
  readonly #plain = new Set<string>();
  readonly #segmented = new Set<string>();

  /** Returns why a call is valid; null for a call not known to be valid. */
  validityOf(call: Recorded): Validity | null {
    const { exchange, valid } = call;
    switch (exchange.operationId) {
      case 'getReservation':
        return this.#ofRead(call);
      case 'cancelReservation':
        return this.#ofSupportedCall(call, 'cancelReservation', sentBody(exchange));
      case 'getDriverAndVehicle':
      case 'getTracking':
        return this.#ofSupportedCall(call, exchange.operationId, Object.fromEntries(queryOf(exchange)));
      default:
    }
    if (valid === undefined) return null;
    if ('search' in valid) return valid.search;
    if ('offer' in valid) return this.#ofOffer(call, valid);
    if ('transfer' in valid) return this.#ofTransfer(call, valid.transfer);
    const reservation = this.#reservationOf(call, valid);
    return reservation && amendable(reservation.offer) ? ofTransferOffer(reservation.offer, false) : null;
  }

  /** Learns a call's certain or possible effects. */
  learn(call: Recorded): void {
    const { exchange, keys, scenario } = call;
    switch (exchange.operationId) {
      // Under a scenario, an offer may have its own end or requirements.
      case 'searchFlights':
        if (scenario === null)
          for (const { value } of select(exchange.value, '/offers/*'))
            if (isUsable(value) && saysWhatToSend(value)) this.#owners.set(value, keys.profileCode);
        return;
      case 'searchTransfers':
      case 'searchReservationChanges':
        if (scenario === null) this.#owners.set(exchange, keys.profileCode);
        return;
      case 'priceTransfer':
        if (scenario === null && isAccepted(exchange) && call.valid && 'transfer' in call.valid)
          this.#priced.set(exchange, call.valid.transfer.offer);
        return;
      case 'createFlightOrder':
        if (!isRefused(exchange)) this.#learnOrder(call);
        return;
      case 'bookTransfer':
      case 'confirmReservationChange':
      case 'cancelReservation':
        if (!isRefused(exchange)) this.#learnBooking(call);
        return;
      default:
    }
  }

  #learnOrder({ exchange, keys, valid }: Recorded): void {
    const [flow = '', offerId = ''] = pathOf(exchange).split('/').slice(-2).map(decodeURIComponent);
    this.#spent.add(nameOf(keys.profileCode, flow, offerId));
    if (!isAccepted(exchange)) return;
    const hasSegments = valid && 'form' in valid && valid.form === 'an order with totalSegments';
    (hasSegments ? this.#segmented : this.#plain).add(flow);
  }

  #learnBooking({ exchange, keys, scenario, subject: transfer }: Recorded): void {
    const { searchId, resultId, reservationId } = sentBody(exchange);
    const changed = this.#reservations.get(nameOf(keys.profileCode, 'reservationId', reservationId));
    if (changed) changed.spent = true;
    const name = nameOf(keys.profileCode, searchId, resultId);
    const isDoubtful = this.#spent.has(name);
    this.#spent.add(name);
    if (!transfer || isDoubtful || !this.#isIssued(transfer, keys.profileCode)) return;
    if (scenario !== null || bookingStatus(exchange) !== 'completed') return;
    for (const { value } of select(exchange.value, '/reservations/*').slice(0, 1)) {
      const own = propertyOf(value, 'reservationId');
      if (!isText(own)) return;
      // The document does not say whether a change is a separate reservation. Its search finds it in any case.
      const keysOf = { searchId, ...(!isChange(transfer) && { reservationId: own, ...confirmationOf(value) }) };
      const reservation = { offer: transfer.offer, isChange: isChange(transfer), spent: false };
      for (const [key, named] of Object.entries(keysOf))
        this.#reservations.set(nameOf(keys.profileCode, key, named), reservation);
    }
  }

  #ofOffer({ keys, at }: Recorded, { offer, form }: Extract<ValidRequest, { offer: Offer }>): Validity | null {
    const flow = String(offer.gdsprovider);
    const isOpen = !this.#spent.has(nameOf(keys.profileCode, flow, offer.offerId)) && !isEnding(offer, at);
    if (!isOpen || this.#owners.get(offer) !== keys.profileCode) return null;
    if (form === 'a read') return documented(show(traitsOf(offer), Infinity));
    if (form === 'an order without totalSegments') return null;
    if (form === 'a hold' && propertyOf(offer.holdOptions, 'available') !== true) return null;
    return {
      kind: show([form, traitsOf(offer)], Infinity),
      words: form,
      // The document does not say which flows need segments. Accepted orders without them show it.
      isDocumented: () =>
        form !== 'an order with totalSegments' && (this.#plain.has(flow) || !this.#segmented.has(flow)),
    };
  }

  #ofTransfer(call: Recorded, transfer: FoundTransfer & Partial<PricedTransfer>): Validity | null {
    const { exchange, keys, at } = call;
    const { searchId, offer, pricing, pricingToken } = transfer;
    if (!this.#isIssued(transfer, keys.profileCode) || isEnding(offer, at)) return null;
    if (this.#spent.has(nameOf(keys.profileCode, searchId, offer.resultId))) return null;
    if (exchange.operationId === 'priceTransfer') return ofTransferOffer(offer, isChange(transfer));
    const isPriced = pricing && this.#priced.get(pricing) === offer && isText(pricingToken);
    if (!isPriced || propertyOf(pricing.value, 'pricingToken') !== pricingToken) return null;
    if (exchange.operationId === 'bookTransfer') return isChange(transfer) ? null : ofTransferOffer(offer, false);
    const { reservationId } = sentBody(transfer.search);
    if (!isChange(transfer) || sentBody(exchange)['reservationId'] !== reservationId) return null;
    return this.#reservationOf(call, { reservationId }) ? ofTransferOffer(offer, true) : null;
  }

  /** True for an unchanged offer from a search by this profile. Duplicate ids are ambiguous. */
  #isIssued({ search, searchId, offer }: FoundTransfer, profileCode: string): boolean {
    if (this.#owners.get(search) !== profileCode || propertyOf(search.value, 'searchId') !== searchId) return false;
    const alike = usableOffers(search).filter(({ resultId }) => resultId === offer.resultId);
    return alike.length === 1 && alike[0] === offer;
  }

  #ofRead(call: Recorded): Validity | null {
    const query = Object.fromEntries(queryOf(call.exchange));
    const reservation = this.#reservationOf(call, query);
    if (!reservation) return null;
    const words = `a read by ${Object.keys(query).join()}${reservation.isChange ? ' of a change' : ''}`;
    return documented(words, words);
  }

  /** Returns null if the offer does not allow the call, because a refusal is then no fault. */
  #ofSupportedCall(
    call: Recorded,
    operationId: Parameters<typeof allows>[0],
    sent: Readonly<Record<string, unknown>>,
  ): Validity | null {
    const reservation = this.#reservationOf(call, sent);
    return reservation && allows(operationId, reservation.offer) ? documented() : null;
  }

  /** Returns the reservation named by these keys and no others. */
  #reservationOf({ keys }: Recorded, sent: Readonly<Record<string, unknown>>): Reservation | null {
    const [[name, value] = [], ...more] = Object.entries(sent);
    const found = this.#reservations.get(nameOf(keys.profileCode, name, value));
    return found && !found.spent && more.length === 0 ? found : null;
  }
}

/** True for an offer with all data for a documented order. Contracts report missing data. */
function saysWhatToSend(offer: Offer): boolean {
  const { passengers, slices, currency, supportedPassengerIdDocuments: types } = offer;
  const texts = [
    ...[currency, ...passengers.flatMap(({ id, type }) => [id, type])],
    ...slices
      .flatMap(({ segments }) => segments)
      .flatMap((segment) =>
        ['departure/iataCode', 'arrival/iataCode', 'departure/departingAt', 'flightNumber'].map(
          (name) => select(segment, `/${name}`)[0]?.value,
        ),
      ),
  ];
  const ids = passengers.map(({ id }) => id);
  return (
    texts.every(isText) &&
    new Set(ids).size === ids.length &&
    [types].flat().every(isText) &&
    typeof offer.passengerIdentityDocumentsRequired === 'boolean'
  );
}

/**
 * Returns the validity for an offer. Two offers have the same kind if they have the same requirements and change terms.
 */
function ofTransferOffer(offer: TransferOffer, isForChange: boolean): Validity {
  const { flightInfoRequired, extraPassengersRequired, cancellation } = offer;
  const kind = show([isForChange, flightInfoRequired, extraPassengersRequired, cancellation?.amendable]);
  return documented(kind, isForChange ? 'for a change' : '');
}

function isChange({ search }: FoundTransfer): boolean {
  return search.operationId === 'searchReservationChanges';
}

function confirmationOf(reservation: unknown): { confirmationNumber?: string } {
  const confirmationNumber = propertyOf(reservation, 'confirmationNumber');
  return isText(confirmationNumber) ? { confirmationNumber } : {};
}

function nameOf(...parts: readonly unknown[]): string {
  return JSON.stringify(parts.map(String));
}
