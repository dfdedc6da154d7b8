import type { Config } from './config/config.ts';
import type { FlightProvider } from './flights/flight-provider.ts';
import type { Flights, PlaceLookup } from './flights/flights.ts';
import { adaptGds0 } from './flights/providers/gds-0/adapter.ts';
import { adaptGds1 } from './flights/providers/gds-1/adapter.ts';
import type { GdsProvider } from './interface/api.ts';
import { gdsproviders } from './interface/gdsproviders.ts';
import { createGds0Order, searchGds0 } from './mock-providers/gds-0/gds-0.ts';
import { bookGds1, searchGds1 } from './mock-providers/gds-1/gds-1.ts';
import { transferSupplier } from './mock-providers/transfer-supplier/transfer-supplier.ts';
import { findPlace, hasTimeZone, localDate, localTime } from './mock-providers/world/places.ts';
import type { Store } from './store/store.ts';
import { adaptSupplier } from './transfers/supplier/adapter.ts';
import type { TransferSupplier } from './transfers/transfer-supplier.ts';
import type { Transfers } from './transfers/transfers.ts';

/** Connects the mock providers to the two domains' interfaces. `world` is the key of their world. */
export function connectProviders(
  config: Config,
  store: Store,
  world: string,
): { flights: Flights; transfers: Transfers } {
  const { places, supplier } = connectSuppliers();
  return {
    flights: {
      providers: connectFlights((respond) => respond),
      searches: store.searches,
      orders: store.orders,
      places,
      world,
      settings: config,
    },
    transfers: {
      supplier,
      searches: store.searches,
      pricings: store.pricings,
      bookings: store.bookings,
      world,
      settings: config,
    },
  };
}

/** The flight providers: each with its number, its native calls and its adapter. */
const flightProviders: Readonly<Record<GdsProvider, (wrap: Wrap) => FlightProvider>> = {
  0: (wrap) => adaptGds0({ search: wrap(searchGds0), createOrder: createGds0Order }),
  1: (wrap) => adaptGds1({ search: wrap(searchGds1), book: bookGds1 }),
};

function connectFlights(wrap: Wrap): FlightProvider[] {
  return gdsproviders.map((gdsprovider) => flightProviders[gdsprovider](wrap));
}

/** Wraps a provider's search call. */
type Wrap = <Call extends [request: object, ...more: unknown[]], Response extends object>(
  respond: (...call: Call) => Response,
) => (...call: Call) => Response;

/** Providers without a store: they work in any thread. */
export interface Suppliers {
  places: PlaceLookup;
  supplier: TransferSupplier;
}

export function connectSuppliers(): Suppliers {
  return { places: { find: findPlace, localDate, localTime, hasTimeZone }, supplier: adaptSupplier(transferSupplier) };
}

/** One call from the service to a provider, in its native form. */
export interface NativeCall {
  request: object;
  /** Body of the response or error. */
  response: object;
}

/** Returns the providers with a wrapper that passes each call, except for orders, to `note`. */
export function connectNoted(note: (call: NativeCall) => void): {
  providers: readonly FlightProvider[];
  supplier: TransferSupplier;
} {
  return {
    providers: connectFlights((respond) => noting(respond, note)),
    supplier: adaptSupplier({
      ...transferSupplier,
      searchTransfers: noting((...call) => transferSupplier.searchTransfers(...call), note),
      bookTransfer: noting((...call) => transferSupplier.bookTransfer(...call), note),
      driverAndVehicle: noting((...call) => transferSupplier.driverAndVehicle(...call), note),
      tracking: noting((...call) => transferSupplier.tracking(...call), note),
    }),
  };
}

function noting<Call extends [request: object, ...more: unknown[]], Response extends object>(
  respond: (...call: Call) => Response,
  note: (call: NativeCall) => void,
): (...call: Call) => Response {
  return (...call) => {
    const [request] = call;
    try {
      const response = respond(...call);
      note({ request, response });
      return response;
    } catch (error) {
      if (error instanceof Error && 'body' in error) note({ request, response: error.body as object });
      throw error;
    }
  };
}
