import type { ResponseValue } from '../interface/api.ts';
import { Refusal } from '../interface/errors/refusal.ts';
import type { RequestContext } from '../request-context.ts';
import type { BookingRecord } from '../store/bookings.ts';
import type { CheckedBooking } from './book-offer.ts';
import { bookOffer } from './book-offer.ts';
import { bookingResult, completedBooking, otherPartToken } from './booking-result.ts';
import { findPricingUse, resentBooking } from './resend.ts';
import type { Transfers } from './transfers.ts';

/**
 * Books an offer as often as the request's scenarios say: once, twice (`two-reservations`), or again for a resend
 * (`resend-double-books`). A request is a resend if its pricing is booked in the meantime. Refuses as bookOffer does,
 * and with `pricing_already_used`.
 */
export async function bookUnderScenario(
  transfers: Transfers,
  call: RequestContext,
  checked: CheckedBooking,
): Promise<ResponseValue<'BookingResult'>> {
  const result = await bookParts(transfers, call, checked);
  if (result) return result;
  const use = await findPricingUse(transfers, call, checked.pricing.pricingToken, checked.request);
  if (use.kind === 'resend') return resentBooking(transfers, call, use.booking);
  const again = use.kind === 'resend-to-book' && (await bookParts(transfers, call, bookableAgain(checked, call)));
  if (!again) throw new Refusal('pricing_already_used');
  return again;
}

/** Makes the reservations for a request. Returns undefined if another request has booked its pricing by now. */
async function bookParts(
  transfers: Transfers,
  call: RequestContext,
  checked: CheckedBooking,
): Promise<ResponseValue<'BookingResult'> | undefined> {
  if (reservationsUnder(call) === 1) {
    const booking = await bookOffer(transfers, call, checked);
    return booking && resultOf(transfers, booking);
  }
  const first = await bookOffer(transfers, call, { ...checked, part: 1 });
  if (!first) return undefined;
  await bookOffer(transfers, call, otherPart(checked));
  return bookingResult(transfers, first);
}

function reservationsUnder({ effects }: RequestContext): number {
  const effect = effects.supplier?.booking;
  return (effect?.outcome === 'completed' && effect.reservations) || 1;
}

/** Shows a completed booking as stored, without another read. */
async function resultOf(transfers: Transfers, booking: BookingRecord): Promise<ResponseValue<'BookingResult'>> {
  return booking.status === 'pending' ? bookingResult(transfers, booking) : completedBooking(booking.reservation);
}

/** Returns the booking of a request's second reservation, with a separate pricing. */
function otherPart(checked: CheckedBooking): CheckedBooking {
  const { pricing } = checked;
  return { ...checked, part: 2, pricing: { ...pricing, pricingToken: otherPartToken(pricing.pricingToken) } };
}

/**
 * Returns the same booking under a marked copy of its pricing, because one pricing is booked once. The mark leads to a
 * reservation with other ids. It replaces no reservation, because the first change has done so.
 */
function bookableAgain(checked: CheckedBooking, { ids, profile }: RequestContext): CheckedBooking {
  const { pricing } = checked;
  const pricingToken = `${pricing.pricingToken}+${ids.draw(profile.code).text(8)}`;
  return { ...checked, pricing: { ...pricing, pricingToken }, replaces: null };
}
