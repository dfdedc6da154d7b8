import type { BookingRow } from './booking-rows.ts';
import type { Executor, Prepared } from './prepare.ts';
import type { KeyColumn } from './read-together.ts';
import type { RecordCache } from './record-cache.ts';

/** Statements to read an owner's bookings by a column value. */
export type FindBookings = Readonly<Record<KeyColumn, Prepared<{ owner: number; value: string }, BookingRow>>>;

/** Bookings under a key, the newest first. */
type Found = readonly BookingRow[];

/** Finds bookings by a key. Clients poll, so the cache keeps results until any booking changes. */
export async function findBookings(
  cache: RecordCache<Found>,
  [db, find]: [Executor, FindBookings],
  owner: number,
  [column, value]: [KeyColumn, string],
): Promise<Found> {
  return (
    cache.get(keyOf(owner, column, value)) ??
    cache.keepAll(find[column](db, { owner, value }), (rows) =>
      rows.length > LONGEST_LIST || value.length > LONGEST_VALUE ? [] : entriesOf(owner, column, value, rows),
    )
  );
}

/** Keeps the bookings under a key, just read by another statement. */
export function keepFound(
  cache: RecordCache<Found>,
  owner: number,
  { column, value }: { column: KeyColumn; value: string },
  rows: Found,
): void {
  for (const [key, found] of entriesOf(owner, column, value, rows)) cache.set(key, found);
}

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

const LONGEST_LIST = 10;
const LONGEST_VALUE = 100;
