import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { catalogue, refusedBookings } from '../../src/interface/errors/catalogue.ts';

it('docs/errors.md marks the refusals of a booking or change confirmation, and no others', () => {
  const named = SOURCES.flatMap(
    (file) => readFileSync(`src/transfers/${file}`, 'utf8').match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [],
  );
  const codes = new Set(named.filter((name) => name in catalogue));
  expect([...refusedBookings].sort()).toEqual([...codes].filter((code) => !ONLY_AT_SEARCH.has(code)).sort());
});

/** Sources that throw the refusals of the two operations, or name them in a comment of the throwing function. */
const SOURCES = [
  'book.ts',
  'confirm-change.ts',
  'book-offer.ts',
  'book-under-scenario.ts',
  'find-reservation.ts',
  'selected-offer.ts',
  'travel-details.ts',
  'supplier/adapter.ts',
];

/** supplier/adapter.ts translates the supplier's refusals of a search too. */
const ONLY_AT_SEARCH = new Set([
  'unknown_location',
  'same_pickup_and_dropoff',
  'transfer_too_far',
  'pickup_in_past',
  'return_pickup_invalid',
  'upstream_failed',
]);
