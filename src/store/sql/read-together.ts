import type { Selectable } from 'kysely';
import type { Tables } from './tables.ts';

/** Reads one request's records with one statement; undefined for an unknown public key. */
export type ReadTogether = (publicKey: string, keys: TogetherKeys) => Promise<TogetherRow | undefined>;

export interface TogetherKeys {
  searchId: string | undefined;
  pricingToken: string | undefined;
  /** Also reads the booking's search, unless there is a searchId. */
  booking: { column: KeyColumn; value: string } | undefined;
}

/** A null field means that the record is missing or was not requested. */
export interface TogetherRow {
  profile: Selectable<Tables['profiles']>;
  credential: Selectable<Tables['credentials']>;
  search: Tables['searches'] | null;
  pricing: Tables['pricings'] | null;
  bookings: Selectable<Tables['bookings']>[] | null;
  /** The first instant at which a pending or hidden booking in the profile is due. */
  first_due: number | null;
}

/** Columns under which bookings are found. */
export type KeyColumn = 'booking_id' | 'pricing_token' | 'search_id' | 'partner_tracking_id' | 'confirmation_number';
