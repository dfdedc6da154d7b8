import { isRecord } from '../base/values/kinds.ts';

/**
 * Airport for the test routes: Isle of Man. Flights from there to the places in `flightRoutes`, and rides between it
 * and the streets in `transferRoutes`, select a scenario. Every other journey there is an ordinary one.
 */
export const TEST_AIRPORT = 'IOM';

/** A search's scenario, by its first slice's destination. */
export const flightRoutes: Readonly<Record<string, string>> = {
  ATH: 'no-offers',
  BOS: 'provider-1-down',
  CPT: 'many-offers(count=200)',
  DXB: 'documents-required',
  GRU: 'hold-unavailable',
  HKG: 'short-lived(lifetime=PT1M)',
  IST: 'order:expired-offer(calls=1)',
  LAX: 'order:price-changed(calls=1)',
  LIS: 'order:order-refused',
  NRT: 'order:server-error(calls=1)',
  OSL: 'order:server-error-after-commit(calls=1)',
  SFO: 'order:dropped-after-commit(calls=1)',
  SIN: 'order:502-html-after-commit(calls=1)',
  SYD: 'order:429(calls=1)',
  YYZ: 'unknown-values,offer:unknown-values,required-fields:unknown-values',
};

/** Town for the transfer test routes. */
export const TEST_TOWN = 'Peel';

/** A search's scenario, by the street in its other place's address. */
export const transferRoutes: Readonly<Record<string, string>> = {
  'Albany Road': 'no-offers',
  'Atholl Street': 'book:pending',
  'Castle Street': 'book:pending-then-failed',
  'Christian Street': 'book:pending-forever',
  'Church Street': 'book:failed',
  'Derby Road': 'pricing:price-differs',
  'Douglas Street': 'book:expired-token(calls=1)',
  'Marine Parade': 'book:502(calls=1)',
  'Market Street': 'book:502-after-commit(calls=1)',
  'Michael Street': 'book:502-html-after-commit(calls=1)',
  'Patrick Street': 'book:dropped-after-commit(calls=1)',
  'Shore Road': 'book:timeout-after-commit(calls=1)',
  'Stanley Road': 'book:429(calls=1)',
  'Tynwald Road': 'book:two-reservations',
};

/** Returns a searched route's selectors, and their place in the body; null for any other route. */
export function readTestRoute(body: unknown): { text: string; path: string } | null {
  if (!isRecord(body)) return null;
  const { slices, pickup, dropoff } = body;
  if (Array.isArray(slices)) return flightRoute(slices[0]);
  return transferRoute(pickup, dropoff, '/dropoff') ?? transferRoute(dropoff, pickup, '/pickup');
}

function flightRoute(slice: unknown): { text: string; path: string } | null {
  if (!isRecord(slice) || slice['origin'] !== TEST_AIRPORT) return null;
  return found(flightRoutes, String(slice['destination']), '/slices/0');
}

function transferRoute(airport: unknown, other: unknown, path: string): { text: string; path: string } | null {
  if (!isRecord(airport) || !isRecord(other) || airport['iataCode'] !== TEST_AIRPORT) return null;
  const { address } = other;
  const words = typeof address === 'string' ? ` ${wordsOf(address.slice(0, LONGEST))} ` : '';
  const names = (name: string) => words.includes(` ${wordsOf(name)} `);
  const street = names(TEST_TOWN) ? Object.keys(transferRoutes).find(names) : undefined;
  return street === undefined ? null : found(transferRoutes, street, path);
}

function found(routes: Readonly<Record<string, string>>, name: string, path: string) {
  const text = Object.hasOwn(routes, name) ? routes[name] : undefined;
  return text === undefined ? null : { text, path };
}

/** Returns an address's words, regardless of case and punctuation. */
function wordsOf(address: string): string {
  return address
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Maximum length to read, because the body is not validated yet. */
const LONGEST = 300;
