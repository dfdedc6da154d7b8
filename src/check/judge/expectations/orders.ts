import { isRecord, isText } from '../../../base/values/kinds.ts';
import { propertyOf } from '../../../base/values/property.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import { sentBody } from '../judged-exchange.ts';
import type { Knowledge } from '../knowledge.ts';
import { plain } from './formats.ts';

/** True if two flight orders have the same passengers, route and dates. */
export function isSameJourney(one: JudgedExchange, other: JudgedExchange, known: Knowledge): boolean {
  const passengers = passengersOf(one);
  if (passengers === undefined || passengers !== passengersOf(other)) return false;
  const routes = routesOf(one, known);
  return routesOf(other, known).some((route) => routes.includes(route));
}

/** True if two flight orders name different passengers. */
function areOtherPassengers(one: JudgedExchange, other: JudgedExchange): boolean {
  const [own, others] = [passengersOf(one), passengersOf(other)];
  return own !== undefined && others !== undefined && own !== others;
}

/** True if two flight orders have the same offer and the same passengers. Several parties can order one offer. */
export function isSameOrder(one: JudgedExchange, other: JudgedExchange): boolean {
  return offerOf(one) !== undefined && offerOf(one) === offerOf(other) && !areOtherPassengers(one, other);
}

/** Returns the offer id in a flight order. */
export function offerOf({ parameters }: JudgedExchange): string | undefined {
  return parameters['offerId'];
}

/** Returns the passengers' names and birth dates, normalised; undefined if one is missing. */
function passengersOf(order: JudgedExchange): string | undefined {
  const passengers = propertyOf(sentBody(order), 'passengers');
  if (!Array.isArray(passengers) || passengers.length === 0) return undefined;
  const each = passengers.map((passenger) =>
    ['firstName', 'lastName', 'bornDate'].map((name) => propertyOf(passenger, name)).map(plainOf),
  );
  if (each.some((fields) => fields.includes(''))) return undefined;
  return JSON.stringify(each.map((fields) => fields.join('|')).sort());
}

/** Returns the route in the search's terms, by city for example, and in the offer's terms. */
function routesOf(order: JudgedExchange, known: Knowledge): string[] {
  const found = known.flightOffer(order.parameters['offerId'] ?? '');
  if (!found) return [];
  const asked = slicesIn(sentBody(found.exchange)).map(({ origin, destination, departure_date: date }) =>
    [origin, destination, date].map(plainOf),
  );
  const offered = slicesIn(found.offer).map(({ departure, arrival }) =>
    [propertyOf(departure, 'iataCode'), propertyOf(arrival, 'iataCode'), dayOf(departure)].map(plainOf),
  );
  return [asked, offered]
    .filter((slices) => slices.length > 0 && !slices.flat().includes(''))
    .map((slices) => JSON.stringify(slices));
}

function slicesIn(body: unknown): Record<string, unknown>[] {
  const slices = propertyOf(body, 'slices');
  return Array.isArray(slices) ? slices.filter(isRecord) : [];
}

function dayOf(departure: unknown): string {
  const departingAt = propertyOf(departure, 'departingAt');
  return isText(departingAt) ? departingAt.slice(0, 10) : '';
}

function plainOf(value: unknown): string {
  return isText(value) ? plain(value) : '';
}
