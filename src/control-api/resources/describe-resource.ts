import { toIso } from '../../base/clock.ts';
import { endOf } from '../../base/lifetime.ts';
import type { TrackedOffer } from '../../flights/flight-provider.ts';
import type { FlightSearch } from '../../flights/flight-search.ts';
import { isFlightSearch } from '../../flights/flight-search.ts';
import { offersOfSearch } from '../../flights/offers.ts';
import type { ControlSchema } from '../../interface/control-api.ts';
import type { Service } from '../../service.ts';
import type { BookingRecord, PricingRecord } from '../../store/bookings.ts';
import type { OrderRecord } from '../../store/orders.ts';
import type { BookingState } from '../../store/resources.ts';
import type { SearchRecord } from '../../store/searches.ts';
import { bookingEvents, nextRideEvent } from '../../timeline/booking-events.ts';
import { orderEvents, orderStatus, searchEvents } from '../../timeline/search-and-order-events.ts';
import type { TimelineEvent } from '../../timeline/timeline-event.ts';
import { isOver } from '../../transfers/booked-rides.ts';
import { findTrip } from '../../transfers/find-trip.ts';
import { offerEnd } from '../../transfers/offer-end.ts';
import type { TransferSearch } from '../../transfers/transfer-search.ts';
import { bookingTokenOf, isTransferSearch } from '../../transfers/transfer-search.ts';
import type { Quote, TransferSupplier } from '../../transfers/transfer-supplier.ts';

/** A search with its request. */
export function describeSearch(
  search: SearchRecord,
  pricings: readonly PricingRecord[],
  now: number,
): ControlSchema['SearchResource'] {
  const typed = toDomainSearch(search);
  const { searchId, kind, createdAt, armed } = search;
  const expiresAt = endOf(search);
  return {
    kind: 'search',
    resourceId: searchId,
    of: kind,
    status: now < expiresAt ? 'open' : 'expired',
    createdAt: toIso(createdAt),
    expiresAt: toIso(expiresAt),
    request: { ...(typed.kind === 'flights' ? typed.origin.request : typed.origin.trip) },
    reservationId: typed.kind === 'flights' ? null : typed.origin.reservationId,
    armed,
    actions: now < expiresAt ? ['expire'] : [],
    timeline: describeTimeline(searchEvents(search, pricings), searchId, now),
  };
}

/** A search's offers, generated again from its seed record, ordered as in the search response. */
export async function describeOffers(
  { flights, transfers }: Service,
  search: SearchRecord,
  now: number,
): Promise<ControlSchema['OfferResource'][]> {
  const typed = toDomainSearch(search);
  if (typed.kind === 'flights')
    return (await offersOfSearch(flights, typed)).map((tracked) => ofFlight(search, tracked, now));
  const trip = await findTrip(transfers, typed);
  return trip.quotes.map((quote) => ofTransfer(typed, quote, offerEnd(typed, trip, quote), now));
}

function ofFlight(search: SearchRecord, { offer, source }: TrackedOffer, now: number): ControlSchema['OfferResource'] {
  const { offerId, gdsprovider, totalAmount, currency, holdOptions } = offer;
  return {
    ...shared(search, offerId, Math.min(source.expiresAt, endOf(search)), now),
    of: 'flights',
    offerId,
    gdsprovider,
    totalAmount,
    currency,
    holdAvailable: holdOptions.available,
  };
}

function ofTransfer(
  search: TransferSearch,
  { resultId, totalAmount, currency, supplier }: Quote,
  endsAt: number,
  now: number,
): ControlSchema['OfferResource'] {
  const bookingToken = bookingTokenOf(search, resultId);
  return {
    ...shared(search, transferOfferId(search, resultId), endsAt, now),
    of: search.kind,
    resultId,
    bookingToken,
    supplier: supplier.name,
    totalAmount,
    currency,
  };
}

function shared({ searchId, createdAt }: SearchRecord, resourceId: string, expiresAt: number, now: number) {
  return {
    kind: 'offer' as const,
    resourceId,
    searchId,
    status: now < expiresAt ? ('open' as const) : ('expired' as const),
    createdAt: toIso(createdAt),
    expiresAt: toIso(expiresAt),
    actions: now < expiresAt ? ['expire' as const] : [],
    timeline: [
      { at: toIso(createdAt), what: 'offer_made' as const },
      { at: toIso(expiresAt), what: 'offer_expired' as const, ...(expiresAt > now && { ahead: true as const }) },
    ],
  };
}

/** A flight order as it is now. */
export function describeOrder(order: OrderRecord, now: number): ControlSchema['OrderResource'] {
  const { orderId, gdsprovider, offerId, hold, createdAt, request, providerRecord } = order;
  const { totalAmount, currency } = order.answer;
  return {
    kind: 'order',
    resourceId: orderId,
    status: orderStatus(order, now),
    gdsprovider,
    offerId,
    totalAmount,
    currency,
    createdAt: toIso(createdAt),
    holdExpiresAt: hold && toIso(hold.expiresAt),
    priceGuaranteedUntil: hold?.priceGuaranteedUntil ? toIso(hold.priceGuaranteedUntil) : null,
    request: { ...request },
    providerRecord: { ...providerRecord },
    actions: orderStatus(order, now) === 'held' ? ['expire'] : [],
    timeline: describeTimeline(orderEvents(order), orderId, now),
  };
}

/** Describes bookings with their actual reservations, even when a scenario hides one from the client. */
export async function describeReservations(
  { store, transfers: { supplier } }: Service,
  profileCode: string,
  states: readonly BookingState[],
  now: number,
): Promise<ControlSchema['ReservationResource'][]> {
  const bookings = states.map(({ booking }) => booking);
  const twins = await store.resources.activeTwins(profileCode, bookings);
  return Promise.all(
    states.map((state) => describeReservation(supplier, state, twins.get(state.booking.bookingId) ?? 0, now)),
  );
}

async function describeReservation(
  supplier: TransferSupplier,
  state: BookingState,
  activeTwins: number,
  now: number,
): Promise<ControlSchema['ReservationResource']> {
  const { booking, reservation } = state;
  const exists = booking.status === 'completed' || booking.status === 'hidden';
  return {
    kind: 'reservation',
    resourceId: booking.bookingId,
    status: booking.status,
    state: exists ? reservation.state : null,
    searchId: booking.searchId,
    pricingToken: booking.pricingToken,
    partnerTrackingId: booking.partnerTrackingId,
    activeTwins,
    createdAt: toIso(booking.createdAt),
    settlement: settlementOf(booking),
    reads: booking.reads,
    errorCode: booking.errorCode,
    request: { ...booking.request },
    reservation: exists ? reservation : null,
    actions: await actionsOn(supplier, state, now),
    timeline: describeTimeline(await bookingEvents(supplier, state), booking.bookingId, now),
  };
}

async function actionsOn(
  supplier: TransferSupplier,
  state: BookingState,
  now: number,
): Promise<ControlSchema['Actions']> {
  const { booking, reservation, ride } = state;
  if (booking.status === 'pending') return ['complete', 'fail'];
  if (booking.status === 'hidden') return ['complete'];
  if (booking.status === 'failed' || reservation.state !== 'confirmed') return [];
  const { driver } = await supplier.driverAndVehicle(state, now);
  const leg = await supplier.presentLeg(state, now);
  return [
    ...(!isOver(reservation, now) ? ['cancel' as const] : []),
    ...((await nextRideEvent(supplier, state, now)) ? ['advance-ride' as const] : []),
    ...(reservation.supportsDriverAndVehicle && driver && ride.otherDriverOn !== leg
      ? ['replace-driver' as const]
      : []),
  ];
}

function settlementOf({ settlement }: BookingRecord): ControlSchema['Settlement'] | null {
  if (settlement === null) return null;
  const { to, dueAt, afterReads, errorCode } = settlement;
  return { to, dueAt: dueAt === null ? null : toIso(dueAt), afterReads, errorCode };
}

/** One resource's timeline: its past and its due events. */
function describeTimeline(
  events: readonly TimelineEvent[],
  resourceId: string,
  now: number,
): ControlSchema['Moment'][] {
  return events
    .filter((event) => event.resourceId === resourceId)
    .map(({ at, what, details }) => ({ at: toIso(at), what, ...details, ...(at > now && { ahead: true as const }) }));
}

/** Returns a stored search as its domain has written it: the kind names the domain. */
export function toDomainSearch(search: SearchRecord): FlightSearch | TransferSearch {
  if (isFlightSearch(search) || isTransferSearch(search)) return search;
  throw new Error(`the search ${search.searchId} is of the unknown kind ${search.kind}`);
}

/** A resultId is unique within its search only, so the search id comes first. */
function transferOfferId({ searchId }: SearchRecord, resultId: string): string {
  return `${searchId}.${resultId}`;
}

/** The search behind a transfer offer; undefined for an id with another form. */
export function searchIdOfTransferOffer(resourceId: string): string | undefined {
  return /^([0-9a-f]{32})\.[0-9a-f]{32}$/.exec(resourceId)?.[1];
}
