import type { NativeBookingRequest, NativeSearchResponse } from '../../mock-providers/transfer-supplier/native.ts';
import type { SupplierBooking } from '../transfer-supplier.ts';

/** A booking in the supplier's terms, with the native result that it quoted. */
export function toNativeBooking({
  trip,
  resultId,
  details,
  amenities,
  replaces,
}: SupplierBooking): NativeBookingRequest {
  const { search_id, start_location, end_location, pickup_datetime, return_pickup_datetime, num_passengers, results } =
    trip.native as NativeSearchResponse;
  const result = results.find(({ result_id }) => result_id === resultId);
  if (!result) throw new Error(`the supplier's response has no result ${resultId}`);
  const { traveller, extraPassengers, flight, specialInstructions, partnerTrackingId } = details;
  return {
    search_id,
    result_id: resultId,
    quote: {
      start_location,
      end_location,
      pickup_datetime,
      return_pickup_datetime,
      num_passengers,
      result,
    },
    first_name: traveller.firstName,
    last_name: traveller.lastName,
    email: traveller.email,
    phone_number: traveller.phoneNumber,
    airline: flight?.airlineIataCode ?? '',
    flight_number: flight?.flightNumber ?? '',
    extra_pax_info: extraPassengers.map(({ firstName, lastName }) => ({ first_name: firstName, last_name: lastName })),
    optional_amenities: amenities,
    customer_special_instructions: specialInstructions ?? '',
    partner_tracking_id: partnerTrackingId ?? '',
    rebooking_of: replaces,
  };
}
