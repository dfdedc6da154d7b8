import type { BookingRow } from './booking-rows.ts';
import type { Capabilities } from './database.ts';
import type { Executor, Prepared } from './prepare.ts';
import { RecordCache } from './record-cache.ts';

/** Finds bookings by their keys, the newest first. Clients poll, so results are cached until any booking changes. */
export interface FoundBookings {
  by(owner: number, column: KeyColumn, value: string): Promise<readonly BookingRow[]>;
  /** The caller runs it after bookings may have been added, changed or removed. */
  forget(this: void): void;
}

export type KeyColumn = 'booking_id' | 'pricing_token' | 'search_id' | 'partner_tracking_id' | 'confirmation_number';

/** Statements to read an owner's bookings by the value of a column. */
export type FindBookings = Readonly<Record<KeyColumn, Prepared<{ owner: number; value: string }, BookingRow>>>;

export function createFoundBookings(
  db: Executor,
  capabilities: Pick<Capabilities, 'isShared'>,
  find: FindBookings,
): FoundBookings {
  const cache = new RecordCache<readonly BookingRow[]>(MAX_CACHED, capabilities);
  return {
    forget: () => cache.forget(),

    async by(owner, column, value) {
      const key = (name: KeyColumn, ofValue: string) => `${owner}/${name}/${ofValue}`;
      return (
        cache.get(key(column, value)) ??
        cache.keepAll(find[column](db, { owner, value }), (rows) =>
          rows.length > LONGEST_LIST || value.length > LONGEST_VALUE
            ? []
            : [
                [key(column, value), rows],
                // Clients mostly read the reservation of a booking next, by its id.
                ...rows.map((row): [string, readonly BookingRow[]] => [key('booking_id', row.booking_id), [row]]),
              ],
        )
      );
    },
  };
}

/** Together some 6 MB at most. */
const MAX_CACHED = 200;
const LONGEST_LIST = 10;
const LONGEST_VALUE = 100;
