import { bookTransfer } from './book.ts';
import type { NativeTransferSupplier } from './native.ts';
import { driverAndVehicle, schedule, tracking } from './ride.ts';
import { searchTransfers } from './search.ts';

/** The mock ground-transport supplier. It keeps no state: its responses follow from its arguments. */
export const transferSupplier: NativeTransferSupplier = {
  searchTransfers,
  bookTransfer,
  driverAndVehicle,
  schedule,
  tracking,
};
