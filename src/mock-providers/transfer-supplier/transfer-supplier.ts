import { bookTransfer } from './book.ts';
import { assignment, driverAndVehicle } from './driver.ts';
import type { NativeTransferSupplier } from './native.ts';
import { searchTransfers } from './search.ts';
import { tracking } from './tracking.ts';

/** The mock ground-transport supplier. It keeps no state: its responses follow from its arguments. */
export const transferSupplier: NativeTransferSupplier = {
  searchTransfers,
  bookTransfer,
  driverAndVehicle,
  assignment,
  tracking,
};
