import type { BookingRow } from './booking-rows.ts';
import type { Capabilities } from './database.ts';
import type { Executor, Prepared } from './prepare.ts';
import type { KeyColumn } from './read-together.ts';
import { RecordCache } from './record-cache.ts';

/** Finds bookings by their keys, the newest first. Clients poll, so results are cached until any booking changes. */
export interface FoundBookings {
  by(owner: number, column: KeyColumn, value: string): Promise<readonly BookingRow[]>;
  /** Keeps the bookings under a key, just read by another statement. */
  noteRead(owner: number, column: KeyColumn, value: string, rows: readonly BookingRow[]): void;
  /** The caller runs it after bookings may have been added, changed or removed. */
  forget(this: void): void;
}

/** Statements to read an owner's bookings by a column value. */
export type FindBookings = Readonly<Record<KeyColumn, Prepared<{ owner: number; value: string }, BookingRow>>>;

export function createFoundBookings(
  db: Executor,
  capabilities: Pick<Capabilities, 'isShared'>,
  find: FindBookings,
): FoundBookings {
  const cache = new RecordCache<readonly BookingRow[]>(MAX_CACHED, capabilities);
  return {
    forget: () => cache.forget(),

    noteRead(owner, column, value, rows) {
      for (const [key, found] of entriesOf(owner, column, value, rows)) cache.set(key, found);
    },

    async by(owner, column, value) {
      return (
        cache.get(keyOf(owner, column, value)) ??
        cache.keepAll(find[column](db, { owner, value }), (rows) =>
          rows.length > LONGEST_LIST || value.length > LONGEST_VALUE ? [] : entriesOf(owner, column, value, rows),
        )
      );
    },
  };
}

type Found = readonly BookingRow[];

function entriesOf(owner: number, column: KeyColumn, value: string, rows: Found): [string, Found][] {
  return [
    [keyOf(owner, column, value), rows],
    // Clients mostly read a booking's reservation next, by its id.
    ...rows.map((row): [string, Found] => [keyOf(owner, 'booking_id', row.booking_id), [row]]),
  ];
}

function keyOf(owner: number, column: KeyColumn, value: string): string {
  return `${owner}/${column}/${value}`;
}

/** Together some 6 MB at most. */
const MAX_CACHED = 200;
const LONGEST_LIST = 10;
const LONGEST_VALUE = 100;
