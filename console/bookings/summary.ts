import type { Schema } from '../api/client.ts';
import { timeIn } from '../parts/time.tsx';

type Reservation = Schema['ReservationResource'];

/** Summarizes a resource in one line. */
export function summaryOf(resource: Schema['Resource']): string {
  if (resource.kind === 'reservation') return reservationSummary(resource);
  if (resource.kind === 'search') return searchSummary(resource);
  const price = `${resource.totalAmount} ${resource.currency}`;
  if (resource.kind === 'offer') return `Offer, ${price}`;
  return [textAt(resource.request, 'passengers', '0', 'lastName'), `provider ${resource.gdsprovider}`, price]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Says how a pending or hidden booking ends by itself; '' for a settled booking. */
export function settlementText({ status, settlement, reads }: Reservation): string {
  if (status !== 'pending' && status !== 'hidden') return '';
  if (!settlement) return 'stays like this';
  const { to, dueAt, afterReads, errorCode } = settlement;
  const settled = to === 'failed' ? `fails with ${errorCode ?? 'an error'}` : 'completes';
  const outcome = status === 'hidden' ? 'is found' : settled;
  const ways = [
    ...(afterReads === null ? [] : [readsText(afterReads - reads)]),
    ...(dueAt === null ? [] : [`at ${timeIn(dueAt, 'clock').text}`]),
  ];
  return ways.length === 0 ? 'stays like this' : `${outcome} ${ways.join(', or ')}`;
}

/** Returns a local time at the reservation's pickup with its offset; undefined without a reservation. */
export function placeOf(resource: Schema['Resource']): string | undefined {
  const pickup = resource.kind === 'reservation' ? textAt(resource.reservation, 'pickupDateTime') : '';
  return pickup || undefined;
}

function readsText(more: number): string {
  if (more <= 0) return 'at the next read';
  return more === 1 ? 'at the read after the next' : `at the read after ${more} more`;
}

function reservationSummary({ request, reservation }: Reservation): string {
  const about = { ...request, ...reservation };
  const who = [textAt(about, 'traveller', 'firstName'), textAt(about, 'traveller', 'lastName')].join(' ').trim();
  const parts = [
    who,
    reservation === null ? '' : `${placeAt(reservation, 'pickup')} → ${placeAt(reservation, 'dropoff')}`,
  ];
  return parts.filter((part) => part !== '').join(' · ') || 'A change of a reservation';
}

function searchSummary({ of, request }: Schema['SearchResource']): string {
  if (of !== 'flights')
    return `${of}: ${placeAt(request, 'pickup')} → ${placeAt(request, 'dropoff')}, ${minuteOf(request)}`;
  const slices = valueAt(request, 'slices');
  const flown = Array.isArray(slices)
    ? slices.map((slice) => `${textAt(slice, 'origin')} → ${textAt(slice, 'destination')}`)
    : [];
  return `flights: ${flown.join(', ')}`;
}

function minuteOf(request: unknown): string {
  return textAt(request, 'pickupDateTime').slice(0, 16).replace('T', ' ');
}

function placeAt(value: unknown, name: string): string {
  return textAt(value, name, 'iataCode') || textAt(value, name, 'address') || textAt(value, name, 'cityName');
}

/** Returns the text at a path in JSON; '' if there is none. */
export function textAt(value: unknown, ...path: string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : '';
}

function valueAt(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  );
}
