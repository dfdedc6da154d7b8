import { isRecord, isText } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { receivedBody, sentBody } from '../judged-exchange.ts';
import type { Knowledge } from '../knowledge.ts';
import { sentField } from '../knowledge.ts';
import { plain } from './formats.ts';

/**
 * True if two bookings are for the same trip: with the same partnerTrackingId or pricingToken, as changes to the same
 * reservation, or with the same traveller, route and time. False if nothing shows it.
 */
export function isSameTrip(one: JudgedExchange, other: JudgedExchange, known: Knowledge): boolean {
  if (sendSame(one, other, 'pricingToken') || sendSame(one, other, 'reservationId')) return true;
  // Some clients use one id for a whole journey, a week of commuting or everything. Other data may contradict it.
  if (sendSame(one, other, 'partnerTrackingId')) return differenceOf(one, other, known) === null;
  return isSameTraveller(travellerOf(one, known), travellerOf(other, known)) && isSameRoute(one, other, known);
}

function isOtherPerson(one: JudgedExchange, other: JudgedExchange, known: Knowledge): boolean {
  const [own, others] = [travellerOf(one, known), travellerOf(other, known)];
  return ['firstName', 'lastName'].some((name) => differIn(own, others, name));
}

/** Returns the difference between two bookings: other travellers, or the same traveller with another route or time. */
export function differenceOf(
  one: JudgedExchange,
  other: JudgedExchange,
  known: Knowledge,
): 'traveller' | 'trip' | null {
  if (isOtherPerson(one, other, known)) return 'traveller';
  const [route, otherRoute] = [routeOf(searchOf(one, known)), routeOf(searchOf(other, known))];
  return route !== undefined && otherRoute !== undefined && route !== otherRoute ? 'trip' : null;
}

/** True if two bookings come from searches with the same route and time. */
export function isSameRoute(one: JudgedExchange, other: JudgedExchange, known: Knowledge): boolean {
  if (sendSame(one, other, 'searchId')) return true;
  const route = routeOf(searchOf(one, known));
  return route !== undefined && route === routeOf(searchOf(other, known));
}

/** Returns a search's route and times, as resolved in its response; undefined if unknown. */
export function routeOf(search: JudgedExchange | undefined): string | undefined {
  const places = placesOf(search);
  const time = search && timeOf(fieldOfSearch(search, 'pickupDateTime'));
  if (!search || places === undefined || !time) return undefined;
  return `${places} ${time} ${timeOf(fieldOfSearch(search, 'returnPickupDateTime'))}`;
}

/** Returns start and end; undefined if unknown. */
function placesOf(search: JudgedExchange | undefined): string | undefined {
  if (!search) return undefined;
  const [pickup, dropoff] = [placeOf(fieldOfSearch(search, 'pickup')), placeOf(fieldOfSearch(search, 'dropoff'))];
  return pickup === null || dropoff === null ? undefined : JSON.stringify([pickup, dropoff]);
}

/** Returns a search field from the response, or else from the request. */
function fieldOfSearch(search: JudgedExchange, name: string): unknown {
  return propertyOf(receivedBody(search), name) ?? propertyOf(sentBody(search), name) ?? null;
}

function searchOf(booking: JudgedExchange, known: Knowledge): JudgedExchange | undefined {
  const searchId = sentField(booking, 'searchId');
  return searchId === undefined ? undefined : known.transferSearch(searchId);
}

function placeOf(place: unknown): string | null {
  const { iataCode, address } = isRecord(place) ? place : {};
  if (isText(iataCode)) return iataCode.toUpperCase();
  return isText(address) ? plain(address) : null;
}

/** Returns the time, in UTC if the text has a zone. */
function timeOf(text: unknown): string | null {
  if (!isText(text)) return null;
  const instant = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(instant) ? text : new Date(instant).toISOString();
}

/** Returns the traveller. A change confirmation without a traveller keeps the reservation's. */
function travellerOf(booking: JudgedExchange, known: Knowledge): Record<string, unknown> {
  const sent = propertyOf(sentBody(booking), 'traveller');
  if (isRecord(sent)) return sent;
  const reservationId = sentField(booking, 'reservationId');
  const changed = reservationId === undefined ? undefined : known.reservation('reservationId', reservationId);
  const traveller = changed?.reservation['traveller'];
  return isRecord(traveller) ? traveller : {};
}

/**
 * True for the same name without different e-mail addresses. An address alone does not identify a traveller, because
 * agencies and families share one; nor does a name with another address.
 */
function isSameTraveller(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const agrees = (name: string): boolean =>
    isText(one[name]) && isText(other[name]) && plain(one[name]) === plain(other[name]);
  if (['email', 'firstName', 'lastName'].some((name) => differIn(one, other, name))) return false;
  return agrees('email') || (agrees('firstName') && agrees('lastName'));
}

function differIn(one: Record<string, unknown>, other: Record<string, unknown>, name: string): boolean {
  const [own, others] = [one[name], other[name]];
  return isText(own) && isText(others) && plain(own) !== plain(others);
}

function sendSame(one: JudgedExchange, other: JudgedExchange, name: string): boolean {
  const value = sentField(one, name);
  return isText(value) && value === sentField(other, name);
}
