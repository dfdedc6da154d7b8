import type { ResponseValue, Schema, TransferOffer } from '../interface/api.ts';
import type { SupplierEffect } from '../scenarios/effects.ts';
import type { ReservationRecord, Settlement } from '../store/bookings.ts';

/**
 * The transfer supplier as the domain sees it; supplier/adapter.ts translates to and from the native payload. Its
 * responses follow from the arguments alone. Every method throws a Refusal for what the supplier refuses.
 */
export interface TransferSupplier {
  /** Refuses with `upstream_failed` when the supplier does not respond. */
  search(trip: TripRequest, situation: SupplierSituation): Promise<FoundTrip>;
  book(booking: SupplierBooking, situation: SupplierSituation): Promise<SupplierResponse>;
  driverAndVehicle(
    ride: Ride,
    now: number,
    effect?: SupplierEffect,
  ): Promise<Pick<ResponseValue<'DriverAndVehicle'>, 'driver' | 'vehicle'>>;
  tracking(
    ride: Ride,
    now: number,
    effect?: SupplierEffect,
  ): Promise<Pick<ResponseValue<'Tracking'>, 'status' | 'location' | 'events'>>;
  /** The events of the ride that follow from the clock alone, as far as the reservation supports them. */
  rideEvents(ride: Ride): Promise<RideEvent[]>;
}

/** A reservation and what was made to happen to its ride. */
export type Ride = Pick<ReservationRecord, 'reservation' | 'ride'>;

export interface RideEvent {
  /** Epoch milliseconds: from this instant on a read shows it. */
  at: number;
  type: 'vehicle_assigned' | 'driver_assigned' | `ride_${Exclude<ResponseValue<'Tracking'>['status'], 'not_started'>}`;
}

/** What decides a response in addition to the request. */
export interface SupplierSituation {
  /** Key of the random stream. */
  seed: string;
  /** Epoch milliseconds. */
  now: number;
  effect: SupplierEffect | undefined;
}

export interface TripRequest {
  /** As the client sent it, or as an earlier search resolved it. */
  pickup: Schema['Place'] | Schema['ResolvedPlace'];
  dropoff: Schema['Place'] | Schema['ResolvedPlace'];
  mode: Schema['TransferMode'];
  /** Local to the pickup place, without zone. */
  pickupDateTime: string;
  /** Local to the dropoff place. */
  returnPickupDateTime: string | null;
  passengers: number;
  currency: Schema['TransferCurrency'];
  /** Only offers of this company: a change stays with the company of the reservation. */
  supplierName: string | null;
}

export interface FoundTrip {
  pickup: Schema['ResolvedPlace'];
  dropoff: Schema['ResolvedPlace'];
  /** With the offset of the place. */
  pickupDateTime: string;
  returnPickupDateTime: string | null;
  quotes: Quote[];
  /** The supplier's own response, for its booking call. */
  native: unknown;
}

/** An offer without what the service decides: its token and its expiry. */
export type Quote = Omit<TransferOffer, 'bookingToken' | 'expiresAt'>;

export interface SupplierBooking {
  trip: FoundTrip;
  resultId: string;
  details: TravelDetails;
  /** Keys of the requested amenities. */
  amenities: string[];
  replaces: string | null;
}

/** What the client sends about the travellers with a booking. */
export interface TravelDetails {
  traveller: Schema['Traveller'];
  extraPassengers: Schema['ExtraPassenger'][];
  flight: Schema['FlightInfo'] | null;
  specialInstructions: string | null;
  partnerTrackingId: string | null;
}

export interface SupplierResponse {
  /** `hidden`: it is completed, but reads do not find it yet. */
  status: 'completed' | 'pending' | 'hidden';
  /** How a booking that is pending or hidden will end; null for one that is completed. */
  settlement: Settlement | null;
  /** What the booking makes, now or when it completes. */
  made: MadeReservation;
}

export interface MadeReservation {
  reservationId: string;
  confirmationNumber: string;
  pickupInstructions: string;
  phoneNumber: string;
  email: string;
}
