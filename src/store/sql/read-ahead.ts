import type { ReservationKey } from '../bookings.ts';
import type { RequestReads } from '../requests.ts';
import type { BookingRow } from './booking-rows.ts';
import { columnOf } from './bookings.ts';
import type { KeyColumn, ReadTogether, TogetherRow } from './read-together.ts';
import { forgetReads, rememberReads } from './request-memory.ts';
import type { Tables } from './tables.ts';

/** Stores that take what was read for the running request. */
interface Readers {
  profiles: { noteRead(row: TogetherRow): void };
  searches: { noteRead(row: Tables['searches'], profileCode: string): void };
  pricings: { noteRead(row: Tables['pricings'], profileCode: string): void };
  bookings: {
    noteRead(owner: number, key: { column: KeyColumn; value: string }, rows: readonly BookingRow[]): void;
    noteFirstDue(owner: number, instant: number): void;
  };
}

/** `readTogether` is null for a store with its records in memory. */
export function createRequestReads(readTogether: ReadTogether | null, stores: Readers): RequestReads {
  if (!readTogether) return { run: (work) => work(), ahead: null, forget: () => undefined };
  return {
    run: rememberReads,
    forget: forgetReads,
    async ahead(publicKey, { searchId, pricingToken, reservation }) {
      const booking = bookingKeyOf(pricingToken, reservation);
      const row = await readTogether(publicKey, { searchId, pricingToken, booking });
      if (!row) return;
      const { code, owner } = row.profile;
      stores.profiles.noteRead(row);
      if (row.search) stores.searches.noteRead(row.search, code);
      if (row.pricing) stores.pricings.noteRead(row.pricing, code);
      if (!booking) return;
      stores.bookings.noteRead(owner, booking, row.bookings ?? []);
      if (pricingToken === undefined) stores.bookings.noteFirstDue(owner, row.first_due ?? Infinity);
    },
  };
}

/** A booking request has a pricing, all others at most a reservation. */
function bookingKeyOf(pricingToken: string | undefined, reservation: ReservationKey | undefined) {
  const key = pricingToken === undefined ? reservation : { pricingToken };
  if (!key) return undefined;
  const [column, value] = columnOf(key);
  return { column, value };
}
