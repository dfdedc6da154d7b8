import type { ResponseValue } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import type { BookingRecord, PricingRecord } from '../store/bookings.ts';
import { bookingResult, completedBooking, otherPartToken } from './booking-result.ts';
import { makeReservation } from './make-reservation.ts';
import type { PricingUse } from './resend.ts';
import { findPricingUse, resentBooking } from './resend.ts';
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
  /** Which of two reservations it makes; absent where it makes one. */
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
 * Books at the supplier and stores the booking. The store accepts one booking per pricing: a concurrent second
 * request is treated like a resend.
 */
export async function bookOffer(
  transfers: Transfers,
  call: RequestContext,
  requested: CheckedBooking,
): Promise<ResponseValue<'BookingResult'>> {
  const isSplit = requested.part === undefined && reservationsUnder(call) === 2;
  const checked: CheckedBooking = isSplit ? { ...requested, part: 1 } : requested;
  const booking = await bookAtSupplier(transfers, call, checked);
  switch (await transfers.bookings.add(booking)) {
    case 'added':
      if (isSplit) await bookOffer(transfers, call, otherPart(checked));
      return booking.status === 'pending' || isSplit
        ? bookingResult(transfers, booking)
        : completedBooking(booking.reservation);
    case 'original-closed':
      throw new Refusal('reservation_not_changeable');
    case 'full':
      throw new Refusal('too_many_bookings');
    case 'pricing-taken':
      return secondBooking(transfers, call, checked);
  }
}

function reservationsUnder({ effects }: RequestContext): number {
  const effect = effects.supplier?.booking;
  return (effect?.outcome === 'completed' && effect.reservations) || 1;
}

/** The second reservation of a request, under a pricing of its own. */
function otherPart(checked: CheckedBooking): CheckedBooking {
  const { pricing } = checked;
  return { ...checked, part: 2, pricing: { ...pricing, pricingToken: otherPartToken(pricing.pricingToken) } };
}

/** The result of a request whose pricing another request booked after this one had looked it up. */
async function secondBooking(
  transfers: Transfers,
  call: RequestContext,
  checked: CheckedBooking,
): Promise<ResponseValue<'BookingResult'>> {
  const use = await findPricingUse(transfers, call, checked.pricing.pricingToken, checked.request);
  if (use.kind === 'resend') return resentBooking(transfers, call, use.booking);
  if (use.kind !== 'resend-to-book') throw new Refusal('pricing_already_used');
  // The first change has replaced the reservation: another one replaces nothing.
  return bookOffer(transfers, call, {
    ...checked,
    pricing: bookableAgain(checked.pricing, call),
    replaces: null,
    part: undefined,
  });
}

/**
 * A marked copy of a booked pricing: one pricing is booked once. The mark leads to a reservation with ids of its own.
 */
function bookableAgain(pricing: PricingRecord, { ids, profile }: RequestContext): PricingRecord {
  return { ...pricing, pricingToken: `${pricing.pricingToken}+${ids.draw(profile.code).text(8)}` };
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
