import { isRecord, isText } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { receivedBody, sentBody } from '../judged-exchange.ts';
import type { Knowledge } from '../knowledge.ts';
import { sentField } from '../knowledge.ts';

/**
 * Whether two bookings are for the same trip: they name it by the same partnerTrackingId or pricingToken, change the
 * same reservation, or take the same traveller over the same route at the same time. Where nothing shows it, they are
 * not.
 */
export function isSameTrip(one: JudgedExchange, other: JudgedExchange, known: Knowledge): boolean {
  if (sendSame(one, other, 'pricingToken') || sendSame(one, other, 'reservationId')) return true;
  // Some clients have one for a whole journey, or for everything: it names a trip where nothing else contradicts.
  if (sendSame(one, other, 'partnerTrackingId')) return !isOtherPersonOrRoute(one, other, known);
  return isSameTraveller(travellerOf(one, known), travellerOf(other, known)) && isSameRoute(one, other, known);
}

/** True if two bookings are for the same trip, over the same route at the same time. */
export function isSameRide(one: JudgedExchange, other: JudgedExchange, known: Knowledge): boolean {
  return isSameTrip(one, other, known) && isSameRoute(one, other, known);
}

function isOtherPersonOrRoute(one: JudgedExchange, other: JudgedExchange, known: Knowledge): boolean {
  if (isOtherPerson(one, other, known)) return true;
  const [places, otherPlaces] = [placesOf(searchOf(one, known)), placesOf(searchOf(other, known))];
  return places !== undefined && otherPlaces !== undefined && places !== otherPlaces;
}

function isOtherPerson(one: JudgedExchange, other: JudgedExchange, known: Knowledge): boolean {
  const [own, others] = [travellerOf(one, known), travellerOf(other, known)];
  return ['firstName', 'lastName'].some((name) => differIn(own, others, name));
}

/** Whether two bookings take different travellers, or the same one over another route or at another time. */
export function differenceOf(
  one: JudgedExchange,
  other: JudgedExchange,
  known: Knowledge,
): 'traveller' | 'trip' | null {
  if (isOtherPerson(one, other, known)) return 'traveller';
  const [route, otherRoute] = [routeOf(searchOf(one, known)), routeOf(searchOf(other, known))];
  return route !== undefined && otherRoute !== undefined && route !== otherRoute ? 'trip' : null;
}

/** Whether the searches that two bookings came from were for the same route and time. */
function isSameRoute(one: JudgedExchange, other: JudgedExchange, known: Knowledge): boolean {
  if (sendSame(one, other, 'searchId')) return true;
  const route = routeOf(searchOf(one, known));
  return route !== undefined && route === routeOf(searchOf(other, known));
}

/** Route and times of a search, as its response resolved them; undefined where they are not known. */
export function routeOf(search: JudgedExchange | undefined): string | undefined {
  const places = placesOf(search);
  const time = search && timeOf(fieldOfSearch(search, 'pickupDateTime'));
  if (!search || places === undefined || !time) return undefined;
  return `${places} ${time} ${timeOf(fieldOfSearch(search, 'returnPickupDateTime'))}`;
}

/** From where to where; undefined where that is not known. */
function placesOf(search: JudgedExchange | undefined): string | undefined {
  if (!search) return undefined;
  const [pickup, dropoff] = [placeOf(fieldOfSearch(search, 'pickup')), placeOf(fieldOfSearch(search, 'dropoff'))];
  return pickup === null || dropoff === null ? undefined : JSON.stringify([pickup, dropoff]);
}

/** A field of a search as its response resolved it, or else as it was sent. */
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

/** An instant in UTC where the text has a zone. */
function timeOf(text: unknown): string | null {
  if (!isText(text)) return null;
  const instant = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(instant) ? text : new Date(instant).toISOString();
}

/** A change confirmation that names no traveller keeps the one of the reservation. */
function travellerOf(booking: JudgedExchange, known: Knowledge): Record<string, unknown> {
  const sent = propertyOf(sentBody(booking), 'traveller');
  if (isRecord(sent)) return sent;
  const reservationId = sentField(booking, 'reservationId');
  const changed = reservationId === undefined ? undefined : known.reservation('reservationId', reservationId);
  const traveller = changed?.reservation['traveller'];
  return isRecord(traveller) ? traveller : {};
}

/**
 * The same name, and no other e-mail address. An address alone does not make a traveller: agencies and families share
 * one; nor does a name with another address.
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

/** Without accents, capitals and needless blanks: people and forms write the same name in many ways. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, ' ').toLowerCase();
}
