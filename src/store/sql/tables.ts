import type { ColumnType, Generated } from 'kysely';
import type { Ending, Origin, OutcomeKind } from '../../exchange/exchange.ts';
import type { UnknownBefore } from '../../exchange/journal-mark.ts';
import type { GdsProvider } from '../../interface/api.ts';
import type { Leg } from '../bookings.ts';
import type { JournaledExchange } from '../journal.ts';

/** The tables, as `tables-script.ts` makes them. Instants are epoch milliseconds; JSON is kept as text. */
export interface Tables {
  /** `world`: the world's key from the first opening. */
  openings: { id: Generated<number>; opened: number; world: string | null };
  /** Current and earlier row numbers. A number without a profile is to be removed with its rows. */
  owners: { number: Generated<number> };
  /** `clock` and `armed` are JSON. */
  profiles: {
    code: string;
    /** Its row number. */
    owner: number;
    name: string;
    margin_percent: number;
    created_at: number;
    clock: string | null;
    armed: string | null;
    armed_calls: number | null;
  };
  credentials: {
    public_key: string;
    profile_code: string;
    secret_hash: string;
    secret_last4: string;
    created_at: number;
    revoked_at: number | null;
    /** The key pair's owner. */
    origin: Origin;
  };
  /** `exam` is JSON. */
  exams: { profile_code: string; revision: string; exam: string };
  /** Control API calls noted for an exam, in their order. `call` is JSON. */
  exam_calls: { seq: Generated<number>; profile_code: string; call: string };
  searches: {
    search_id: string;
    owner: number;
    kind: 'flights' | 'transfers' | 'change';
    seed: string;
    created_at: number;
    expires_at: number;
    /** Actual end; null if it is `expires_at`. */
    ends_at: number | null;
    origin: string;
    armed: string | null;
  };
  orders: {
    order_id: string;
    owner: number;
    gdsprovider: GdsProvider;
    offer_id: string;
    status: 'booked' | 'held';
    hold_expires_at: number | null;
    price_guaranteed_until: number | null;
    created_at: number;
    over_at: number | null;
    request: string;
    answer: string;
    provider_record: string;
    resend: 'books-again' | null;
  };
  pricings: {
    pricing_token: string;
    owner: number;
    search_id: string;
    result_id: string;
    amenities: string;
    created_at: number;
    expires_at: number;
    /** Actual end; null if it is `expires_at`. */
    ends_at: number | null;
    /** Null: 0. */
    price_percent: number | null;
  };
  /** A booking together with its reservation. Readers see the reservation once the status is completed. */
  bookings: {
    seq: Generated<number>;
    booking_id: string;
    owner: number;
    pricing_token: string;
    search_id: string;
    partner_tracking_id: string | null;
    request: string;
    status: 'completed' | 'pending' | 'hidden' | 'failed';
    settle_to: 'completed' | 'failed' | null;
    due_at: number | null;
    after_reads: number | null;
    settle_error_code: string | null;
    reads: number;
    error_code: string | null;
    confirmation_number: string;
    state: 'confirmed' | 'changed' | 'cancelled';
    replaced_by: string | null;
    cancelled_at: number | null;
    reservation: string;
    created_at: number;
    pickup_at: number;
    /** A round trip's return pickup; otherwise the same as `pickup_at`. */
    last_pickup_at: number;
    cancel_shown_at: number | null;
    cancel_hidden_reads: number | null;
    part: 1 | 2 | null;
    armed: string | null;
    resend: 'books-again' | null;
    ride_ahead_ms: number | null;
    return_ahead_ms: number | null;
    other_driver: Leg | null;
    /** Null in a row from an earlier version. */
    first_status: 'completed' | 'pending' | 'hidden' | null;
    /** Instants at which a pending booking ended, and the reservation was replaced. */
    settled_at: ColumnType<number | null, never, number | null>;
    changed_at: ColumnType<number | null, never, number | null>;
  };
  /** Each profile's journal counts. */
  journals: {
    owner: number;
    /** The newest exchange's sequence number. */
    last: number;
    exchanges: number;
    bytes: number;
    dropped_exchanges: number;
    dropped_bytes: number;
    dropped_before: number | null;
    /** Calls without valid credentials, which the counts above leave out. */
    unauthenticated: number;
    dropped_unauthenticated: number;
    /** Sequence number of the last exchange before the verdicts were cleared. */
    cleared_exchange: number;
    /** The event that began the state, if its clients may know more than was seen. */
    unknown_before: UnknownBefore | null;
    /** Ids that its clients know from before a reset: bytes from a `KnownIds`. */
    known_before: Uint8Array | null;
  };
  /** The processes, by their openings, that may have calls of an owner which its journal lacks. */
  unwritten: { owner: number; opening: number };
  /** `details` is JSON: headers, lengths, cuts. Bodies are the bytes as sent. */
  exchanges: {
    owner: number;
    sequence: number;
    /** Count and bytes of all earlier exchanges, dropped ones included, that are equally authenticated. */
    exchanges_before: number;
    bytes_before: number;
    exchange_id: string;
    authenticated: 0 | 1;
    at: number;
    operation_id: string | null;
    method: string;
    path: string;
    status: number | null;
    ending: Ending;
    scenario: string | null;
    scenario_from: JournaledExchange['scenarioFrom'];
    overlapped: number;
    outcome: OutcomeKind;
    outcome_text: string;
    /** By the machine's clock, independent of the profile's clock. */
    real_time: number | null;
    duration_ms: number | null;
    origin: Origin;
    details: string;
    request_body: Uint8Array | null;
    response_body: Uint8Array | null;
  };
}
