import type { BookingStore, PricingStore } from '../store/bookings.ts';
import type { SearchStore } from '../store/searches.ts';
import type { TransferSupplier } from './transfer-supplier.ts';

/** What the transfer half of the service works with. */
export interface Transfers {
  supplier: TransferSupplier;
  searches: SearchStore;
  pricings: PricingStore;
  bookings: BookingStore;
  settings: TransferSettings;
}

export interface TransferSettings {
  /** How long the offers of a search, and with them their tokens, work. */
  transferOfferMinutes: number;
}
