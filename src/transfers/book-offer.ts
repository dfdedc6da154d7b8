import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../api.ts';
import { Refusal } from '../errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import type { BookingRecord, PricingRecord } from '../store/bookings.ts';
import { bookingResult, completedBooking } from './booking-result.ts';
import { makeReservation } from './make-reservation.ts';
import type { SelectedOffer } from './selected-offer.ts';
import { settledByResend } from './settle.ts';
import type { TravelDetails } from './transfer-supplier.ts';
import type { Transfers } from './transfers.ts';

/** A booking or change confirmation in which nothing is wrong. */
export interface CheckedBooking {
  offer: SelectedOffer;
  pricing: PricingRecord;
  request: object;
  details: TravelDetails;
  /** The reservation to take the place of. */
  replaces: string | null;
}

/** The booking that a pricing was used for, if any. It needs neither search nor pricing, which may be gone by now. */
export async function findBooking(
  { bookings }: Transfers,
  call: RequestContext,
  pricingToken: string | undefined,
): Promise<BookingRecord | undefined> {
  return pricingToken === undefined ? undefined : (await bookings.find(call.profile.code, { pricingToken }))[0];
}

/** Whether a request says the same as the one that booked, whatever the order of its fields. */
export function isResend(booked: BookingRecord, request: unknown): boolean {
  return isDeepStrictEqual(booked.request, request);
}

/** The answer to a request that booked already: the booking as it stands now. */
export async function answerResend(
  transfers: Transfers,
  call: RequestContext,
  booking: BookingRecord,
): Promise<Answer<'BookingResult'>> {
  return bookingResult(transfers, await settledByResend(transfers, call.now, booking));
}

/** The pricing of this very offer. Refuses with `pricing_required` or `pricing_token_invalid`. */
export async function findPricing(
  { pricings }: Transfers,
  call: RequestContext,
  { search, quote }: SelectedOffer,
  pricingToken: string | undefined,
): Promise<PricingRecord> {
  if (pricingToken === undefined) throw new Refusal('pricing_required');
  const pricing = await pricings.find(call.profile.code, pricingToken);
  if (pricing?.searchId === search.searchId && pricing.resultId === quote.resultId) return pricing;
  throw new Refusal('pricing_token_invalid');
}

/**
 * Books at the supplier and keeps the booking. The store lets one booking through for each pricing: whoever
 * comes second is answered like a resend, or books again where a scenario has it so.
 */
export async function bookOffer(
  transfers: Transfers,
  call: RequestContext,
  checked: CheckedBooking,
): Promise<Answer<'BookingResult'>> {
  const booking = await bookAtSupplier(transfers, call, checked);
  switch (await transfers.bookings.add(booking)) {
    case 'added':
      return booking.status === 'pending' ? bookingResult(transfers, booking) : completedBooking(booking.reservation);
    case 'original-closed':
      throw new Refusal('reservation_not_changeable');
    case 'full':
      throw new Refusal('too_many_bookings');
    case 'pricing-taken':
      return answerSecond(transfers, call, checked);
  }
}

async function answerSecond(
  transfers: Transfers,
  call: RequestContext,
  checked: CheckedBooking,
): Promise<Answer<'BookingResult'>> {
  const first = await findBooking(transfers, call, checked.pricing.pricingToken);
  if (!first || !isResend(first, checked.request)) throw new Refusal('pricing_already_used');
  if (call.effects.resend === 'books-again')
    return bookOffer(transfers, call, { ...checked, pricing: bookableAgain(checked.pricing, call) });
  return answerResend(transfers, call, first);
}

/** A pricing is booked once: to be booked again its token takes a mark, which leads to a reservation with ids of its own. */
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
    reservation: makeReservation(checked, made, call.now),
    createdAt: call.now,
  };
}
