import type { Config } from './config/config.ts';
import type { Flights, PlaceLookup } from './flights/flights.ts';
import { adaptGds0 } from './flights/providers/gds-0/adapter.ts';
import { adaptGds1 } from './flights/providers/gds-1/adapter.ts';
import { createGds0Order, searchGds0 } from './mock-providers/gds-0/gds-0.ts';
import { bookGds1, searchGds1 } from './mock-providers/gds-1/gds-1.ts';
import { transferSupplier } from './mock-providers/transfer-supplier/transfer-supplier.ts';
import { findPlace, hasTimeZone, localDate, localTime } from './mock-providers/world/places.ts';
import type { Store } from './store/store.ts';
import { adaptSupplier } from './transfers/supplier/adapter.ts';
import type { TransferSupplier } from './transfers/transfer-supplier.ts';
import type { Transfers } from './transfers/transfers.ts';

/** Connects the mock providers to the interfaces of the two domains. `world` is the key of their world. */
export function connectProviders(
  config: Config,
  store: Store,
  world: string,
): { flights: Flights; transfers: Transfers } {
  const { places, supplier } = connectSuppliers();
  return {
    flights: {
      providers: [
        adaptGds0({ search: searchGds0, createOrder: createGds0Order }),
        adaptGds1({ search: searchGds1, book: bookGds1 }),
      ],
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
      settings: config,
    },
  };
}

/** Providers without a store: they work in any thread. */
export interface Suppliers {
  places: PlaceLookup;
  supplier: TransferSupplier;
}

export function connectSuppliers(): Suppliers {
  return { places: { find: findPlace, localDate, localTime, hasTimeZone }, supplier: adaptSupplier(transferSupplier) };
}
