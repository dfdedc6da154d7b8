import type { ErrorName } from './catalogue.ts';

/** The refusals of a booking or a change confirmation; a test compares them with the code. */
export const refusedBookings = [
  'invalid_phone_number',
  'search_not_found',
  'result_not_found',
  'booking_token_invalid',
  'token_expired',
  'pricing_required',
  'pricing_token_invalid',
  'pricing_already_used',
  'flight_info_required',
  'extra_passengers_required',
  'too_many_extra_passengers',
  'no_availability',
  'too_many_bookings',
  'price_changed',
  'supplier_rejected',
  'reservation_not_found',
  'reservation_not_changeable',
  'change_search_mismatch',
  'change_confirmation_required',
] as const satisfies readonly ErrorName[];
