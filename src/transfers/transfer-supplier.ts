import type { ResponseValue, Schema, TransferOffer } from '../interface/api.ts';
import type { SupplierEffect } from '../scenarios/effects.ts';
import type { Leg, ReservationRecord, Settlement } from '../store/bookings.ts';

/**
 * The transfer supplier as the domain sees it; supplier/adapter.ts translates to and from the native payload. Its
 * responses follow from the arguments alone. Every method throws a Refusal if the supplier refuses.
 */
export interface TransferSupplier {
  /** Refuses with `upstream_failed` if the supplier does not respond. */
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
  /** Returns the ride that driver, vehicle and tracking are about (assumption transfer.round-trips); or undefined. */
  presentLeg(ride: Ride, now: number): Promise<Leg | undefined>;
  /** Returns the ride events that follow from the clock alone, as far as the reservation supports them. */
  rideEvents(ride: Ride): Promise<RideEvent[]>;
}

/** A reservation with its end and the forced changes to its rides. */
export type Ride = Pick<ReservationRecord, 'reservation' | 'closedAt' | 'ride'>;

export interface RideEvent {
  leg: Leg;
  /** Instant from which a read shows it, epoch milliseconds. */
  at: number;
  type: 'vehicle_assigned' | 'driver_assigned' | `ride_${Exclude<ResponseValue<'Tracking'>['status'], 'not_started'>}`;
}

/** Input for a response in addition to the request. */
export interface SupplierSituation {
  /** Random stream key. */
  seed: string;
  /** World key, for a search; without it, the random stream's key. */
  world?: string;
  /** Epoch milliseconds. */
  now: number;
  effect: SupplierEffect | undefined;
}

export interface TripRequest {
  /** As sent by the client, or as resolved by an earlier search. */
  pickup: Schema['Place'] | Schema['ResolvedPlace'];
  dropoff: Schema['Place'] | Schema['ResolvedPlace'];
  mode: Schema['TransferMode'];
  /** Pickup time local to the pickup place, without zone. */
  pickupDateTime: string;
  /** Local to the dropoff place. */
  returnPickupDateTime: string | null;
  passengers: number;
  currency: Schema['TransferCurrency'];
  /** Limits the offers to this company, because a change stays with the reservation's company. */
  supplierName: string | null;
}

export interface FoundTrip {
  pickup: Schema['ResolvedPlace'];
  dropoff: Schema['ResolvedPlace'];
  /** Pickup time with the offset of the place. */
  pickupDateTime: string;
  returnPickupDateTime: string | null;
  quotes: Quote[];
  /** The supplier's own response, for its booking call. */
  native: unknown;
}

/** An offer without the service's part: its token and its expiry. */
export type Quote = Omit<TransferOffer, 'bookingToken' | 'expiresAt'>;

export interface SupplierBooking {
  trip: FoundTrip;
  resultId: string;
  details: TravelDetails;
  /** Keys of the requested amenities. */
  amenities: string[];
  replaces: string | null;
}

/** The client's traveller details for a booking. */
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
  /** Outcome of a pending or hidden booking; null for a completed one. */
  settlement: Settlement | null;
  /** The booking's result, now or on completion. */
  made: MadeReservation;
}

export interface MadeReservation {
  reservationId: string;
  confirmationNumber: string;
  pickupInstructions: string;
  phoneNumber: string;
  email: string;
}
