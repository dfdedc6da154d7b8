import { toIso } from '../base/clock.ts';
import type { Reservation } from '../interface/api.ts';
import { droppedNote, Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import type { BookingEffect, SupplierRefusal } from '../scenarios/effects.ts';
import type { BookingRecord, PricingRecord } from '../store/bookings.ts';
import type { BookingState } from '../store/resources.ts';
import { findTrip } from './find-trip.ts';
import { priced } from './pricing.ts';
import type { PricingUse } from './resend.ts';
import type { SelectedOffer } from './selected-offer.ts';
import type { TransferSearch } from './transfer-search.ts';
import { tripOf } from './transfer-search.ts';
import type { MadeReservation, TravelDetails } from './transfer-supplier.ts';
import type { Transfers } from './transfers.ts';

/** A booking or change confirmation after all checks. */
export interface CheckedBooking {
  offer: SelectedOffer;
  pricing: PricingRecord;
  request: object;
  details: TravelDetails;
  replaces: string | null;
  /** Number of the reservation if the booking makes two; absent for a single one. */
  part?: 1 | 2;
}

/**
 * Returns the selected offer's pricing, if this request may book it. Refuses with `pricing_required`,
 * `pricing_token_invalid` or `pricing_already_used`.
 */
export async function findPricing(
  { pricings }: Transfers,
  call: RequestContext,
  { search, quote }: SelectedOffer,
  pricingToken: string | undefined,
  use: PricingUse,
): Promise<PricingRecord> {
  if (pricingToken === undefined) throw new Refusal('pricing_required');
  const pricing = await pricings.find(call.profile.code, pricingToken);
  if (pricing?.searchId !== search.searchId || pricing.resultId !== quote.resultId) {
    const note = pricing ? '' : droppedNote(pricings.dropped(call.profile.code), 'pricings');
    const message = `No pricing of this offer has this pricingToken.${note}`;
    throw new Refusal('pricing_token_invalid', note ? [{ path: '/pricingToken', message }] : []);
  }
  if (use.kind === 'other-request') throw new Refusal('pricing_already_used');
  return pricing;
}

/**
 * Books at the supplier and stores the booking. Returns undefined if another request has booked the pricing by now:
 * the store accepts one booking per pricing. Refuses with `reservation_not_changeable` or `too_many_bookings`.
 */
export async function bookOffer(
  transfers: Transfers,
  call: RequestContext,
  checked: CheckedBooking,
): Promise<BookingRecord | undefined> {
  await call.act('supplier.booking', 'resend', 'later');
  const booking = await bookAtSupplier(transfers, call, checked);
  switch (await transfers.bookings.add(booking)) {
    case 'added':
      return booking;
    case 'original-closed':
      throw new Refusal('reservation_not_changeable');
    case 'full':
      throw new Refusal('too_many_bookings');
    case 'pricing-taken':
      return undefined;
  }
}

async function bookAtSupplier(
  { supplier }: Transfers,
  call: RequestContext,
  checked: CheckedBooking,
): Promise<BookingRecord> {
  const {
    offer: { search, trip, quote },
    pricing,
    details,
    replaces,
  } = checked;
  const situation = { seed: `${search.seed}/${pricing.pricingToken}`, now: call.now, effect: call.effects.supplier };
  const { status, settlement, made } = await supplier.book(
    { trip, resultId: quote.resultId, details, amenities: pricing.amenities, replaces },
    situation,
  );
  return {
    bookingId: made.reservationId,
    profileCode: call.profile.code,
    pricingToken: pricing.pricingToken,
    searchId: search.searchId,
    partnerTrackingId: details.partnerTrackingId,
    request: checked.request,
    status,
    firstStatus: status,
    settlement,
    reads: 0,
    errorCode: null,
    part: checked.part ?? null,
    armed: call.armed,
    resend: call.effects.resend ?? null,
    reservation: makeReservation(checked, made, call.now),
    createdAt: call.now,
  };
}

/** Returns a booking's reservation, in its first state. */
function makeReservation(
  { offer, pricing, details, replaces, part }: CheckedBooking,
  made: MadeReservation,
  now: number,
): Reservation {
  const { search, trip, quote } = offer;
  const { amenities, totalAmount } = priced(quote, pricing.amenities, pricing.pricePercent);
  return {
    reservationId: made.reservationId,
    confirmationNumber: made.confirmationNumber,
    state: 'confirmed',
    searchId: search.searchId,
    resultId: quote.resultId,
    partnerTrackingId: details.partnerTrackingId,
    replaces,
    replacedBy: null,
    createdAt: toIso(now),
    cancelledAt: null,
    ...tripOf(search, trip),
    traveller: details.traveller,
    extraPassengers: details.extraPassengers,
    flight: details.flight,
    specialInstructions: details.specialInstructions,
    vehicle: quote.vehicle,
    supplier: { ...quote.supplier, phoneNumber: made.phoneNumber, email: made.email },
    amenities: amenities.filter(({ selected }) => selected),
    totalAmount: partOf(totalAmount, part),
    currency: quote.currency,
    cancellation: quote.cancellation,
    waiting: quote.waiting,
    pickupInstructions: made.pickupInstructions,
    supportsTracking: quote.supportsTracking,
    supportsDriverAndVehicle: quote.supportsDriverAndVehicle,
  };
}

/** Returns half an amount, such that both parts add up to it. */
function partOf(totalAmount: number, part: CheckedBooking['part']): number {
  if (part === undefined) return totalAmount;
  const cents = Math.round(totalAmount * 100) / 2;
  return (part === 1 ? Math.ceil(cents) : Math.floor(cents)) / 100;
}

/**
 * Makes a booking's provider call again, unless an imported search does not have its offer. The supplier keeps no
 * state, so nothing is booked twice.
 */
export async function bookAgain(
  transfers: Transfers,
  search: TransferSearch,
  { amenities }: Pick<PricingRecord, 'amenities'>,
  state: BookingState,
): Promise<void> {
  const { pricingToken, reservation, createdAt } = state.booking;
  const { resultId, replaces, traveller, extraPassengers, flight, specialInstructions } = reservation;
  const trip = await findTrip(transfers, search);
  if (!trip.quotes.some((quote) => quote.resultId === resultId)) return;
  await transfers.supplier.book(
    {
      trip,
      resultId,
      details: {
        traveller,
        extraPassengers,
        flight,
        specialInstructions,
        partnerTrackingId: reservation.partnerTrackingId,
      },
      amenities,
      replaces,
    },
    { seed: `${search.seed}/${pricingToken}`, now: createdAt, effect: { booking: effectOn(state) } },
  );
}

/** Returns the scenario's effect at that time. */
function effectOn({ booking: { firstStatus, createdAt }, settlesTo }: BookingState): BookingEffect {
  if (firstStatus === 'completed' || settlesTo === null) return { outcome: 'completed' };
  const { to, afterReads, dueAt, errorCode } = settlesTo;
  const afterMs = dueAt === null ? null : dueAt - createdAt;
  if (firstStatus === 'hidden') return { outcome: 'completed-late', afterReads, afterMs };
  return { outcome: 'pending', settlesTo: to, afterReads, afterMs, reason: REASONS[errorCode ?? ''] ?? 'rejected' };
}

const REASONS: Partial<Record<string, SupplierRefusal>> = {
  no_availability: 'no_availability',
  price_changed: 'price_changed',
};
