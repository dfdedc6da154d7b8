import { Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import type { BookingRecord, PricingRecord } from '../store/bookings.ts';
import { makeReservation } from './make-reservation.ts';
import type { PricingUse } from './resend.ts';
import type { SelectedOffer } from './selected-offer.ts';
import type { TravelDetails } from './transfer-supplier.ts';
import type { Transfers } from './transfers.ts';

/** A booking or change confirmation that passed all checks. */
export interface CheckedBooking {
  offer: SelectedOffer;
  pricing: PricingRecord;
  request: object;
  details: TravelDetails;
  /** The reservation to replace. */
  replaces: string | null;
  /** The first or the second of two reservations; absent for a booking that makes one. */
  part?: 1 | 2;
}

/**
 * The pricing of the selected offer, which this request may book. Refuses with `pricing_required`,
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
  if (pricing?.searchId !== search.searchId || pricing.resultId !== quote.resultId)
    throw new Refusal('pricing_token_invalid');
  if (use.kind === 'other-request') throw new Refusal('pricing_already_used');
  return pricing;
}

/**
 * Books at the supplier and stores the booking. Returns undefined if another request has booked the pricing by now: the
 * store accepts one booking per pricing. Refuses with `reservation_not_changeable` or `too_many_bookings`.
 */
export async function bookOffer(
  transfers: Transfers,
  call: RequestContext,
  checked: CheckedBooking,
): Promise<BookingRecord | undefined> {
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
