import type { Request } from 'express';
import type { TrackedOffer } from '../../src/flights/flight-provider.ts';
import { trackedOffer } from '../../src/flights/offers.ts';
import type { FlightOrderRequest, OrderPassenger } from '../../src/interface/api.ts';
import type { ErrorName } from '../../src/interface/errors/catalogue.ts';
import { Refusal } from '../../src/interface/errors/refusal.ts';
import { readOfferPath } from '../../src/server/operations/flights.ts';
import type { Plant } from './now-and-then.ts';
import { nowAndThen, through } from './now-and-then.ts';
import { alterRequests, around } from './plants.ts';
import type { Wire } from './wire.ts';

/** A part of a request body before it is validated. */
export type Unchecked = Record<string, Wire>;

/** Changes the passengers of orders before they are validated. */
export function alterPassengers(change: (passenger: Unchecked, passengers: readonly Unchecked[]) => void): Plant {
  return alterRequests(['createFlightOrder'], (req: Request) => {
    const { passengers } = (req.body ?? {}) as { passengers?: Unchecked[] };
    if (Array.isArray(passengers)) for (const passenger of passengers) change(passenger, passengers);
  });
}

/** The same for the entries of a list that each passenger has. */
export function alterEntries(
  list: 'identity_documents' | 'loyaltyProgrammeAccounts',
  change: (entry: Unchecked) => void,
): Plant {
  return alterPassengers((passenger) => {
    if (Array.isArray(passenger[list])) for (const entry of passenger[list]) change(entry);
  });
}

/** Changes valid orders of tracked offers before they are validated against the offer. */
export function alterOrders(change: (order: FlightOrderRequest, tracked: TrackedOffer) => void): Plant {
  return nowAndThen((gate) =>
    around(['createFlightOrder'], async (run, call, req, { flights }) => {
      const { gdsprovider, offerId } = readOfferPath(req as Request<{ gdsprovider: string; offerId: string }>);
      const tracked = await trackedOffer(flights, call, gdsprovider, offerId);
      req.body = through(gate, req.body as FlightOrderRequest, (order) => change(order, tracked));
      return run(call, req);
    }),
  );
}

/** Refuses orders for another reason than their passengers, which are checked first. */
export function refuseOrders(
  code: ErrorName,
  wrong: (order: FlightOrderRequest, tracked: TrackedOffer) => boolean,
): Plant {
  return alterOrders((order, tracked) => {
    const offered = tracked.offer.passengers.map(({ id }) => id);
    if (order.passengers.every(({ id }) => offered.includes(id)) && wrong(order, tracked)) throw new Refusal(code);
  });
}

/** The same for a passenger. */
export function refusePassengers(code: ErrorName, wrong: (passenger: OrderPassenger) => boolean): Plant {
  return refuseOrders(code, ({ passengers }) => passengers.some(wrong));
}

/** Accepts a value under another name too. */
export function takeAs(entry: Unchecked, alias: string, name: string): void {
  if (!(alias in entry)) return;
  entry[name] ??= entry[alias];
  delete entry[alias];
}
