/** A database's column types, by their meaning. */
export interface ColumnTypes {
  text: string;
  integer: string;
  bytes: string;
  /** A primary key that the database counts. */
  sequence: string;
  /** A primary key that the database counts, never reusing a number. */
  counter: string;
  /** Refuses rows for a removed owner: another process may write them late. Empty for a store with one process. */
  ofOwner: string;
}

/** Table version; a migration leads from each later one to the next. */
export const VERSION = '002-exams';

/**
 * Returns the statements that make an empty store's tables. `tables.ts` describes the columns. Unique keys and indexes
 * that reads use begin with the id: while statistics are missing, an index that begins with the owner looks as good to
 * PostgreSQL as any other such index. Bodies come last: reading other columns leaves their pages alone.
 */
export function tablesScript({ text, integer, bytes, sequence, counter, ofOwner }: ColumnTypes): string[] {
  const script = `
create table openings (id ${integer} primary key, opened ${integer} not null, world ${text});

create table owners (number ${counter});

create table profiles (
  code ${text} primary key, owner ${integer} not null ${ofOwner}, name ${text} not null,
  margin_percent double precision not null, created_at ${integer} not null, clock ${text}, armed ${text},
  armed_calls ${integer});
create unique index profiles_by_owner on profiles (owner);

create table credentials (
  public_key ${text} primary key, profile_code ${text} not null references profiles (code),
  secret_hash ${text} not null, secret_last4 ${text} not null, created_at ${integer} not null, revoked_at ${integer},
  origin ${text} not null);

create table exams (
  profile_code ${text} primary key references profiles (code), revision ${text} not null, exam ${text} not null);

create table exam_calls (seq ${sequence}, profile_code ${text} not null, call ${text} not null);
create index exam_calls_by_profile on exam_calls (profile_code);

create table searches (
  search_id ${text} not null, owner ${integer} not null ${ofOwner}, kind ${text} not null, seed ${text} not null,
  created_at ${integer} not null, expires_at ${integer} not null, origin ${text} not null, armed ${text},
  ends_at ${integer},
  constraint searches_key_1 unique (search_id, owner));
create index searches_by_expiry on searches (owner, expires_at, search_id);
create index searches_by_age on searches (owner, created_at);

create table pricings (
  pricing_token ${text} not null, owner ${integer} not null ${ofOwner}, search_id ${text} not null,
  result_id ${text} not null, amenities ${text} not null, created_at ${integer} not null,
  expires_at ${integer} not null, ends_at ${integer}, price_percent ${integer},
  constraint pricings_key_1 unique (pricing_token, owner));
create index pricings_by_expiry on pricings (owner, expires_at, pricing_token);
create index pricings_by_age on pricings (owner, created_at);

create table orders (
  order_id ${text} not null, owner ${integer} not null ${ofOwner}, gdsprovider ${integer} not null,
  offer_id ${text} not null, status ${text} not null, created_at ${integer} not null, request ${text} not null,
  answer ${text} not null, provider_record ${text} not null, hold_expires_at ${integer},
  price_guaranteed_until ${integer}, over_at ${integer}, resend ${text},
  constraint orders_key_1 unique (order_id, owner), constraint orders_key_2 unique (offer_id, owner));
create index orders_by_profile on orders (owner, created_at, order_id);
create index orders_by_end on orders (owner, over_at) where over_at is not null;

create table bookings (
  seq ${sequence}, booking_id ${text} not null, owner ${integer} not null ${ofOwner}, pricing_token ${text} not null,
  search_id ${text} not null, partner_tracking_id ${text}, request ${text} not null, status ${text} not null,
  settle_to ${text}, due_at ${integer}, after_reads ${integer}, settle_error_code ${text}, reads ${integer} not null,
  error_code ${text}, confirmation_number ${text} not null, state ${text} not null, replaced_by ${text},
  cancelled_at ${integer}, reservation ${text} not null, created_at ${integer} not null, settled_at ${integer},
  changed_at ${integer}, pickup_at ${integer} not null, last_pickup_at ${integer} not null,
  cancel_shown_at ${integer}, cancel_hidden_reads ${integer}, part ${integer}, armed ${text}, resend ${text},
  ride_ahead_ms ${integer}, return_ahead_ms ${integer}, other_driver ${text}, first_status ${text},
  constraint bookings_key_1 unique (booking_id, owner), constraint bookings_key_2 unique (pricing_token, owner));
create index bookings_by_profile on bookings (owner, seq);
create index bookings_by_pickup on bookings (owner, last_pickup_at);
create index bookings_by_due on bookings (owner, due_at) where status in ('pending', 'hidden');
create index bookings_closed on bookings (owner, seq) where (status = 'failed' or state in ('changed', 'cancelled'));
create index bookings_by_search on bookings (search_id, owner);
create index bookings_by_confirmation on bookings (confirmation_number, owner);
create index bookings_by_partner on bookings (partner_tracking_id, owner) where partner_tracking_id is not null;

create table journals (
  owner ${integer} not null, last ${integer} not null, exchanges ${integer} not null, bytes ${integer} not null,
  dropped_exchanges ${integer} not null, dropped_bytes ${integer} not null, dropped_before ${integer},
  unauthenticated ${integer} not null, dropped_unauthenticated ${integer} not null,
  cleared_exchange ${integer} not null, unknown_before ${text}, known_before ${bytes},
  constraint journals_key_1 unique (owner));

create table unwritten (
  owner ${integer} not null ${ofOwner}, opening ${integer} not null,
  constraint unwritten_key_1 unique (owner, opening));

create table exchanges (
  owner ${integer} not null, sequence ${integer} not null, exchanges_before ${integer} not null,
  bytes_before ${integer} not null, exchange_id ${text} not null, authenticated ${integer} not null,
  at ${integer} not null,
  operation_id ${text}, method ${text} not null, path ${text} not null, status ${integer}, ending ${text} not null,
  scenario ${text}, scenario_from ${text}, overlapped ${integer} not null, outcome ${text} not null,
  outcome_text ${text} not null, real_time ${integer}, duration_ms double precision, origin ${text} not null,
  details ${text} not null, request_body ${bytes}, response_body ${bytes},
  constraint exchanges_key_1 unique (owner, sequence));
create index exchanges_unauthenticated on exchanges (owner, exchanges_before) where authenticated = 0`;
  return script.split(';\n').map((statement) => statement.trim());
}

const NO_TYPES: ColumnTypes = { text: '', integer: '', bytes: '', sequence: '', counter: '', ofOwner: '' };
/** The names of the tables. */
export const TABLES = tablesScript(NO_TYPES).flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? []);
