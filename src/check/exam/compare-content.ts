import type { Booked, BookedTraveller } from './booked.ts';
import type { ExamFinding } from './findings.ts';
import { finding } from './findings.ts';
import type { Account, StatedTraveller, Statement } from './statement.ts';
import type { Traveller, Trip } from './trip.ts';
import type { Truth } from './truth.ts';

/**
 * Compares the clients' statements with the bookings in the sandbox. A client that states a time or a name follows the
 * task, so its booking is compared with the task too. Any other client may book another trip.
 */
export function findWrongContent(accounts: readonly Account[], { contents }: Truth): ExamFinding[] {
  const booked = accounts.map(({ statement }) => (statement?.belief === 'booked' ? statement : null));
  const shared = findShared(booked, contents);
  return [
    ...(shared.length > 0 ? shared : findExchanged(accounts, contents)),
    ...accounts.flatMap(({ trip }, i) => {
      const who = accounts.length > 1 ? `Traveller ${i + 1}: the` : 'The';
      const { travellers = [], ids = [] } = booked[i] ?? {};
      // Each traveller in a booking states the facts about the booking too.
      const faults = new Set(travellers.flatMap((stated) => fewestFaults(stated, ids, trip, contents)));
      return [...faults].map((fault) => finding('truth', `${who} ${fault}.`));
    }),
  ];
}

/** Finds travellers with the same reservation or order. */
function findShared(statements: readonly (Statement | null)[], contents: readonly Booked[]): ExamFinding[] {
  return contents.flatMap(({ ids }) => {
    const holders = statements.flatMap((one, i) => (one?.ids.some((id) => ids.includes(id)) ? [i + 1] : []));
    if (holders.length < 2) return [];
    return [finding('truth', `Travellers ${holders.join(' and ')} state the same booking: ${ids.join(', ')}.`)];
  });
}

/**
 * Finds clients that state another traveller's booking. If a statement has names, another check compares them. If a
 * client books under other names than the task's, nothing shows who owns a booking.
 */
function findExchanged(accounts: readonly Account[], contents: readonly Booked[]): ExamFinding[] {
  if (!accounts.every(({ trip }) => contents.some((one) => isFor(one, trip)))) return [];
  return accounts.flatMap(({ statement, trip }, i) => {
    if (statement?.belief !== 'booked' || statement.travellers.some(({ name }) => name !== null)) return [];
    const [own] = contents.filter(({ ids }) => statement.ids.some((id) => ids.includes(id)));
    if (own === undefined || isFor(own, trip)) return [];
    const other = accounts.findIndex((one, j) => j !== i && isFor(own, one.trip));
    return other === -1
      ? []
      : [finding('truth', `Traveller ${i + 1} states the booking of traveller ${other + 1}: ${own.ids[0]}.`)];
  });
}

function isFor({ names }: Booked, { firstName, lastName }: Trip): boolean {
  return names.some((name) => normal(name) === normal(`${firstName} ${lastName}`));
}

/** Returns the differences from the stated booking, or from the best match if the statement names no booking. */
function fewestFaults(
  stated: StatedTraveller,
  ids: readonly string[],
  trip: Trip,
  contents: readonly Booked[],
): string[] {
  const named = stated.id === null ? ids : [stated.id];
  const candidates = contents.filter((one) => named.length === 0 || named.some((id) => one.ids.includes(id)));
  const takesPart = stated.localTime !== null || stated.name !== null;
  const faults = candidates.map((one) => [
    ...findMisstated(stated, one, totalOf(one, contents)),
    ...(takesPart ? findOffTask(one, trip, stated) : []),
  ]);
  return faults.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** Returns the price of a traveller's bookings together: one booking can make several reservations. */
function totalOf({ names }: Booked, contents: readonly Booked[]): number {
  const own = contents.filter((one) => one.names.join() === names.join());
  return own.reduce((total, { price }) => total + (price ?? 0), 0);
}

function findMisstated(stated: StatedTraveller, actual: Booked, total: number): string[] {
  const { price, currency, localTime, name } = stated;
  const booking = `booking ${actual.ids[0] ?? ''}`;
  const faults: string[] = [];
  const differs = (what: string, said: string, has: string) =>
    faults.push(`client states the ${what} ${said}; ${booking} has ${has}`);
  const isOther = (amount: number) => price !== null && Math.abs(price - amount) >= HALF_A_CENT;
  if (price !== null && actual.price !== null && isOther(actual.price) && isOther(total))
    differs('price', String(price), String(actual.price));
  if (currency !== null && actual.currency !== null && currency !== actual.currency)
    differs('currency', currency, actual.currency);
  if (localTime !== null && actual.localTime !== null && !isSameTime(localTime, actual.localTime))
    differs('local time', localTime, actual.localTime);
  if (name !== null && !actual.names.some((one) => normal(one) === normal(name)))
    differs('name', name, actual.names.join(', '));
  const { returnTime, bornDate, document, payBy } = stated;
  if (returnTime !== null && (actual.returnTime === null || !isSameTime(returnTime, actual.returnTime)))
    differs('return', returnTime, actual.returnTime ?? 'none');
  if (payBy !== null && actual.payBy !== null && Date.parse(payBy) !== Date.parse(actual.payBy))
    differs('payment deadline', payBy, actual.payBy);
  const own = actual.travellers.find((one) => name === null || normal(one.name) === normal(name));
  if (own && bornDate !== null && bornDate !== own.bornDate) differs('date of birth', bornDate, own.bornDate ?? 'none');
  if (own && document !== null && document !== own.document) differs('document', document, own.document ?? 'none');
  return faults;
}

function findOffTask({ ids, ...actual }: Booked, trip: Trip, stated: StatedTraveller): string[] {
  const faults: string[] = [];
  const differs = (what: string, asked: string, has: string) =>
    faults.push(`task asks for ${what} ${asked}; booking ${ids[0] ?? ''} has ${has}`);
  const time = trip.newTime ?? trip.time;
  const asked = time === null ? trip.date : `${trip.date}T${time}`;
  const name = `${trip.firstName} ${trip.lastName}`;
  if (actual.localTime !== null && !actual.localTime.startsWith(asked))
    differs('the local time', asked, actual.localTime);
  // The comparison with the statement has already reported a missing name.
  if (stated.name === null || actual.names.some((one) => normal(one) === normal(stated.name ?? '')))
    if (!actual.names.some((one) => normal(one) === normal(name))) differs('the name', name, actual.names.join(', '));
  if (actual.from !== null && actual.from !== trip.from) differs('the place', trip.from, actual.from);
  if (actual.to !== null && !isSamePlace(actual.to, trip.to)) differs('the destination', trip.to, actual.to);
  if (actual.currency !== null && actual.currency !== trip.currency)
    differs('the currency', trip.currency, actual.currency);
  if (actual.price !== null && actual.price > trip.priceLimit)
    differs('a price of at most', String(trip.priceLimit), String(actual.price));
  const { travellers = [], returnDate } = trip;
  const passengers = travellers.length || trip.passengers;
  if (actual.passengers !== null && actual.passengers !== passengers)
    differs('a number of passengers of', String(passengers), String(actual.passengers));
  if (returnDate !== undefined && actual.localTime !== null && !actual.returnTime?.startsWith(returnDate))
    differs('the return on', returnDate, actual.returnTime ?? 'none');
  for (const traveller of travellers) {
    const wanted = `${traveller.firstName} ${traveller.lastName}`;
    const booked = actual.travellers.find((one) => normal(one.name) === normal(wanted));
    if (!booked) differs('the traveller', wanted, actual.names.join(', '));
    else
      for (const [what, asked, has] of factsOf(traveller, booked, actual.programmes))
        differs(`the ${what} of ${wanted}`, asked, has);
  }
  return faults;
}

/** Returns the differing facts about a traveller. An offer may require no document, and support no account. */
function factsOf(
  { type, bornDate, passport, loyalty }: Traveller,
  booked: BookedTraveller,
  programmes: readonly string[],
): [what: string, asked: string, has: string][] {
  const facts: [what: string, asked: string, has: string | null][] = [
    ['type', type, booked.type],
    ['date of birth', bornDate, booked.bornDate],
    ['document', passport.number, booked.document ?? passport.number],
  ];
  if (loyalty && programmes.includes(loyalty.airlineIataCode))
    facts.push(['account', `${loyalty.airlineIataCode} ${loyalty.accountNumber}`, booked.loyalty[0] ?? null]);
  return facts.flatMap(([what, asked, has]) => (asked === has ? [] : [[what, asked, has ?? 'none']]));
}

/** True if both show the same local time, and the same offset if both have one. */
function isSameTime(stated: string, actual: string): boolean {
  const [one, other] = [partsOf(stated), partsOf(actual)];
  if (one === null || other === null || one.local !== other.local) return false;
  return one.offset === '' || other.offset === '' || one.offset === other.offset;
}

/** True for the same code, or for an address with half the task's street: clients may use another notation. */
function isSamePlace(booked: string, asked: string): boolean {
  const [street = ''] = asked.split(',');
  const wanted = wordsOf(street).filter((word) => word.length > 2 || /\d/.test(word));
  const there = wordsOf(booked);
  return 2 * wanted.filter((word) => there.includes(word)).length >= wanted.length;
}

function wordsOf(text: string): string[] {
  return normal(text.normalize('NFD').replace(/\p{M}/gu, '')).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function partsOf(text: string): { local: string; offset: string } | null {
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i.exec(text.trim()) ?? [];
  if (day === undefined || time === undefined) return null;
  const offset = (zone ?? '').toUpperCase().replace(/^Z$/, '+0000').replace(':', '');
  return { local: `${day}T${time}`, offset };
}

function normal(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

const HALF_A_CENT = 0.005;
