import { isNumber, isRecord, isText } from '../../base/values/kinds.ts';
import { propertyOf } from '../../base/values/property.ts';
import type { JudgedExchange } from '../judge/judged-exchange.ts';
import { offersIn } from '../judge/knowledge.ts';
import type { Count } from '../report/quantities.ts';
import type { OrderResource, ReservationResource } from './control.ts';

/** A reservation's or an order's content in the sandbox. Plain JSON; unknown fields are null. */
export interface Booked {
  /** The reservationId, confirmationNumber or orderId. */
  ids: readonly string[];
  price: number | null;
  currency: string | null;
  /** Local pickup or departure date and time, with its offset if the service states one. */
  localTime: string | null;
  /** IATA code where the trip starts. */
  from: string | null;
  /** Address or IATA code where the trip ends. */
  to: string | null;
  /** Travellers, as far as named. */
  names: readonly string[];
  passengers: Count | null;
  /** Local departure of the flight back; null for one way. */
  returnTime: string | null;
  /** Payment deadline for a hold, ISO 8601. */
  payBy: string | null;
  /** A flight's travellers as ordered. */
  travellers: readonly BookedTraveller[];
  /** IATA codes of the airlines with a loyalty programme that the offer supports. */
  programmes: readonly string[];
}

/** One traveller in an order. Null for a field that the order lacks. */
export interface BookedTraveller {
  name: string;
  type: string | null;
  bornDate: string | null;
  /** Number of the first identity document. */
  document: string | null;
  /** Accounts with airlines, as in `IB 123`. */
  loyalty: readonly string[];
}

export function bookedTransfer({ resourceId, reservation }: ReservationResource): Booked {
  const of = (name: string) => propertyOf(reservation, name);
  return {
    ids: [resourceId, of('confirmationNumber')].filter(isText),
    price: numberOf(of('totalAmount')),
    currency: textOf(of('currency')),
    localTime: textOf(of('pickupDateTime')),
    from: textOf(propertyOf(of('pickup'), 'iataCode')),
    to: textOf(propertyOf(of('dropoff'), 'address')),
    names: [nameOf(of('traveller'))],
    passengers: numberOf(of('passengers')),
    ...{ returnTime: null, payBy: null, travellers: [], programmes: [] },
  };
}

/** Returns an order's content. The calls have the offer with its departure. */
export function bookedFlight(order: OrderResource, calls: readonly JudgedExchange[]): Booked {
  const passengers = listIn(order.request, 'passengers');
  const offer = findOffer(order.offerId, calls);
  const [there, back] = listIn(offer, 'slices');
  const departure = propertyOf(there, 'departure');
  return {
    ids: [order.resourceId],
    price: order.totalAmount,
    currency: order.currency,
    localTime: textOf(propertyOf(departure, 'departingAt')),
    from: textOf(propertyOf(departure, 'iataCode')),
    to: textOf(propertyOf(propertyOf(there, 'arrival'), 'iataCode')),
    names: passengers.map(nameOf),
    passengers: passengers.length,
    returnTime: textOf(propertyOf(propertyOf(back, 'departure'), 'departingAt')),
    payBy: order.holdExpiresAt,
    travellers: passengers.map(bookedTraveller),
    programmes: listIn(offer, 'supportedLoyaltyPrograms').filter(isText),
  };
}

function bookedTraveller(passenger: unknown): BookedTraveller {
  const accounts = listIn(passenger, 'loyaltyProgrammeAccounts').filter(isRecord);
  return {
    name: nameOf(passenger),
    type: textOf(propertyOf(passenger, 'type')),
    bornDate: textOf(propertyOf(passenger, 'bornDate')),
    document: textOf(propertyOf(listIn(passenger, 'identity_documents')[0], 'unique_identifier')),
    loyalty: accounts.map((one) => [one['airlineIataCode'], one['accountNumber']].filter(isText).join(' ')),
  };
}

function findOffer(offerId: string, calls: readonly JudgedExchange[]): unknown {
  return calls
    .filter(({ operation }) => operation === 'searchFlights')
    .flatMap(offersIn)
    .find((offer) => offer['offerId'] === offerId);
}

function nameOf(person: unknown): string {
  return isRecord(person) ? [person['firstName'], person['lastName']].filter(isText).join(' ') : '';
}

function listIn(value: unknown, name: string): unknown[] {
  const list = propertyOf(value, name);
  return Array.isArray(list) ? list : [];
}

function numberOf(value: unknown): number | null {
  return isNumber(value) ? value : null;
}

function textOf(value: unknown): string | null {
  return isText(value) ? value : null;
}
