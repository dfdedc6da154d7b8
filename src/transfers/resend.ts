import { isDeepStrictEqual } from 'node:util';
import type { ResponseValue } from '../interface/api.ts';
import type { RequestContext } from '../request-context.ts';
import type { BookingRecord } from '../store/bookings.ts';
import { bookingResult } from './booking-result.ts';
import { settledByResend } from './settle.ts';
import type { Transfers } from './transfers.ts';

/**
 * Earlier use of a pricing. `resend`: the same request booked it, so this request returns that booking.
 * `resend-to-book`: this request's or that booking's scenario books it again. `other-request`: a different request
 * booked it, so this request is refused.
 */
export type PricingUse =
  | { kind: 'unused' | 'resend-to-book' | 'other-request' }
  | { kind: 'resend'; booking: BookingRecord };

/** Looks up how a pricing was used. Needs neither its search nor the pricing itself: both may have been removed. */
export async function findPricingUse(
  { bookings }: Transfers,
  call: RequestContext,
  pricingToken: string | undefined,
  request: object,
): Promise<PricingUse> {
  if (pricingToken === undefined) return { kind: 'unused' };
  const [booking] = await bookings.find(call.profile.code, { pricingToken });
  if (!booking) return { kind: 'unused' };
  // The field order does not matter.
  if (!isDeepStrictEqual(booking.request, request)) return { kind: 'other-request' };
  return [call.effects.resend, booking.resend].includes('books-again')
    ? { kind: 'resend-to-book' }
    : { kind: 'resend', booking };
}

/** Returns a resend's result: the current booking. */
export async function resentBooking(
  transfers: Transfers,
  call: RequestContext,
  booking: BookingRecord,
): Promise<ResponseValue<'BookingResult'>> {
  return bookingResult(transfers, await settledByResend(transfers, call.now, booking));
}
