import type { Schema, Segment, Slice } from '../../api.ts';
import { memoizeByObject } from '../../cache/memoize-by-object.ts';
import type {
  Gds0Airline,
  Gds0Airport,
  Gds0Amenities,
  Gds0Baggage,
  Gds0Segment,
  Gds0SegmentPassenger,
  Gds0Slice,
} from '../../mock-providers/gds-0/native.ts';
import { freeze } from './freeze.ts';

/** The public slice of a native one, made once for each native object. */
export const sliceOfGds0 = memoizeByObject((native: Gds0Slice): Slice => freeze(sliceOf(native)));

/** The public airline of a native one, made once for each native object. */
export const airlineOfGds0 = memoizeByObject((native: Gds0Airline): Schema['Airline'] =>
  Object.freeze({
    name: native.name,
    iataCode: native.iata_code,
    logoURL: native.logo_symbol_url,
    conditionsOfCarriage: native.conditions_of_carriage_url,
  }),
);

function sliceOf(native: Gds0Slice): Slice {
  const first = native.segments[0]!;
  const last = native.segments.at(-1)!;
  return {
    fareName: native.fare_brand_name,
    departure: departureOf(native.origin, first.departing_at),
    arrival: arrivalOf(native.destination, last.arriving_at),
    durationMinutes: minutesOf(native.duration),
    conditions: {
      priorityCheckIn: native.conditions.priority_check_in ?? false,
      priorityBoarding: native.conditions.priority_boarding ?? false,
      advanceSeatSelection: native.conditions.advance_seat_selection ?? false,
    },
    segments: native.segments.map((segment) => segmentOf(segment, native.fare_brand_name)),
  };
}

function segmentOf(native: Gds0Segment, fareName: string): Segment {
  return {
    fareName,
    departure: { ...departureOf(native.origin, native.departing_at), terminal: native.origin_terminal },
    arrival: { ...arrivalOf(native.destination, native.arriving_at), terminal: native.destination_terminal },
    airline: {
      operatingCarrier: airlineOfGds0(native.operating_carrier),
      marketingCarrier: airlineOfGds0(native.marketing_carrier),
    },
    flightNumber: native.marketing_carrier_flight_number,
    durationMinutes: minutesOf(native.duration),
    passengers: native.passengers.map(segmentPassengerOf),
  };
}

function departureOf(airport: Gds0Airport, departingAt: string): Schema['Departure'] {
  return {
    iataCode: airport.iata_code,
    cityName: airport.city_name,
    airportName: airport.name,
    departingAt,
    timeZone: airport.time_zone,
  };
}

function arrivalOf(airport: Gds0Airport, arrivingAt: string): Schema['Arrival'] {
  return {
    iataCode: airport.iata_code,
    cityName: airport.city_name,
    airportName: airport.name,
    arrivingAt,
    timeZone: airport.time_zone,
  };
}

/** Minutes of an ISO 8601 duration of days, hours and minutes: `P1DT2H5M` is 1565. */
function minutesOf(duration: string): number {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration);
  if (!parts) throw new Error(`gds-0 gave the duration "${duration}"; expected ISO 8601 such as PT7H25M`);
  const [, days = 0, hours = 0, minutes = 0] = parts;
  return Number(days) * 1440 + Number(hours) * 60 + Number(minutes);
}

function segmentPassengerOf(native: Gds0SegmentPassenger): Schema['SegmentPassenger'] {
  return { amenities: amenitiesOf(native.amenities), baggages: native.baggages.map(baggageOf) };
}

/** The interface has no way to say "not known": it becomes `n/a`, and false for a boolean. */
function amenitiesOf({ wifi, seat, power }: Gds0Amenities): Schema['SegmentPassenger']['amenities'] {
  return {
    wifi: wifi ? { cost: wifi.cost, available: wifi.available } : { cost: 'n/a', available: false },
    seat: seat
      ? { pitch: seat.pitch, legroom: seat.legroom, type: seat.type === 'full_flat_pod' ? 'full_flat' : seat.type }
      : { pitch: 'n/a', legroom: 'n/a', type: 'standard' },
    power: power?.available ?? false,
  };
}

function baggageOf(native: Gds0Baggage): Schema['SegmentPassenger']['baggages'][number] {
  return { type: native.type, quantity: native.quantity, maxKg: native.weight_limit_kg };
}
