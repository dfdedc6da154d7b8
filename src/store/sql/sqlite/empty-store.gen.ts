/**
 * SQL that makes an empty store, which migrations would take five times as long to make. Made from them by
 * docs/store/render-empty-store.ts; run `npm run docs`.
 */
export const EMPTY_STORE = `
CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE "openings" ("id" integer primary key, "opened" integer not null, "world" text);
CREATE TABLE "profiles" ("code" text primary key, "name" text not null, "margin_percent" double precision not null, "created_at" bigint default 0 not null, "clock" text, "armed" text, "armed_calls" integer, "owner" integer, "cleared_exchange" bigint default 0 not null, "cleared_stray" bigint default 0 not null, "unknown_before" text, "dropped_stray" bigint default 0 not null);
CREATE TABLE "credentials" ("public_key" text primary key, "profile_code" text not null references "profiles" ("code"), "secret_hash" text not null, "secret_last4" text not null, "created_at" bigint not null, "revoked_at" bigint, "origin" text default 'client' not null);
CREATE TABLE "owners" ("number" integer primary key autoincrement);
CREATE TABLE "searches" ("search_id" text not null, "owner" integer not null, "kind" text not null, "seed" text not null, "created_at" bigint not null, "expires_at" bigint not null, "origin" text not null, "armed" text, "ends_at" bigint, constraint "searches_key_1" unique ("search_id", "owner"));
CREATE TABLE "pricings" ("pricing_token" text not null, "owner" integer not null, "search_id" text not null, "result_id" text not null, "amenities" text not null, "created_at" bigint not null, "expires_at" bigint not null, "ends_at" bigint, "price_percent" integer, constraint "pricings_key_1" unique ("pricing_token", "owner"));
CREATE TABLE "orders" ("order_id" text not null, "owner" integer not null, "gdsprovider" integer not null, "offer_id" text not null, "status" text not null, "created_at" bigint not null, "request" text not null, "answer" text not null, "provider_record" text not null, "hold_expires_at" bigint, "price_guaranteed_until" bigint, "over_at" bigint, "resend" text, constraint "orders_key_1" unique ("order_id", "owner"), constraint "orders_key_2" unique ("offer_id", "owner"));
CREATE TABLE "bookings" ("seq" integer primary key, "booking_id" text not null, "owner" integer not null, "pricing_token" text not null, "search_id" text not null, "partner_tracking_id" text, "request" text not null, "status" text not null, "settle_to" text, "due_at" bigint, "after_reads" integer, "settle_error_code" text, "reads" integer not null, "error_code" text, "confirmation_number" text not null, "state" text not null, "replaced_by" text, "cancelled_at" bigint, "reservation" text not null, "created_at" bigint not null, "settled_at" bigint, "changed_at" bigint, "pickup_at" bigint, "cancel_shown_at" bigint, "cancel_hidden_reads" integer, "part" integer, "armed" text, "resend" text, "ride_ahead_ms" bigint, "other_driver" integer, "first_status" text, constraint "bookings_key_1" unique ("booking_id", "owner"), constraint "bookings_key_2" unique ("pricing_token", "owner"));
CREATE TABLE "journals" ("owner" integer not null, "last" bigint not null, "exchanges" bigint not null, "bytes" bigint not null, "dropped_exchanges" bigint not null, "dropped_bytes" bigint not null, "dropped_before" bigint, constraint "journals_key_1" unique ("owner"));
CREATE TABLE "exchanges" ("owner" integer not null, "sequence" bigint not null, "bytes_before" bigint not null, "exchange_id" text not null, "at" bigint not null, "operation_id" text not null, "method" text not null, "path" text not null, "status" integer, "ending" text not null, "scenario" text, "scenario_from" text, "details" text not null, "request_body" blob, "response_body" blob, "overlapped" integer not null, "outcome" text not null, "outcome_text" text not null, "real_time" bigint, "duration_ms" double precision, "origin" text default 'client' not null, constraint "exchanges_key_1" unique ("owner", "sequence"));
CREATE TABLE "strays" ("number" integer primary key, "stray" text not null);
CREATE UNIQUE INDEX "profiles_by_owner" on "profiles" ("owner");
CREATE INDEX "searches_by_expiry" on "searches" ("owner", "expires_at", "search_id");
CREATE INDEX "searches_by_age" on "searches" ("owner", "created_at");
CREATE INDEX "pricings_by_expiry" on "pricings" ("owner", "expires_at", "pricing_token");
CREATE INDEX "pricings_by_age" on "pricings" ("owner", "created_at");
CREATE INDEX "orders_by_profile" on "orders" ("owner", "created_at", "order_id");
CREATE INDEX "orders_by_end" on "orders" ("owner", "over_at") where over_at is not null;
CREATE INDEX "bookings_by_profile" on "bookings" ("owner", "seq");
CREATE INDEX "bookings_by_pickup" on "bookings" ("owner", "pickup_at");
CREATE INDEX "bookings_by_due" on "bookings" ("owner", "due_at") where status in ('pending', 'hidden');
CREATE INDEX "bookings_closed" on "bookings" ("owner", "seq") where (status = 'failed' or state in ('changed', 'cancelled'));
CREATE INDEX "bookings_by_search" on "bookings" ("search_id", "owner");
CREATE INDEX "bookings_by_confirmation" on "bookings" ("confirmation_number", "owner");
CREATE INDEX "bookings_by_partner" on "bookings" ("partner_tracking_id", "owner") where "partner_tracking_id" is not null;
insert into kysely_migration values ('001-first-tables', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('002-clocks-and-armed-scenarios', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('003-journal', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('004-what-became-of-it', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('005-hidden-bookings-and-early-ends', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('006-rows-by-profile', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('007-bounds', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('008-scenarios-of-bookings', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('009-overlapping-exchanges', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('010-actions', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('011-outcomes', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('012-rows-by-owner', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('013-one-world', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('014-origins', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('015-supplier-responses', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('016-late-rows', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('017-page-keys', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('018-strays', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('019-kept-world', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('020-keys-first', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('021-verdict-marks', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration values ('022-dropped-strays', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into kysely_migration_lock values ('migration_lock', 0)`;
