import { DAY, LAST_INSTANT } from '../../../base/clock.ts';
import { forgottenAt } from '../../../base/lifetime.ts';
import type { FlightSearch } from '../../../flights/flight-search.ts';
import { checkSearch } from '../../../flights/search-checks.ts';
import type { Reservation, Schema } from '../../../interface/api.ts';
import type { ControlSchema } from '../../../interface/control-api.ts';
import { Refusal } from '../../../interface/errors/refusal.ts';
import type { SpecOperation } from '../../../interface/openapi/operations.ts';
import { isAddressOf } from '../../../interface/openapi/operations.ts';
import type { Suppliers } from '../../../providers.ts';
import { checkPickup } from '../../../transfers/offer-end.ts';
import { checkTripTimes } from '../../../transfers/search.ts';
import type { TransferSearch } from '../../../transfers/transfer-search.ts';

/** By list, the faults in a row that fits its schemas. */
export interface RowRules {
  searches(this: void, row: SearchRow): Promise<RowFault | undefined> | RowFault | undefined;
  orders(this: void, row: OrderRow): RowFault | undefined;
  bookings(this: void, row: BookingRow): RowFault | undefined;
  exchanges(this: void, row: ControlSchema['FileExchange']): RowFault | undefined;
}

/** The parts by which an operation identifies its calls. */
type Addressed = Pick<SpecOperation<string>, 'operationId' | 'method' | 'path'>;

export interface RowFault {
  column: string;
  /** `must …` */
  message: string;
}

type SearchRow =
  | (Omit<ControlSchema['FileSearch'], 'kind' | 'origin'> & { kind: 'flights'; origin: FlightSearch['origin'] })
  | (Omit<ControlSchema['FileSearch'], 'kind' | 'origin'> & {
      kind: 'transfers' | 'change';
      origin: TransferSearch['origin'];
    });

type OrderRow = Omit<ControlSchema['FileOrder'], 'answer'> & { answer: Schema['FlightOrderResponse'] };

type BookingRow = Omit<ControlSchema['FileBooking'], 'reservation'> & { reservation: Reservation };

/** Rules that no schema can express: the service must be able to serve the records again. */
export function createRowRules({ places, supplier }: Suppliers, operations: readonly Addressed[]): RowRules {
  const hasZone = (place: Schema['Place'] | Schema['ResolvedPlace']) =>
    !('timeZone' in place) || places.hasTimeZone(place.timeZone);

  return {
    async searches(search) {
      const { created_at: createdAt, expires_at: expiresAt } = search;
      if (expiresAt < createdAt) return fault('expires_at', 'must not be before created_at');
      if (forgottenAt({ createdAt, expiresAt }) > LAST_INSTANT)
        return fault('expires_at', 'must leave the search to be forgotten before the year 10000');
      if (search.kind === 'flights') {
        const { request } = search.origin;
        // The exporting sandbox may sell any two slices.
        return unlessRefused('origin', () => checkSearch(places, request, createdAt, true));
      }
      const { trip, effect, outboundPickupDateTime } = search.origin;
      if (!hasZone(trip.pickup) || !hasZone(trip.dropoff))
        return fault('origin', 'must name time zones that airports have');
      if (outboundPickupDateTime !== undefined && !isRideable(outboundPickupDateTime))
        return fault('origin', 'must have its outbound pickup between the years 1970 and 9999');
      return unlessRefused('origin', async () => {
        checkTripTimes(trip);
        // Without offers: this only checks whether the supplier accepts the trip.
        const found = await supplier.search(trip, {
          seed: search.seed,
          now: createdAt,
          effect: { search: effect ?? 'empty' },
        });
        checkPickup({ createdAt, effect: 'empty' }, found);
      });
    },

    orders({ order_id, offer_id, gdsprovider, status, answer }) {
      const same =
        answer.orderId === order_id &&
        answer.offerId === String(offer_id).split('+')[0] &&
        answer.gdsprovider === gdsprovider &&
        answer.status === status;
      return same ? undefined : fault('answer', 'must name the order, offer, provider and status of its row');
    },

    bookings({ booking_id, confirmation_number, search_id, pickup_at, last_pickup_at, reservation }) {
      const { reservationId, confirmationNumber, searchId, pickup, dropoff, pickupDateTime, returnPickupDateTime } =
        reservation;
      if (reservationId !== booking_id || confirmationNumber !== confirmation_number || searchId !== search_id) {
        return fault('reservation', 'must have the reservationId, confirmationNumber and searchId of its row');
      }
      if (!hasZone(pickup) || !hasZone(dropoff)) return fault('reservation', 'must name time zones that airports have');
      if (![pickupDateTime, returnPickupDateTime ?? pickupDateTime].every(isRideable))
        return fault('reservation', 'must have its pickups between the years 1970 and 9999');
      if (pickup_at !== Date.parse(pickupDateTime))
        return fault('pickup_at', 'must be the instant of the pickupDateTime');
      return last_pickup_at === Date.parse(returnPickupDateTime ?? pickupDateTime)
        ? undefined
        : fault('last_pickup_at', 'must be the instant of the last pickup');
    },

    // "Send again" in the console and curl lines repeat these values.
    exchanges(exchange) {
      const operation = operations.find(({ operationId }) => operationId === exchange.operationId);
      if (!operation || isAddressOf(operation, exchange)) return undefined;
      const { method, path, operationId } = operation;
      return fault('path', `must be a call of ${operationId}: ${method.toUpperCase()} ${path}`);
    },
  };
}

function fault(column: string, message: string): RowFault {
  return { column, message };
}

async function unlessRefused(column: string, check: () => void | Promise<void>): Promise<RowFault | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal)
      return fault(column, `must be a search that can be made: ${error.details[0]?.message ?? error.message}`);
    throw error;
  }
}

/** A ride's events are up to a day before and after it, and all must be dates. */
function isRideable(dateTime: string): boolean {
  const at = Date.parse(dateTime);
  return at >= DAY && at <= LAST_INSTANT - DAY;
}
