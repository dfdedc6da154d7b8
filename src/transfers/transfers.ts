import type { BookingStore, PricingStore } from '../store/bookings.ts';
import type { SearchStore } from '../store/searches.ts';
import type { TransferSupplier } from './transfer-supplier.ts';

/** The dependencies of the transfer half of the service. */
export interface Transfers {
  supplier: TransferSupplier;
  searches: SearchStore;
  pricings: PricingStore;
  bookings: BookingStore;
  /** Key of the world: the same trip has the same offers in it. */
  world: string;
  settings: TransferSettings;
}

export interface TransferSettings {
  /** Lifetime of the offers of a search and of their tokens. */
  transferOfferMinutes: number;
  /** Lead time of a standard car. */
  transferLeadMinutes: number;
}
