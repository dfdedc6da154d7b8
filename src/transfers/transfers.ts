import type { BookingStore, PricingStore } from '../store/bookings.ts';
import type { SearchStore } from '../store/searches.ts';
import type { TransferSupplier } from './transfer-supplier.ts';

/** Dependencies of the service's transfer half. */
export interface Transfers {
  supplier: TransferSupplier;
  searches: SearchStore;
  pricings: PricingStore;
  bookings: BookingStore;
  /** World key: the same trip has the same offers in it. */
  world: string;
  settings: TransferSettings;
}

export interface TransferSettings {
  /** Lifetime of a search's offers and of their tokens. */
  transferOfferMinutes: number;
  /** A standard car's lead time. */
  transferLeadMinutes: number;
}
