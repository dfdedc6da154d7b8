import { memoizeByObject } from '../../../base/memoize-by-object.ts';
import type { Schema, Segment, Slice } from '../../../interface/api.ts';
import type {
  Gds0Airline,
  Gds0Airport,
  Gds0Amenities,
  Gds0Baggage,
  Gds0Segment,
  Gds0SegmentPassenger,
  Gds0Slice,
} from '../../../mock-providers/gds-0/native.ts';
import { freeze } from '../native-call.ts';

/** Returns a native slice's public form. Searches share native slices, and therefore the public ones. */
export const toSlice = memoizeByObject((native: Gds0Slice): Slice => freeze(createSlice(native)));

/** Returns a native airline's public form. All offers share the native airlines. */
export const toAirline = memoizeByObject((native: Gds0Airline): Schema['Airline'] =>
  Object.freeze({
    name: native.name,
    iataCode: native.iata_code,
    logoURL: native.logo_symbol_url,
    conditionsOfCarriage: native.conditions_of_carriage_url,
  }),
);

function createSlice(native: Gds0Slice): Slice {
  const [first] = native.segments;
  const last = native.segments.at(-1) ?? first;
  return {
    fareName: native.fare_brand_name,
    departure: toDeparture(native.origin, first.departing_at),
    arrival: toArrival(native.destination, last.arriving_at),
    durationMinutes: minutesOf(native.duration),
    conditions: {
      priorityCheckIn: native.conditions.priority_check_in ?? false,
      priorityBoarding: native.conditions.priority_boarding ?? false,
      advanceSeatSelection: native.conditions.advance_seat_selection ?? false,
    },
    segments: native.segments.map((segment) => toSegment(segment, native.fare_brand_name)),
  };
}

function toSegment(native: Gds0Segment, fareName: string): Segment {
  return {
    fareName,
    departure: { ...toDeparture(native.origin, native.departing_at), terminal: native.origin_terminal },
    arrival: { ...toArrival(native.destination, native.arriving_at), terminal: native.destination_terminal },
    airline: {
      operatingCarrier: toAirline(native.operating_carrier),
      marketingCarrier: toAirline(native.marketing_carrier),
    },
    flightNumber: native.marketing_carrier_flight_number,
    durationMinutes: minutesOf(native.duration),
    passengers: native.passengers.map(toSegmentPassenger),
  };
}

function toDeparture(airport: Gds0Airport, departingAt: string): Schema['Departure'] {
  return {
    iataCode: airport.iata_code,
    cityName: airport.city_name,
    airportName: airport.name,
    departingAt,
    timeZone: airport.time_zone,
  };
}

function toArrival(airport: Gds0Airport, arrivingAt: string): Schema['Arrival'] {
  return {
    iataCode: airport.iata_code,
    cityName: airport.city_name,
    airportName: airport.name,
    arrivingAt,
    timeZone: airport.time_zone,
  };
}

/** Minutes in an ISO 8601 duration with days, hours and minutes: `P1DT2H5M` is 1565. */
function minutesOf(duration: string): number {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration);
  if (!parts) throw new Error(`gds-0 returned the duration "${duration}"; expected ISO 8601 such as PT7H25M`);
  const [, days = 0, hours = 0, minutes = 0] = parts;
  return Number(days) * 1440 + Number(hours) * 60 + Number(minutes);
}

function toSegmentPassenger(native: Gds0SegmentPassenger): Schema['SegmentPassenger'] {
  return { amenities: toAmenities(native.amenities), baggages: native.baggages.map(toBaggage) };
}

/** The interface cannot express "unknown": it becomes `n/a`, and false for a boolean. */
function toAmenities({ wifi, seat, power }: Gds0Amenities): Schema['SegmentPassenger']['amenities'] {
  return {
    wifi: wifi ? { cost: wifi.cost, available: wifi.available } : { cost: 'n/a', available: false },
    seat: seat
      ? { pitch: seat.pitch, legroom: seat.legroom, type: seat.type === 'full_flat_pod' ? 'full_flat' : seat.type }
      : { pitch: 'n/a', legroom: 'n/a', type: 'standard' },
    power: power?.available ?? false,
  };
}

function toBaggage(native: Gds0Baggage): Schema['SegmentPassenger']['baggages'][number] {
  return { type: native.type, quantity: native.quantity, maxKg: native.weight_limit_kg };
}
